import type { TurnStep } from './turn';

/** Step 4: every prompt is evaluated anew for this message; empty and failing ones are left out (S16). */
export const evaluatePrompts: TurnStep = async (turn, context) => {
  const prompts = await context.hosts.evaluatePrompts(context.signal);
  return { ...turn, prompts: prompts.filter((prompt) => prompt.text?.trim()) };
};
