import type { Entry, ToolCall, TurnEvent } from '../shared/sessions';
import type { Terminal } from './terminal';

/** Shows a turn as it happens: what acted on stderr, the answer's text through `write`. */
export function turnPrinter(terminal: Terminal, write: (text: string) => void): (event: TurnEvent) => void {
  const { t, aside } = terminal;
  // What the model thinks, line by line; the last line ends with what follows.
  let thought: string | null = null;
  const think = (text: string) => {
    if (thought === null) aside(`· ${t.thinking} …`);
    const lines = ((thought ?? '') + text).split('\n');
    thought = lines.pop() ?? '';
    for (const line of lines) aside(`  ${line}`);
  };
  const endThought = () => {
    if (thought) aside(`  ${thought}`);
    thought = null;
  };
  // Text of one step ends its line before the next step's tools or text.
  let midLine = false;
  const endLine = () => {
    if (midLine) write('\n');
    midLine = false;
  };
  return (event) => {
    if (event.type === 'delta' && event.part === 'reasoning') think(event.text);
    else endThought();
    if (event.type === 'delta' && event.part === 'text') {
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

function showEntry({ t, aside }: Terminal, entry: Entry, write: (text: string) => void): void {
  switch (entry.kind) {
    case 'skill':
      // Without a pattern it is one that /skill names.
      aside(`· ${entry.pattern ? t.skillLoaded(entry.name, entry.matched) : t.skillAsked(entry.name)}`);
      break;
    case 'rule': {
      const { pluginId, rule } = entry;
      if (entry.outcome === 'reply') aside(`· ${t.ruleAnswered(pluginId, rule)}`);
      else if (entry.outcome === 'tool') aside(`· ${t.preRuleMatched(pluginId, rule)}`);
      else if (entry.outcome === 'llm') aside(`· ${t.ruleAdded(pluginId, rule)}`);
      else aside(`· ${t.ruleFailed(pluginId, rule, entry.error?.message ?? '')}`);
      break;
    }
    case 'notice':
      if (entry.code === 'plugins_starting') aside(`· ${t.stillStarting(entry.values.plugins ?? '')}`);
      if (entry.code === 'plugins_skipped') aside(`· ${t.busySkipped(entry.values.plugins ?? '')}`);
      if (entry.code === 'pre_rule_render_failed') {
        aside(`· ${t.renderFailed(entry.values.rule ?? '', entry.values.reason ?? '')}`);
      }
      if (entry.code === 'rule_pattern_failed' || entry.code === 'pre_rule_failed') {
        aside(`· ${t.rulePatternFailed(entry.values.rule ?? '', entry.values.reason ?? '')}`);
      }
      if (entry.code === 'skill_pattern_failed') {
        aside(`· ${t.patternFailed(entry.values.skill ?? '', entry.values.reason ?? '')}`);
      }
      if (entry.code === 'skills_reloaded') {
        aside(`· ${t.skillsReloaded(entry.values.usable ?? '', entry.values.broken ?? '')}`);
      }
      if (entry.code === 'skill_unreadable') {
        aside(`· ${t.skillFailed(entry.values.skill ?? '', entry.values.reason ?? '')}`);
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

function showCall({ t, aside }: Terminal, call: ToolCall): void {
  if (call.status === 'running') aside(`· ${call.key} ${short(call.arguments)}`);
  if (call.status === 'done') aside(`  → ${short(call.result)} (${call.ms} ms)`);
  if (call.status === 'error') aside(`  → ${t.toolFailed}: ${call.error?.message ?? ''} (${call.ms} ms)`);
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
