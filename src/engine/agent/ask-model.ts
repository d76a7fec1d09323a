import { SecAgentError } from '../../shared/errors';
import { type ChosenModel, streamStep } from '../models';
import { toModelMessages } from './conversation';
import { StreamingEntry } from './streaming-entry';
import { systemPrompt } from './system-prompt';
import { openToolBox } from './tools';
import type { Turn, TurnContext, TurnStep } from './turn';

/** Model calls in one turn; beyond it something loops. */
const MAX_STEPS = 50;

/** Step 5: model ⇄ tools until it answers without calling one. */
export const askModel: TurnStep = async (turn, context) => {
  const chosen = context.model();
  let current = turn;
  for (let step = 0; step < MAX_STEPS; step++) {
    const { next, calledTools, text } = await oneStep(current, context, chosen);
    current = next;
    if (!calledTools) return { ...current, answer: { text, status: 'done' } };
  }
  throw new SecAgentError(
    'turn_too_many_steps',
    `the model kept calling tools for ${MAX_STEPS} steps; the turn was ended`,
  );
};

/** One request, its answer streamed into one entry, and the tools it called, in their order. */
async function oneStep(turn: Turn, context: TurnContext, chosen: ChosenModel) {
  const tools = openToolBox(context, turn.sessionId);
  const { turnId, systemMessage } = turn;
  const model = chosen.info.id;
  const messages = toModelMessages(context.sessions.entries(turn.sessionId), {
    turnId,
    systemMessage,
    model,
  });
  const instructions = systemPrompt(
    context.skills.usable(),
    context.hosts.tools().some((tool) => tool.hidden),
    turn.prompts,
  );
  const answer = new StreamingEntry(context, turn, model);
  try {
    const end = await streamStep(
      {
        model: await chosen.load(),
        reasoning: chosen.reasoning,
        instructions,
        messages,
        tools: tools.offered,
        signal: context.signal,
        onRetry: (retry) => answer.waitToRetry(retry),
      },
      (part) => answer.receive(part, tools),
    );
    const toolCalls = await answer.runTools();
    answer.end('done');
    const { summary } = turn;
    return {
      text: answer.text(),
      calledTools: toolCalls.length > 0,
      next: {
        ...turn,
        summary: {
          ...summary,
          toolCalls: [...summary.toolCalls, ...toolCalls],
          modelRequests: summary.modelRequests + 1,
          usage: {
            inputTokens: summary.usage.inputTokens + end.usage.inputTokens,
            outputTokens: summary.usage.outputTokens + end.usage.outputTokens,
          },
        },
      },
    };
  } catch (error) {
    answer.fail(error);
    throw error;
  }
}
