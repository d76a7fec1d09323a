import { Command, CommanderError, Option } from 'commander';
import { version } from '../engine';
import { SecAgentError } from '../shared/errors';
import type { Language } from '../shared/settings';
import { addChatCommand } from './commands/chat';
import { addDoctorCommand } from './commands/doctor';
import { addInitCommand } from './commands/init';
import { addModelCommands } from './commands/models';
import { addPluginCommands } from './commands/plugins';
import { addRunCommand } from './commands/run';
import { addSessionCommands } from './commands/sessions';
import { addSkillCommands } from './commands/skills';
import { allCommands, translateHelp } from './help';
import { exitCodes, languageOf, openTerminal, reportFailure } from './terminal';

/** Runs the `secagent` command; sets the exit code. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  endWithItsReader();
  const program = buildProgram(languageOf(givenLanguage(argv)));
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

/** `secagent … | head` has read enough: that is no failure, and nobody is there to be told of one. */
function endWithItsReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
}

/** Every command, with its help in this language. */
export function buildProgram(language: Language): Command {
  const program = new Command('secagent')
    .description('A chat agent whose abilities come from sandboxed plugins')
    .version(version, '-V, --version', 'output the version number')
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
    addSkillCommands,
    addModelCommands,
    addDoctorCommand,
  ])
    add(program);
  for (const command of allCommands(program)) acceptGlobalOptions(command);
  translateHelp(program, language);
  return program;
}

/** Global options may stand before or after the command's name. */
function acceptGlobalOptions(command: Command): void {
  command
    .exitOverride()
    .addOption(new Option('--home <dir>').hideHelp())
    .addOption(new Option('--workspace <dir>').hideHelp())
    .addOption(new Option('--json').hideHelp())
    .addOption(new Option('--lang <zh|en>').hideHelp())
    .addOption(new Option('--verbose').hideHelp())
    .addOption(new Option('--yes').hideHelp());
}

/** `--lang`, before the command line has been understood; a wrong one is reported later. */
function givenLanguage(argv: readonly string[]): string | undefined {
  const value = argv.includes('--lang') ? argv[argv.indexOf('--lang') + 1] : undefined;
  return value === 'zh' || value === 'en' ? value : undefined;
}
