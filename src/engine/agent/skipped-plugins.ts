import { newEntry } from './new-entry';
import type { Turn, TurnContext } from './turn';

/** Says once in a turn that these plugins did not answer in time. */
export function noteSkippedPlugins(turn: Turn, context: TurnContext, pluginIds: string[]): void {
  const code = 'plugins_skipped';
  const said = context.sessions
    .entries(turn.sessionId)
    .flatMap((entry) =>
      entry.turnId === turn.turnId && entry.kind === 'notice' && entry.code === code
        ? (entry.values.plugins ?? '').split(', ')
        : [],
    );
  const plugins = pluginIds.filter((id) => !said.includes(id)).join(', ');
  if (plugins) context.add(newEntry(turn.turnId, { kind: 'notice', code, values: { plugins } }));
}
