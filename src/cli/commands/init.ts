import type { Command } from 'commander';
import { action } from '../action';
import { withEngine } from '../open-engine';

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('create the workspace folder and say where it is')
    .action(
      action((terminal) =>
        withEngine(terminal.options, {}, (engine) => {
          const workspace = engine.workspace();
          if (terminal.options.json) terminal.json({ workspace });
          else terminal.print(terminal.t.workspaceReady(workspace));
        }),
      ),
    );
}
