import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Check } from '../../shared/checks';
import type { NetworkTest } from '../../shared/privacy';
import type { ConnectionTest } from '../../shared/settings';
import type { Directories } from '../directories';
import type { SettingsFile } from '../settings';
import { migrations } from '../storage';

const NEEDED_NODE = 26;

export interface ChecksOptions {
  directories: Directories;
  settings: SettingsFile;
  /** reaches the current model's service */
  testNetwork(): Promise<NetworkTest>;
  /** asks it with the key there is; null for the demo */
  testKey(): Promise<ConnectionTest | null>;
}

/**
 * Looks at everything SecAgent stands on, changing nothing and starting nothing: it is for when starting fails.
 * Messages are short and in English; `name` and `status` are for programs.
 */
export async function runChecks(options: ChecksOptions): Promise<Check[]> {
  const { directories, settings } = options;
  return [
    node(),
    dataFolder(directories),
    database(directories.database),
    settingsFile(settings),
    managedSettings(settings),
    ...(await network(options)),
  ];
}

function node(): Check {
  const { node: version } = process.versions;
  const own = Number.parseInt(version, 10) >= NEEDED_NODE;
  return {
    name: 'node',
    status: own ? 'ok' : 'error',
    message: own ? version : `${version}; ${NEEDED_NODE} is needed`,
  };
}

function dataFolder({ data, config }: Directories): Check {
  for (const folder of [data, config]) {
    const probe = join(folder, `.writable-${process.pid}`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(probe, '');
      rmSync(probe);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return { name: 'data_folder', status: 'error', message: `${short(folder)} can't be written (${code})` };
    }
  }
  return { name: 'data_folder', status: 'ok', message: short(data) };
}

function database(path: string): Check {
  const result = (status: Check['status'], message: string): Check => ({ name: 'database', status, message });
  if (!existsSync(path)) return result('ok', 'none yet');
  try {
    const found = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
    try {
      const { user_version: version } = found.prepare('PRAGMA user_version').get() as {
        user_version: number;
      };
      if (version > migrations.length) return result('error', 'a newer SecAgent wrote it; update SecAgent');
      const { quick_check: check } = found.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
      return check === 'ok' ? result('ok', `version ${version}`) : result('error', `damaged: ${check}`);
    } finally {
      found.close();
    }
  } catch (error) {
    return result('error', `can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function settingsFile(settings: SettingsFile): Check {
  const result = (status: Check['status'], message: string): Check => ({ name: 'settings', status, message });
  if (settings.damaged()) return result('error', `${short(settings.path)} is no JSON; defaults are used`);
  const problems = settings.problems().map(({ path, reason }) => `${path} ${reason}`);
  return problems.length > 0 ? result('warning', problems.join('; ')) : result('ok', short(settings.path));
}

function managedSettings(settings: SettingsFile): Check {
  const { path, active, locked, problems } = settings.managed();
  const result = (status: Check['status'], message: string): Check => ({
    name: 'managed_settings',
    status,
    message,
  });
  if (problems.length > 0) {
    return result(
      active ? 'warning' : 'error',
      problems.map((problem) => `${problem.path} ${problem.reason}`).join('; '),
    );
  }
  return result('ok', active ? `${path}: ${locked.join(', ') || 'nothing locked'}` : 'none');
}

async function network({ settings, testNetwork, testKey }: ChecksOptions): Promise<Check[]> {
  const result = await testNetwork();
  const { mode } = settings.read().network.proxy;
  const via = 'via' in result && result.via ? result.via : 'direct';
  const proxy: Check = {
    name: 'proxy',
    status: result.outcome === 'failed' && result.at === 'proxy' ? 'error' : 'ok',
    message: result.outcome === 'demo' ? mode : `${mode}: ${via}`,
  };
  switch (result.outcome) {
    case 'demo':
      return [proxy, { name: 'model', status: 'ok', message: 'built-in demo' }];
    case 'reached':
      return [proxy, model(await testKey(), `${result.host} answered in ${result.ms} ms`)];
    case 'failed':
      return [proxy, { name: 'model', status: 'error', message: result.message }];
  }
}

function model(test: ConnectionTest | null, answered: string): Check {
  if (!test || test.ok) return { name: 'model', status: 'ok', message: answered };
  return { name: 'model', status: 'error', message: test.error.message };
}

function short(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
