// The example plugin whose rule the bench has answered.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../../scripts/lib/terminal.mjs';
import { secagent } from './secagent-command.mjs';

export async function installPoints(home) {
  const folder = at('plugins-examples/dist');
  const file = readdirSync(folder).find((name) => /^points-.*\.zip$/.test(name));
  if (!file) throw new Error('the example plugin "points" is missing');
  await secagent(home, ['plugins', 'install', join(folder, file), '--enable', '--yes', '--json']);
}
