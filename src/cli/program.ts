import { Command, CommanderError } from 'commander';
import { version } from '../engine';
import { SecAgentError } from '../shared/errors';
import { addChatCommand } from './commands/chat';
import { addDoctorCommand } from './commands/doctor';
import { addInitCommand } from './commands/init';
import { addModelCommands } from './commands/models';
import { addPluginCommands } from './commands/plugins';
import { addRunCommand } from './commands/run';
import { addSessionCommands } from './commands/sessions';
import { exitCodes, openTerminal, reportFailure } from './terminal';

/** Runs the `secagent` command; sets the exit code. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const program = buildProgram();
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed its sentence; help and version are no failures.
    process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (error.exitCode !== 0 && argv.includes('--json')) {
      reportFailure(openTerminal({ json: true }), new SecAgentError('usage', error.message));
    }
  }
}

function buildProgram(): Command {
  const program = new Command('secagent')
    .description('A chat agent whose abilities come from sandboxed plugins')
    .version(version)
    .option('--home <dir>', "folder that holds everything (default: the desktop's)")
    .option('--workspace <dir>', 'folder to work in (default: the current one)')
    .option('--json', 'print exactly one JSON value')
    .option('--lang <zh|en>', 'language of the texts')
    .option('--verbose', 'say more about failures')
    .option('--yes', 'agree to what would be asked')
    .exitOverride()
    .configureOutput({ writeErr: (text) => void process.stderr.write(text) });
  for (const add of [
    addInitCommand,
    addRunCommand,
    addChatCommand,
    addSessionCommands,
    addPluginCommands,
    addModelCommands,
    addDoctorCommand,
  ])
    add(program);
  for (const command of allCommands(program)) acceptGlobalOptions(command);
  return program;
}

/** Global options may stand before or after the command's name. */
function acceptGlobalOptions(command: Command): void {
  command
    .exitOverride()
    .option('--home <dir>')
    .option('--workspace <dir>')
    .option('--json')
    .option('--lang <zh|en>')
    .option('--verbose')
    .option('--yes');
}

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}
