export type {
  Activate,
  Disposer,
  PluginApi,
  PluginErrorCode,
  PreRuleCall,
  PreRuleMatcher,
  PromptSource,
  RuleHandler,
  RuleResult,
  SavedDrawing,
  SettingsAction,
  SettingsField,
  SettingsHandler,
  SettingsPageState,
  SvgDrawing,
  ToolCallContext,
  ToolDefinition,
  ToolHandler,
} from './api';
export { apiLimits, environmentPattern, namePattern, settingsPagePattern } from './limits';
export { type NativeManifest, nativeManifestSchema } from './manifest';
