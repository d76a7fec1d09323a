import { expect, test } from 'vitest';
import { compare, median, quantile } from './figures.mjs';

test('a quantile lies between its neighbours in proportion', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(quantile([10, 20, 30, 40, 50], 0.95)).toBeCloseTo(48);
  expect(quantile([7], 0.95)).toBe(7);
});

test('ratios are taken pair by pair, so that a slow moment of the machine cancels out', () => {
  const row = compare('start', {
    unit: 'ms',
    values: [150, 1500, 160],
    baselines: [100, 1000, 100],
    against: 'empty window',
    goal: 1.5,
  });
  expect(row).toMatchObject({ value: 160, baseline: 100, ratio: 1.5, lowest: 1.5, highest: 1.6, met: true });
});

test('a comparison without a goal is neither met nor missed', () => {
  const row = compare('turn', { unit: 'ms', values: [2], baselines: [1], against: 'call' });
  expect(row).toMatchObject({ ratio: 2, goal: null, met: null });
});

test('a limit is for the value, whatever the ratio is', () => {
  const row = (limit) =>
    compare('memory', { unit: 'MiB', values: [30], baselines: [10], against: 'bare', limit });
  expect(row(40)).toMatchObject({ ratio: 3, met: true });
  expect(row(20)).toMatchObject({ ratio: 3, met: false });
});
