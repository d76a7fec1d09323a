import { SecAgentError } from '../shared/errors';
import type { Permission } from '../shared/permissions';
import type { Candidate, PluginSummary } from '../shared/plugins';
import { permissionTexts } from '../shared/texts/permissions';
import type { Terminal } from './terminal';

export type ConsentChoice = 'install' | 'enable' | 'cancel';

/**
 * Asks whether to install (M2). `--yes` agrees to an install, and with `--enable` to the listed permissions.
 * @throws `consent_required` without a terminal and without `--yes`
 */
export async function consentToInstall(
  terminal: Terminal,
  candidate: Candidate,
  enable: boolean | undefined,
): Promise<ConsentChoice> {
  if (terminal.options.yes) return enable ? 'enable' : 'install';
  if (!terminal.interactive) throw consentRequired(candidate);
  const { t, note } = terminal;
  note(`\n${candidate.name} ${candidate.version}${candidate.author ? ` – ${candidate.author}` : ''}`);
  if (candidate.description) note(candidate.description);
  if (candidate.installed) note(t.replaces(candidate.installed.version, candidate.version));
  showPermissions(terminal, candidate.permissions);
  const answer = (await terminal.ask(t.installQuestion)).toLowerCase();
  if (answer === 'c') return 'cancel';
  if (enable === false) return 'install';
  return answer === 'e' || (answer === '' && enable) ? 'enable' : 'install';
}

/** Asks whether to switch an installed plugin on. @throws `consent_required` */
export async function consentToEnable(terminal: Terminal, plugin: PluginSummary): Promise<boolean> {
  if (terminal.options.yes) return true;
  if (!terminal.interactive) throw consentRequired(plugin);
  showPermissions(terminal, plugin.permissions);
  return /^y/i.test(await terminal.ask(terminal.t.enableQuestion(plugin.name)));
}

function showPermissions({ t, note, language }: Terminal, permissions: readonly Permission[]): void {
  note(permissions.length > 0 ? t.asksFor : t.asksForNothing);
  for (const permission of permissions)
    note(`  · ${permissionTexts[language][permission].title}  (${permission})`);
  note(t.runsSandboxed);
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
