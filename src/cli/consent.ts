import type { PackageComponent } from '../shared/components';
import { SecAgentError } from '../shared/errors';
import type { Permission } from '../shared/permissions';
import type { Candidate, PluginDetail, PluginSummary } from '../shared/plugins';
import { type Asked, asksOf } from '../shared/texts/asks';
import { contentsOf, contentsTexts, noCodeText } from '../shared/texts/contents';
import { oneLine } from '../shared/visible-text';
import { showReasons, showTransport } from './show-components';
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
    `${oneLine(`${candidate.name} ${candidate.version}`)}${candidate.author ? ` – ${t.claims(oneLine(candidate.author))}` : ''}`,
  );
  if (candidate.description) note(oneLine(candidate.description));
  note(`${t.source}: ${candidate.source.url}`);
  if (candidate.installed) note(t.replaces(candidate.installed.version, candidate.version));
  showAsks(terminal, candidate, candidate.installed);
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
export async function consentToEnable(terminal: Terminal, plugin: PluginDetail): Promise<void> {
  if (terminal.options.yes) return;
  if (!terminal.interactive) throw consentRequired(plugin);
  showAsks(terminal, plugin, null);
  const answer = await terminal.ask(terminal.t.enableQuestion(oneLine(plugin.name)));
  if (!/^y(?:es)?$/i.test(answer)) throw new SecAgentError('consent_refused', 'not agreed to; it stays off');
}

function showAsks(terminal: Terminal, subject: Candidate | PluginDetail, agreed: Asked | null): void {
  const { t, note, language } = terminal;
  if (subject.format === 'agent-plugins') return showContents(terminal, subject.components);
  const asks = asksOf(language, subject, agreed);
  note(asks.length > 0 ? t.asksFor : t.asksForNothing);
  for (const { permission, title, detail, names, isNew, newNames } of asks) {
    note(`  · ${title}${permission ? `  (${permission})` : ''}${isNew ? ` ${t.newPermission}` : ''}`);
    if (names.length > 0) note(`    ${detail}`);
    for (const name of names) note(`      ${name}${newNames.includes(name) ? ` ${t.newPermission}` : ''}`);
  }
  note(t.runsSandboxed);
}

/** What a package without code brings, as the window's consent view says it. */
function showContents({ t, note, language }: Terminal, components: readonly PackageComponent[]): void {
  const say = contentsTexts[language];
  const { programs, remotes, skills, skipped } = contentsOf(components);
  const on = { print: note, language };
  note(t.contains);
  for (const [title, detail, servers] of [
    [say.programs, say.programsDetail, programs],
    [say.remotes, say.remotesDetail, remotes],
  ] as const) {
    if (servers.length === 0) continue;
    note(`  · ${title}`);
    note(`    ${detail}`);
    for (const server of servers) {
      note(`    ${oneLine(server.name)}`);
      showTransport(on, server, '      ');
      showReasons(on, server.reasons);
    }
  }
  if (skills.length > 0) {
    note(`  · ${say.skills(skills.length)}`);
    note(`    ${say.skillsDetail}`);
    for (const { name, description } of skills) note(`    ${oneLine(name)}: ${oneLine(description)}`);
  }
  if (skills.length + programs.length + remotes.length === 0) note(`  ${say.nothing}`);
  if (skipped.length > 0) note(`  · ${say.skipped}`);
  for (const { name, reasons } of skipped) {
    note(`    ${oneLine(name)}`);
    showReasons(on, reasons);
  }
  note(noCodeText(language, components));
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
