import type { ComponentReason, PackageComponent, RegisteredComponent } from '../shared/components';
import { commandLine, contentsTexts, type ReachableServer, shownTransport } from '../shared/texts/contents';
import { reasonText } from '../shared/texts/reasons';
import { oneLine } from '../shared/visible-text';
import type { Terminal } from './terminal';

const marks = { ok: '✓', warning: '!', skipped: '✗' };

/** Parts of a package, each with what is wrong with it (S6). */
export function showComponents(
  terminal: Terminal,
  components: readonly (PackageComponent | RegisteredComponent)[],
): void {
  const { t, print } = terminal;
  const kinds = {
    skill: t.skill,
    'mcp-server': t.mcpServer,
    tool: t.tool,
    prompt: t.prompt,
    rule: t.rule,
    'pre-rule': t.preRule,
  };
  for (const component of components) {
    const { kind, name, status, reasons } = component;
    const what = kinds[kind];
    const about = kind === 'skill' && component.description ? `: ${oneLine(component.description)}` : '';
    print(`  ${marks[status]} ${what} ${oneLine(name)}${about}`);
    if (kind === 'mcp-server' && component.transport)
      showTransport(terminal, { ...component, transport: component.transport }, '      ');
    showReasons(terminal, reasons);
  }
}

/** Each with the clause it is about. */
export function showReasons(
  { print, language }: Pick<Terminal, 'print' | 'language'>,
  reasons: readonly ComponentReason[],
): void {
  for (const { code, message, clause } of reasons) {
    const sentence = reasonText(language, code);
    if (sentence) print(`      ${sentence}`);
    print(`      ${oneLine(message)} (${clause})`);
  }
}

/** The exact command or address (M2). */
export function showTransport(
  { print, language }: Pick<Terminal, 'print' | 'language'>,
  { transport }: ReachableServer,
  indent: string,
): void {
  const t = contentsTexts[language];
  const { command, url, cwd, env, headers } = shownTransport(transport);
  if (command) print(`${indent}${commandLine(command)}`);
  if (url !== null) print(`${indent}${url}`);
  if (cwd !== null) print(`${indent}${t.cwd}: ${cwd}`);
  if (env.length > 0) print(`${indent}${t.env}: ${commandLine(env)}`);
  for (const header of headers) print(`${indent}${header}`);
}
