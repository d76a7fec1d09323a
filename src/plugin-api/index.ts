export type { PluginApi, ToolCallContext, ToolDefinition } from './api';
export { type NativeManifest, nativeManifestSchema } from './manifest';
