// A home with so many small plugins, installed and enabled.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildZip } from '../../fixtures/zip.ts';
import { newHome } from '../start/electron.mjs';
import { openEngine } from '../start/engine-process.mjs';

const MAIN = `
export function activate(api) {
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
  api.registerTool({ name: 'echo', description: 'Says it again', inputSchema }, ({ text }) => text);
}
`;

export async function homeWithPlugins(folder, count) {
  const home = newHome(folder);
  const engine = await openEngine(home);
  try {
    for (let number = 1; number <= count; number++) {
      const path = join(folder, `plugin-${number}.zip`);
      writeFileSync(path, packageOf(number));
      const { candidateId } = await engine.request('packages.stage', { path });
      await engine.request('packages.commit', { candidateId, enable: true });
    }
  } finally {
    await engine.end();
  }
  return home;
}

function packageOf(number) {
  const manifest = {
    apiVersion: 1,
    id: `plugin-${number}`,
    name: `Plugin ${number}`,
    version: '1.0.0',
    main: 'main.mjs',
    permissions: ['agent.tools'],
  };
  return buildZip([
    { name: 'secagent-plugin.json', data: JSON.stringify(manifest) },
    { name: 'main.mjs', data: MAIN },
  ]);
}
