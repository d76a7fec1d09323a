/**
 * Stable error codes. A code never changes its meaning; the window and the CLI choose their sentence by it
 * and fall back to `message`. Listed for readers in docs/cli.md.
 */
export const errorCodes = [
  // packages (S1–S4)
  'package_not_found',
  'package_not_a_zip',
  'package_empty',
  'package_damaged',
  'package_encrypted',
  'package_too_large',
  'package_bomb',
  'package_unsafe_path',
  'package_name_collision',
  'package_link',
  'package_no_manifest',
  'package_two_manifests',
  'package_format_unsupported',
  'manifest_invalid',
  'manifest_main_missing',
  'manifest_main_invalid',
  'candidate_gone',
  'consent_required',
  'consent_refused',
  'consent_failed',
  'install_failed',
  // plugins and their hosts (S10–S17, M13)
  'plugin_unknown',
  'config_conflict',
  'plugin_damaged',
  'plugin_not_enabled',
  'plugin_not_running',
  'plugin_crashed',
  'plugin_stopped',
  'plugin_import_unsupported',
  'plugin_load_failed',
  'permission_missing',
  'invalid_argument',
  'deadline_exceeded',
  'quota_exceeded',
  'message_too_large',
  'fetch_refused',
  'fetch_failed',
  'preview_failed',
  'settings_page_unknown',
  // tools and skills
  'tool_unknown',
  'tool_arguments_invalid',
  'tool_failed',
  'tool_result_invalid',
  'skill_unknown',
  'skill_ambiguous',
  'skill_invalid',
  'skill_file_outside',
  // chat and models
  'session_unknown',
  'session_busy',
  'model_unknown',
  'model_key_missing',
  'model_key_rejected',
  'model_quota',
  'model_unreachable',
  'model_failed',
  'model_stream_cut',
  'model_context_full',
  'model_refused',
  'model_output_limit',
  'turn_too_many_steps',
  'stopped',
  // processes and state
  'engine_gone',
  'engine_starting',
  'method_unknown',
  'params_invalid',
  'forbidden',
  'storage_damaged',
  'disk_full',
  // settings and data (S28, M20, X6)
  'managed',
  'workspace_missing',
  'backup_invalid',
  'backup_failed',
  'backup_gone',
  'check_failed',
  'usage',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What crosses a process boundary or reaches `--json` output. */
export interface ErrorInfo {
  code: ErrorCode;
  /** One sentence for people, in English; the window translates by code. */
  message: string;
  /** The input that caused it: file, field, rule, plugin, permission… */
  details?: Record<string, unknown>;
}

/** The one error type that carries a code. */
export class SecAgentError extends Error {
  override readonly name = 'SecAgentError';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, details?: Record<string, unknown>, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}

/** Reads any thrown value as `ErrorInfo`; an error without a known code becomes `internal`. */
export function toErrorInfo(thrown: unknown): ErrorInfo {
  if (thrown instanceof SecAgentError) {
    return { code: thrown.code, message: thrown.message, ...(thrown.details && { details: thrown.details }) };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'internal', message };
}

/** Rebuilds the error on the receiving side. */
export function fromErrorInfo(info: ErrorInfo): SecAgentError {
  const code = (errorCodes as readonly string[]).includes(info.code) ? info.code : 'internal';
  return new SecAgentError(code, info.message, info.details);
}
