/**
 * Limits of the plugin API, the same numbers on both sides of the sandbox: the plugin gets `quota_exceeded` or
 * `invalid_argument` at the call, and the engine refuses the same values if a process sends them anyway.
 */
export const apiLimits = {
  /** tools, skills, prompts, rules, pre-rules and settings pages of one plugin, each */
  registrationsPerKind: 500,
  /** characters of everything one plugin registers, as JSON */
  registeredLength: 4 * 1024 * 1024,
  /** characters of a tool's, prompt's, rule's or pre-rule's name */
  nameLength: 64,
  /** characters of a skill folder's path */
  skillPathLength: 512,
  /** characters of a tool's or skill's description */
  descriptionLength: 8_192,
  /** characters of a tool's `inputSchema` as JSON */
  inputSchemaLength: 65_536,
  /** characters of a regular expression's source */
  patternLength: 4_096,
  /** characters of an evaluated prompt */
  promptLength: 65_536,
  /** characters of a rule's reply or system message */
  ruleMessageLength: 262_144,
  /** characters of the arguments a pre-rule calls its tool with, as JSON */
  preRuleArgumentsLength: 1024 * 1024,
  /** characters of a status message, and of its state */
  statusLength: 500,
  statusStateLength: 32,
  /** bytes of a plugin's configuration as JSON (S19) */
  configBytes: 65_536,
  /** registrations, unregistrations and status messages per second, and at once; and their bytes */
  noticesPerSecond: 500,
  noticesBurst: 4_000,
  noticeBytesPerSecond: 1024 * 1024,
  noticeBytesBurst: 16 * 1024 * 1024,
  /** fetches and configuration writes per second, and at once */
  requestsPerSecond: 200,
  requestsBurst: 400,
  /** calls to the host that may wait for an answer at once */
  pendingRequests: 64,
  /** of which fetches */
  concurrentFetches: 16,
  /** bytes of a fetched response, after decompression, and of a request's body */
  fetchBodyBytes: 25 * 1024 * 1024,
  /** bytes of all answers that are being received at once, and of all bodies being sent: they are held in the engine */
  fetchBytesAtOnce: 64 * 1024 * 1024,
  /** bytes of a drawing given to openSvgPreview, in UTF-8 (S21), and characters of its title and file name */
  svgBytes: 20 * 1024 * 1024,
  svgTitleLength: 200,
  svgFileNameLength: 200,
  /** characters of a settings page's id, and of the action asked of its handler */
  settingsNameLength: 64,
  /** characters of one log line, and lines per second (with a burst of twice as many) */
  logLineLength: 8_192,
  logLinesPerSecond: 200,
} as const;

/** Names of tools, prompts, rules and pre-rules (S11, S16–S18). */
export const namePattern = /^[a-z][a-z0-9_]*$/;

/** Ids of settings pages, as the manifest names them. */
export const settingsPagePattern = /^[a-z][a-z0-9_-]*$/;

/** Names of environment variables a manifest may list (S20). */
export const environmentPattern = /^[A-Z][A-Z0-9_]*$/;
