import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standInBridge } from './stand-in-bridge';

let bridge: ReturnType<typeof standInBridge>;
let packages: typeof import('./packages');
beforeEach(async () => {
  vi.resetModules();
  bridge = standInBridge({});
  packages = await import('./packages');
  packages.followPackages();
});
afterEach(() => vi.unstubAllGlobals());

const notices = () => packages.usePackages.getState().notices;
const files = (count: number) => Array.from({ length: count }, (_, at) => new File([], `${at}.zip`));

test('what is no file, and more files than can be asked about, get a sentence', async () => {
  bridge.openDropped.mockResolvedValueOnce({ ok: true, value: false });
  await packages.openDropped(files(1));
  expect(notices()).toMatchObject([{ kind: 'notAFile' }]);
  await packages.openDropped(files(53));
  expect(notices().at(-1)).toMatchObject({ kind: 'tooMany', max: 50, rest: 3 });
  expect(bridge.openDropped.mock.lastCall?.[0]).toHaveLength(50);
});

test('a plugin that was installed and could not be started is not reported as on', () => {
  const plugin = { id: 'a', name: 'A', version: '1.0.0' };
  const error = { code: 'plugin_load_failed' as const, message: 'it threw' };
  bridge.send('packages.decided', { ...plugin, outcome: 'failed', error });
  bridge.send('packages.decided', { ...plugin, outcome: 'cancelled' });
  expect(notices()).toMatchObject([{ ...plugin, kind: 'failed', error }]);
});
