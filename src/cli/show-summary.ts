import type { Engine } from '../engine';
import { startSummary } from '../shared/texts/summary';
import type { Terminal } from './terminal';

/** What there is to work with (H9), on stderr; nothing with --json. */
export function showSummary({ language, aside, options }: Terminal, engine: Engine): void {
  const summary = startSummary(language, engine.status());
  if (summary && !options.json) aside(summary);
}
