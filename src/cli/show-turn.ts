import type { Entry, ToolCall, TurnEvent } from '../shared/sessions';
import type { Terminal } from './terminal';

/** Shows a turn as it happens: what acted on stderr, the answer's text through `write`. */
export function turnPrinter(terminal: Terminal, write: (text: string) => void): (event: TurnEvent) => void {
  const { t, note, dim } = terminal;
  let thinking = false;
  // Text of one step ends its line before the next step's tools or text.
  let midLine = false;
  const endLine = () => {
    if (midLine) write('\n');
    midLine = false;
  };
  return (event) => {
    if (event.type === 'delta' && event.part === 'reasoning') {
      if (!thinking) note(dim(`· ${t.thinking} …`));
      thinking = true;
    }
    if (event.type === 'delta' && event.part === 'text') {
      thinking = false;
      midLine = !event.text.endsWith('\n');
      write(event.text);
    }
    if (event.type === 'tool') {
      endLine();
      showCall(terminal, event.call);
    }
    if (event.type === 'entry') {
      if (event.entry.kind === 'assistant' && event.entry.source === 'rule') midLine = true;
      showEntry(terminal, event.entry, write);
    }
    if (event.type === 'finish') endLine();
  };
}

function showEntry({ t, note, dim }: Terminal, entry: Entry, write: (text: string) => void): void {
  switch (entry.kind) {
    case 'skill':
      note(dim(`· ${t.skillLoaded(entry.name, entry.matched)}`));
      break;
    case 'rule': {
      const { pluginId, rule } = entry;
      if (entry.outcome === 'reply') note(dim(`· ${t.ruleAnswered(pluginId, rule)}`));
      else if (entry.outcome === 'llm') note(dim(`· ${t.ruleAdded(pluginId, rule)}`));
      else note(dim(`· ${t.ruleFailed(pluginId, rule, entry.error?.message ?? '')}`));
      break;
    }
    case 'notice':
      if (entry.code === 'plugins_starting') note(dim(`· ${t.stillStarting(entry.values.plugins ?? '')}`));
      if (entry.code === 'skill_pattern_failed') {
        note(dim(`· ${t.skillFailed(entry.values.skill ?? '', entry.values.reason ?? '')}`));
      }
      break;
    case 'assistant':
      if (entry.source === 'rule')
        write(entry.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));
      break;
    case 'user':
      break;
  }
}

function showCall({ t, note, dim }: Terminal, call: ToolCall): void {
  if (call.status === 'running') note(dim(`· ${call.key} ${short(call.arguments)}`));
  if (call.status === 'done') note(dim(`  → ${short(call.result)} (${call.ms} ms)`));
  if (call.status === 'error') note(dim(`  → ${t.toolFailed}: ${call.error?.message ?? ''} (${call.ms} ms)`));
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
