import type { TurnResult } from '../../shared/sessions';
import { type ChosenModel, streamStep } from '../models';
import type { Sessions } from '../sessions';

/** Titles longer than this are no titles. */
const TITLE_CHARACTERS = 40;
const ANSWER_MS = 30_000;
/** characters of the first message that a title needs */
const ENOUGH = 2000;

/** The first line of a message, as a chat's name until there is a better one. */
export function titleFrom(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  const characters = [...line];
  return characters.length <= TITLE_CHARACTERS
    ? line
    : `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`;
}

export interface Naming {
  sessions: Sessions;
  /** @throws `model_unknown` */
  model(): ChosenModel | null;
  signal: AbortSignal;
}

/**
 * Lets the title model name a chat after its first turn. A turn that asked no model asks none for its title either,
 * a name somebody gave meanwhile stays, and whatever goes wrong leaves the first line.
 * @returns whether there is a new name
 */
export async function nameSession(text: string, result: TurnResult, naming: Naming): Promise<boolean> {
  const { sessions, signal } = naming;
  if (result.status !== 'done' || result.turn.modelRequests === 0) return false;
  try {
    const model = naming.model();
    if (!model || model.info.demo) return false;
    const title = cleanTitle(await ask(model, text, signal));
    if (!title || sessions.summary(result.sessionId).title !== titleFrom(text)) return false;
    sessions.rename(result.sessionId, title);
    return true;
  } catch {
    // The first line is a name as well; nobody waits for this one.
    return false;
  }
}

async function ask(model: ChosenModel, text: string, signal: AbortSignal): Promise<string> {
  let answer = '';
  await streamStep(
    {
      model: await model.load(),
      reasoning: 'none',
      instructions:
        'You name conversations. Answer with a title of at most eight words, or sixteen Chinese characters, in the language of the message. No quotation marks, no full stop, nothing else.',
      messages: [{ role: 'user', content: text.slice(0, ENOUGH) }],
      tools: [],
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    },
    (part) => {
      if (part.type === 'text') answer += part.text;
    },
  );
  return answer;
}

/** One line, without the quotation marks and the full stop models like to add; empty when it is no title. */
function cleanTitle(answer: string): string {
  const line = answer.trim().split('\n').at(-1) ?? '';
  const title = line.replace(/^[\s"'“”‘’「」《》#*]+|[\s"'“”‘’「」《》*。.!！]+$/gu, '');
  return [...title].length <= TITLE_CHARACTERS * 2 ? title : '';
}
