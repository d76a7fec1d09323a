import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pluginPackage, pluginSources } from '../../../fixtures/plugin-packages';
import { temporaryFolder } from '../../../fixtures/temporary';
import { buildZip } from '../../../fixtures/zip';
import { readPackage, readZip, writeFiles } from '../plugins';

const names = readdirSync(pluginSources);

const filesOf = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(directory, file)).isFile(),
  );

/** What only somebody who knows where plugins run here would write. */
const KNOWING =
  /sandbox|isolate|\bivm\b|\bguest|prelude|plugin-host|SecAgentError|permission_missing|sectl_unavailable|['"`]\/plugin\b|globalThis\.(?:process|Buffer|require|fetch)|typeof (?:process|Buffer|fetch|crypto|performance)\b/i;

test('there are plugins of every kind that real ones come in', () => {
  expect(names).toEqual(
    expect.arrayContaining([
      'roster-connector',
      'markdown-svg',
      'picker',
      'class-account',
      'compiled-modules',
    ]),
  );
});

test.each(names)('%s does not know where it runs', (name) => {
  const files = filesOf(join(pluginSources, name));
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const found = KNOWING.exec(readFileSync(join(pluginSources, name, file), 'utf8'));
    expect(found && `${file}: ${found[0]}`).toBeNull();
  }
});

test.each(names)('%s, zipped, is a package that can be installed', async (name) => {
  const { id, main, permissions, directory } = await pluginPackage(name);
  const folder = temporaryFolder();
  const zip = join(folder, 'plugin.zip');
  const entries = filesOf(directory).map((file) => ({
    name: file.replaceAll('\\', '/'),
    data: readFileSync(join(directory, file)),
  }));
  writeFileSync(zip, buildZip(entries));
  const unpacked = join(folder, 'unpacked');
  await writeFiles(readZip(zip), unpacked);
  expect(await readPackage(unpacked)).toMatchObject({
    format: 'native',
    id,
    main,
    permissions: expect.arrayContaining(permissions),
  });
});
