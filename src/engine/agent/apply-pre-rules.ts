import { randomUUID } from 'node:crypto';
import { apiLimits } from '../../plugin-api';
import { toErrorInfo } from '../../shared/errors';
import type { TurnSummary } from '../../shared/sessions';
import type { PreRuleMatch } from '../plugin-host';
import { newEntry } from './new-entry';
import { noteSkippedPlugins } from './skipped-plugins';
import { StreamingEntry } from './streaming-entry';
import type { Turn, TurnContext, TurnStep } from './turn';

/** characters of JSON that are shown in lines */
const INDENTED = 4_000;

/**
 * Step 2: the first pre-rule that wants the message has one of its plugin's tools called and answers with what it makes of
 * the result, without any model (S18). Once the tool was called the turn ends here, also by failing: asking a model
 * as well could do the same thing twice.
 */
export const applyPreRules: TurnStep = async (turn, context) => {
  const match = await context.hosts.matchPreRule(
    turn.text,
    context.signal,
    ({ pluginId, preRule, error }) => {
      if (preRule === null) return noteSkippedPlugins(turn, context, [pluginId]);
      const values = { rule: `${pluginId}/${preRule}`, reason: error.message };
      context.add(newEntry(turn.turnId, { kind: 'notice', code: 'pre_rule_failed', values }));
    },
  );
  if (!match) return turn;
  const { pluginId, preRule, tool, ms } = match;
  context.add(newEntry(turn.turnId, { kind: 'rule', pluginId, rule: preRule, outcome: 'tool', tool, ms }));
  const started: Turn = { ...turn, summary: { ...turn.summary, preRule: `${pluginId}/${preRule}` } };
  return answerWithTool(started, context, match);
};

async function answerWithTool(turn: Turn, context: TurnContext, match: PreRuleMatch): Promise<Turn> {
  const { tool: key, arguments: args } = match;
  const hidden = context.hosts.tools(match.pluginId).some((tool) => tool.key === key && tool.hidden);
  const entry = new StreamingEntry(context, turn, null);
  entry.addCall({ callId: randomUUID(), key, hidden, arguments: args }, (signal) =>
    context.hosts.callTool(key, args, signal, context.workspace),
  );
  let toolCalls: TurnSummary['toolCalls'];
  try {
    toolCalls = await entry.runTools();
    entry.end('done');
  } catch (error) {
    entry.fail(error);
    throw error;
  }
  const [call] = toolCalls;
  if (call?.error) {
    const { error } = call;
    const base = { kind: 'assistant', source: 'rule', model: null } as const;
    context.add(newEntry(turn.turnId, { ...base, parts: [], status: 'error', error }));
    return { ...turn, summary: { ...turn.summary, toolCalls }, answer: { text: '', status: 'error', error } };
  }
  const text = await render(turn, context, match, call?.result ?? null);
  const parts = [{ type: 'text', text } as const];
  context.add(
    newEntry(turn.turnId, { kind: 'assistant', source: 'rule', model: null, parts, status: 'done' }),
  );
  return { ...turn, summary: { ...turn.summary, toolCalls }, answer: { text, status: 'done' } };
}

/** What the pre-rule's `render` makes of the result. The tool has done its work by then: a render that fails is shown, with the result itself. */
async function render(
  turn: Turn,
  context: TurnContext,
  match: PreRuleMatch,
  result: unknown,
): Promise<string> {
  if (!match.renders) return plain(result);
  try {
    return await context.hosts.renderPreRule(match, result, context.signal);
  } catch (error) {
    context.signal.throwIfAborted();
    const values = { rule: `${match.pluginId}/${match.preRule}`, reason: toErrorInfo(error).message };
    context.add(newEntry(turn.turnId, { kind: 'notice', code: 'pre_rule_render_failed', values }));
    return plain(result);
  }
}

/** The result itself as the answer, in lines where it is short, and never longer than an answer of a rule may be. */
function plain(result: unknown): string {
  const compact = typeof result === 'string' ? result : (JSON.stringify(result) ?? '');
  if (compact.length > apiLimits.ruleMessageLength)
    return `${compact.slice(0, apiLimits.ruleMessageLength)}…`;
  if (typeof result === 'string') return result;
  const text = compact.length <= INDENTED ? JSON.stringify(result, null, 2) : compact;
  return `\`\`\`json\n${text}\n\`\`\``;
}
