import type { Command } from 'commander';
import type { Engine } from '../../engine';
import type { ListedSkill } from '../../shared/skills';
import { oneLine } from '../../shared/visible-text';
import { action } from '../action';
import { withEngine } from '../open-engine';
import { showReasons } from '../show-components';
import type { Terminal } from '../terminal';

/** ms a command waits for plugins, which bring skills of their own. */
const START_WAIT_MS = 15_000;

export function addSkillCommands(program: Command): void {
  const skills = program.command('skills').description('skills of the folder, the configuration and plugins');
  skills
    .command('list')
    .description('all skills, and what is wrong with those that are not used')
    .action(
      action((terminal) => withSkills(terminal, (engine, folder) => printList(terminal, engine, folder))),
    );
  skills
    .command('show <name>')
    .description('one skill, with its text')
    .action(
      action((terminal, name: string) =>
        withSkills(terminal, (engine, folder) => {
          const skill = engine.skills.show(folder, name);
          if (terminal.options.json) return terminal.json({ skills: [skill] });
          terminal.note(summaryLine(terminal, skill));
          terminal.note(oneLine(skill.path));
          showReasons({ ...terminal, print: terminal.note }, skill.reasons);
          terminal.print(skill.body.trim());
        }),
      ),
    );
  skills
    .command('reload')
    .description('read all skills again')
    .action(
      action((terminal) =>
        withSkills(terminal, (engine, folder) => {
          engine.skills.reload();
          printList(terminal, engine, folder);
        }),
      ),
    );
}

/** With the plugins that are on running, and the folder the command works in. */
function withSkills(terminal: Terminal, work: (engine: Engine, folder: string) => void): Promise<void> {
  return withEngine(terminal.options, { runs: () => true }, async (engine) => {
    await engine.hosts.whenSettled(START_WAIT_MS);
    work(engine, engine.workspaces.of(null));
  });
}

function printList(terminal: Terminal, engine: Engine, folder: string): void {
  const skills = engine.skills.list(folder);
  if (terminal.options.json) return terminal.json({ skills });
  if (skills.length === 0) terminal.note(terminal.t.noSkills);
  for (const skill of skills) {
    terminal.print(summaryLine(terminal, skill));
    showReasons(terminal, skill.reasons);
  }
}

function summaryLine({ t }: Terminal, { name, source, status, description }: ListedSkill): string {
  const line = `${oneLine(name)}  ${t.skillSources[source]}  ${t.skillStatus[status]}`;
  return description ? `${line}  ${oneLine(description)}` : line;
}
