import { SecAgentError } from '../shared/errors';
import type { Permission } from '../shared/permissions';
import type { Candidate, PluginSummary } from '../shared/plugins';
import { asksOf } from '../shared/texts/asks';
import type { Terminal } from './terminal';

export type ConsentChoice = 'install' | 'enable';

/**
 * Asks whether to install (M2). `--yes` agrees to an install, and with `--enable` to the listed permissions.
 * @throws `consent_required` without a terminal and without `--yes`, `consent_refused`
 */
export async function consentToInstall(
  terminal: Terminal,
  candidate: Candidate,
  enable: boolean | undefined,
): Promise<ConsentChoice> {
  if (terminal.options.yes) return enable ? 'enable' : 'install';
  if (!terminal.interactive) throw consentRequired(candidate);
  const { t, note } = terminal;
  note('');
  note(
    `${oneLine(candidate.name)} ${candidate.version}${candidate.author ? ` – ${t.claims(oneLine(candidate.author))}` : ''}`,
  );
  if (candidate.description) note(oneLine(candidate.description));
  note(`${t.source}: ${candidate.source.url}`);
  if (candidate.installed) note(t.replaces(candidate.installed.version, candidate.version));
  showAsks(terminal, candidate, candidate.installed?.permissions ?? null);
  for (const diagnostic of candidate.diagnostics)
    note(`  ${diagnostic.severity}: ${oneLine(diagnostic.message)}`);
  return askToInstall(terminal, enable);
}

/** Asks until the answer is one of those offered; Enter is the careful one. */
async function askToInstall(terminal: Terminal, enable: boolean | undefined): Promise<ConsentChoice> {
  for (;;) {
    const answer = (await terminal.ask(terminal.t.installQuestion)).toLowerCase();
    if (answer === 'c') throw new SecAgentError('consent_refused', 'not agreed to; nothing was installed');
    if (answer === 'e' && enable !== false) return 'enable';
    if (answer === '' || answer === 'i') return 'install';
  }
}

/** Asks on a terminal before settings and data are deleted; a script that says `remove` means it. @throws `consent_refused` */
export async function confirmRemoval(terminal: Terminal, plugin: PluginSummary): Promise<void> {
  if (terminal.options.yes || !terminal.interactive) return;
  const answer = await terminal.ask(terminal.t.removeQuestion(oneLine(plugin.name)));
  if (!/^y(?:es)?$/i.test(answer)) throw new SecAgentError('consent_refused', 'nothing was removed');
}

/** Asks whether to switch an installed plugin on. @throws `consent_required`, `consent_refused` */
export async function consentToEnable(terminal: Terminal, plugin: PluginSummary): Promise<void> {
  if (terminal.options.yes) return;
  if (!terminal.interactive) throw consentRequired(plugin);
  showAsks(terminal, plugin, null);
  const answer = await terminal.ask(terminal.t.enableQuestion(oneLine(plugin.name)));
  if (!/^y(?:es)?$/i.test(answer)) throw new SecAgentError('consent_refused', 'not agreed to; it stays off');
}

function showAsks(
  { t, note, language }: Terminal,
  subject: Candidate | PluginSummary,
  before: readonly Permission[] | null,
): void {
  const asks = asksOf(language, subject);
  note(asks.length > 0 ? t.asksFor : t.asksForNothing);
  for (const { permission, title, detail, names } of asks) {
    const isNew = permission !== null && before !== null && !before.includes(permission);
    note(`  · ${title}${permission ? `  (${permission})` : ''}${isNew ? ` ${t.newPermission}` : ''}`);
    if (names.length > 0) note(`    ${detail}`);
    for (const name of names) note(`      ${name}`);
  }
  note(t.runsSandboxed);
}

/** A package can't draw further lines of its own into the question. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function consentRequired(subject: { id: string; permissions: readonly Permission[] }): SecAgentError {
  return new SecAgentError(
    'consent_required',
    'this needs your agreement; run it in a terminal, or add --yes',
    {
      id: subject.id,
      permissions: subject.permissions,
    },
  );
}
