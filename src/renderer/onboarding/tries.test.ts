import { expect, test } from 'vitest';
import { bundledPackages } from '../../shared/bundled-packages';
import type { PluginSummary } from '../../shared/plugins';
import type { ListedModel } from '../../shared/settings';
import { triesFor } from './tries';

const known = bundledPackages[0];
const plugin = (state: string, enabled = true) => ({ id: known?.id, enabled, state }) as PluginSummary;
const model = { id: 'a:b', demo: false, hasKey: true } as ListedModel;
const demo = { id: 'demo', demo: true, hasKey: true } as ListedModel;

test('a package that is on brings its own, in the language of the window', () => {
  expect(triesFor([plugin('ready')], demo, 'zh')).toEqual({
    kind: 'package',
    texts: known?.zh.tries,
    ready: true,
  });
  expect(triesFor([plugin('activating')], demo, 'en')).toMatchObject({
    texts: known?.en.tries,
    ready: false,
  });
});

test('without it, a real model gets real questions and the demo only what it can answer', () => {
  expect(triesFor([plugin('disabled', false)], model, 'zh').texts).toHaveLength(3);
  expect(triesFor([plugin('error')], demo, 'zh')).toEqual({ kind: 'general', texts: ['capabilities'] });
  expect(triesFor([], { ...model, hasKey: false }, 'zh').texts).toEqual(['capabilities']);
  expect(triesFor([], null, 'zh').texts).toEqual(['capabilities']);
});
