import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary';
import { SettingsFile, setLimits } from '.';

function settingsFile(plugins: unknown): SettingsFile {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ plugins }));
  return new SettingsFile(folder);
}

test('limits of settings.json are brought into their range; what is no number is not there (M13)', () => {
  const { plugins } = settingsFile({
    load_timeout_seconds: 9_999,
    limits: {
      a: { memoryMb: 1e9, loadSeconds: -5, toolSeconds: 0.2, other: 1 },
      b: { memoryMb: '256', toolSeconds: null },
      c: 'x',
      __proto__: { memoryMb: 64 },
    },
  }).read();
  expect(plugins.loadTimeoutSeconds).toBe(600);
  expect(plugins.limits.a).toEqual({ memoryMb: 1024, toolSeconds: 1 });
  expect(plugins.limits.b).toEqual({});
  expect(plugins.limits.c).toEqual({});
  expect(settingsFile({ load_timeout_seconds: 0 }).read().plugins.loadTimeoutSeconds).toBe(0);
  expect(settingsFile({ load_timeout_seconds: 0.4 }).read().plugins.loadTimeoutSeconds).toBe(1);
  expect(settingsFile({ load_timeout_seconds: -1 }).read().plugins.loadTimeoutSeconds).toBe(10);
  expect(settingsFile({ load_timeout_seconds: 'x' }).read().plugins.loadTimeoutSeconds).toBe(10);
});

test('only what differs from the defaults is written; defaults leave nothing behind', () => {
  const file = settingsFile({ enabled: [] });
  file.update((settings) => setLimits(settings, 'a', { memoryMb: 256, loadSeconds: 10 }));
  expect(JSON.parse(readFileSync(file.path, 'utf8')).plugins).toEqual({
    enabled: [],
    disabled: [],
    limits: { a: { memoryMb: 256 } },
  });
  file.update((settings) => setLimits(settings, 'a', {}));
  expect(JSON.parse(readFileSync(file.path, 'utf8')).plugins).toEqual({ enabled: [], disabled: [] });
});

test('other changes leave what people wrote about limits as it is; the default in force is the one to differ from', () => {
  const limits = { x: { memoryMb: '256', future: 1 }, y: { memoryMb: 5_000 } };
  const file = settingsFile({ enabled: ['x'], load_timeout_seconds: 30, limits });
  const stored = () => JSON.parse(readFileSync(file.path, 'utf8')).plugins;
  file.update((settings) => {
    settings.preferences.theme = 'dark';
  });
  expect(stored().limits).toEqual(limits);
  file.update((settings) => setLimits(settings, 'x', { memoryMb: 64, loadSeconds: 10 }));
  expect(stored().limits).toEqual({
    x: { future: 1, memoryMb: 64, loadSeconds: 10 },
    y: { memoryMb: 5_000 },
  });
});
