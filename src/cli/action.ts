import type { Command } from 'commander';
import { type GlobalOptions, openTerminal, reportFailure, type Terminal } from './terminal';

/** Wraps an action: opens the terminal for its options and reports what it throws. */
export function action<A extends unknown[]>(
  run: (terminal: Terminal, ...args: A) => Promise<void> | void,
): (...args: [...A, unknown, Command]) => Promise<void> {
  return async (...all) => {
    const command = all.at(-1) as Command;
    const options = command.optsWithGlobals<GlobalOptions>();
    let terminal = openTerminal({ json: options.json === true });
    try {
      terminal = openTerminal(options);
      await run(terminal, ...(all as unknown as A));
      terminal.flush();
    } catch (error) {
      reportFailure(terminal, error);
    }
  };
}
