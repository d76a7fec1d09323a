import type { Command } from 'commander';
import type { Language } from '../shared/settings';
import { chinese } from './help-zh';

/** Puts the help of every command and option into the language; English is what the commands are written in. */
export function translateHelp(program: Command, language: Language): void {
  if (language === 'en') return;
  for (const command of [program, ...allCommands(program)]) {
    command.description(chinese[command.description()] ?? command.description());
    for (const option of command.options)
      option.description = chinese[option.description] ?? option.description;
    command.helpOption('-h, --help', chinese['display help for command']);
    command.configureHelp({ styleTitle: (title) => chinese[title] ?? title });
  }
  program.helpCommand('help [command]', chinese['display help for command']);
}

/** Every command below this one. */
export function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}
