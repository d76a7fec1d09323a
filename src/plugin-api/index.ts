export type {
  Activate,
  Disposer,
  PluginApi,
  PluginErrorCode,
  PromptSource,
  RuleHandler,
  RuleResult,
  ToolCallContext,
  ToolDefinition,
  ToolHandler,
} from './api';
export { apiLimits, namePattern } from './limits';
export { type NativeManifest, nativeManifestSchema } from './manifest';
