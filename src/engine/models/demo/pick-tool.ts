interface DescribedTool {
  name: string;
  description?: string | undefined;
}

/** The tool whose name and description share most with the message; the first one on a tie, null when none shares enough. */
export function pickTool<T extends DescribedTool>(tools: readonly T[], message: string): T | null {
  const wanted = terms(message);
  let best: T | null = null;
  let bestScore = 0;
  for (const tool of tools) {
    const own = terms(`${tool.name.replaceAll('_', ' ')} ${tool.description ?? ''}`);
    const score = message.includes(tool.name) ? 100 : [...wanted].filter((term) => own.has(term)).length;
    if (score > bestScore) {
      best = tool;
      bestScore = score;
    }
  }
  return best;
}

const fillers: ReadonlySet<string> = new Set(
  'the and for you with this that from what how are can please show give tell about into not all'.split(' '),
);

/** Latin words of three letters and more, and pairs of Chinese characters. */
function terms(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z][a-z0-9]{2,}/g)) {
    const singular = word.replace(/s$/, '');
    if (!fillers.has(word)) found.add(singular);
  }
  for (const [run] of text.matchAll(/\p{Script=Han}+/gu)) {
    for (let at = 0; at + 2 <= run.length; at++) found.add(run.slice(at, at + 2));
  }
  return found;
}
