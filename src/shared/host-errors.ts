import type { ErrorCode } from './errors';

// Apart from host-contract.ts, because a plugin's process has no use for the schemas there: 1 MB and 10 ms of each.

/** What can go wrong inside a plugin's process. Any other code would be a claim about the engine. */
export const hostErrorCodes = [
  'plugin_load_failed',
  'plugin_import_unsupported',
  'manifest_main_missing',
  'plugin_not_running',
  'permission_missing',
  'invalid_argument',
  'deadline_exceeded',
  'quota_exceeded',
  'message_too_large',
  'config_conflict',
  'fetch_refused',
  'fetch_failed',
  'tool_unknown',
  'tool_arguments_invalid',
  'tool_failed',
  'tool_result_invalid',
  'skill_invalid',
  'preview_failed',
  'settings_page_unknown',
  'method_unknown',
  'internal',
  /** only as the answer to a call that the engine stopped */
  'stopped',
] as const satisfies readonly ErrorCode[];

/** characters of an error's message, and of its details as JSON */
export const hostErrorLimits = { message: 16_384, details: 8_192 } as const;
