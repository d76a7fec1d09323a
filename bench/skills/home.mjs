// A home with hundreds of skills: in its configuration, and of a plugin that registers a pattern for each.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AdmZip from 'adm-zip';
import { newHome } from '../start/electron.mjs';
import { secagent } from '../start/secagent-command.mjs';

/** of the configuration, and of the plugin */
export const SKILLS = 300;

export async function homeWithSkills(folder) {
  const home = newHome(folder);
  for (let number = 0; number < SKILLS; number++) {
    const directory = join(home, 'config', 'skills', `skill-${number}`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'SKILL.md'), skillText(`skill-${number}`));
  }
  const file = join(folder, 'patterns.zip');
  writeFileSync(file, packageWithPatterns());
  await secagent(home, ['plugins', 'install', file, '--enable', '--yes', '--json']);
  return home;
}

function packageWithPatterns() {
  const zip = new AdmZip();
  const add = (name, text) => zip.addFile(name, Buffer.from(text));
  const manifest = { apiVersion: 1, id: 'patterns', name: 'Patterns', version: '1.0.0', main: 'main.mjs' };
  add('secagent-plugin.json', JSON.stringify({ ...manifest, permissions: ['agent.skills'] }));
  add(
    'main.mjs',
    `export function activate(api) {
      for (let n = 0; n < ${SKILLS}; n++) api.registerSkill('skills/s' + n, new RegExp('第' + n + '(班|组)|class\\\\s+' + n, 'i'));
    }`,
  );
  for (let number = 0; number < SKILLS; number++) add(`skills/s${number}/SKILL.md`, skillText(`s${number}`));
  return zip.toBuffer();
}

const skillText = (name) =>
  `---\nname: ${name}\ndescription: 整理班级事务的做法，第 ${name} 种\n---\n\n${'做法说明。\n'.repeat(200)}`;
