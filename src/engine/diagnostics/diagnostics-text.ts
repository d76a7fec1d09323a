import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { arch, availableParallelism, freemem, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Check } from '../../shared/checks';
import type { ManagedInfo } from '../../shared/managed';
import type { PluginSummary } from '../../shared/plugins';
import type { EngineStatus, SettingsProblem } from '../../shared/settings';
import type { Directories } from '../directories';
import { redact } from './redact';

/** Bytes of the end of each log, and lines that are kept of them. */
const LOG_BYTES = 64 * 1024;
const LOG_LINES = 200;
const PLUGIN_LOG_LINES = 60;
const AUDIT_ROWS = 60;

export interface DiagnosticsSources {
  status: EngineStatus;
  checks: Check[];
  plugins: PluginSummary[];
  settingsPath: string;
  problems: SettingsProblem[];
  managed: ManagedInfo;
  database: DatabaseSync;
  directories: Directories;
  /** keys and passwords known to this process, to be taken out wherever they stand */
  secrets: string[];
}

/** One text a person can read before giving it away (X6): no messages, no keys, no names in paths. */
export function diagnosticsText(sources: DiagnosticsSources): string {
  const { status, checks, plugins, managed, problems, database, directories } = sources;
  const sections = [
    ['SecAgent diagnostics', about(status)],
    ['Checks', checks.map(({ name, status: is, message }) => `${is.toUpperCase()}  ${name}: ${message}`)],
    [
      'Settings',
      [readText(sources.settingsPath), ...problems.map(({ path, reason }) => `! ${path}: ${reason}`)],
    ],
    ['Managed settings', managedLines(managed)],
    ['Plugins', plugins.flatMap(pluginLines)],
    ['What happened (newest last)', auditLines(database)],
    ['engine.log', tail(directories.engineLog, LOG_LINES)],
    ...pluginLogs(directories.pluginLogs),
  ] as [string, string[]][];
  const text = sections.map(([title, lines]) => `## ${title}\n\n${lines.join('\n') || '–'}\n`).join('\n');
  return redact(text, sources.secrets);
}

function about(status: EngineStatus): string[] {
  const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  return [
    `made: ${new Date().toISOString()}`,
    `SecAgent ${status.version}, Node ${process.versions.node}, SQLite ${process.versions.sqlite ?? '?'}`,
    `${type()} ${release()} ${arch()}, ${availableParallelism()} processors, ${gigabytes(freemem())} of ${gigabytes(totalmem())} memory free`,
    `time zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}, language ${Intl.DateTimeFormat().resolvedOptions().locale}`,
    `model: ${status.model.id}`,
    `settings in ${status.configDir}, data in ${status.dataDir}`,
  ];
}

function managedLines({ path, active, locked, problems }: ManagedInfo): string[] {
  return [
    `${path}: ${active ? 'in force' : 'none in force'}`,
    ...(locked.length > 0 ? [`locked: ${locked.join(', ')}`] : []),
    ...problems.map((problem) => `! ${problem.path}: ${problem.reason}`),
  ];
}

function pluginLines(plugin: PluginSummary): string[] {
  const { id, version, state, enabled, source, permissions, error, diagnostics, stats } = plugin;
  return [
    `${id} ${version}: ${state}${enabled ? '' : ' (off)'}; ${source.kind}; ${source.digest.slice(0, 12)}; ${permissions.join(' ') || 'no permissions'}; restarts ${stats.restarts}`,
    ...(error ? [`  ! ${error.code}: ${error.message}`] : []),
    ...diagnostics.map(({ severity, code, message }) => `  ${severity} ${code}: ${message}`),
  ];
}

function auditLines(database: DatabaseSync): string[] {
  const rows = database
    .prepare('SELECT at, action, subject, details FROM audit ORDER BY id DESC LIMIT ?')
    .all(AUDIT_ROWS);
  return (rows as unknown as { at: number; action: string; subject: string; details: string }[])
    .reverse()
    .map(({ at, action, subject, details }) =>
      `${new Date(at).toISOString()} ${action} ${subject} ${details === '{}' ? '' : details}`.trimEnd(),
    );
}

function pluginLogs(folder: string): [string, string[]][] {
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith('.log'));
    return files.map((name) => [`plugins/${name}`, tail(join(folder, name), PLUGIN_LOG_LINES)]);
  } catch {
    return []; // no plugin has run yet
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    return `(${(error as NodeJS.ErrnoException).code ?? 'not readable'})`;
  }
}

/** The last lines; the file may be large and may grow meanwhile. */
function tail(path: string, lines: number): string[] {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return ['(none)'];
  }
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, LOG_BYTES));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    const all = buffer.toString('utf8').trimEnd().split('\n');
    return (size > buffer.length ? all.slice(1) : all).slice(-lines);
  } finally {
    closeSync(descriptor);
  }
}
