// The numbers at the axes.
import { expect, test } from 'vitest';
import { ticksAcross, ticksUp } from '../../src/model/ticks';

test.each([
  [1, [0.2, 0.4, 0.6, 0.8, 1]],
  [0.75, [0.2, 0.4, 0.6]],
  [0.65, [0.2, 0.4, 0.6]],
  [0.5, [0.1, 0.2, 0.3, 0.4, 0.5]],
  [0.0123, [0.005, 0.01]],
  [0.03, [0.01, 0.02, 0.03]],
  [0, []],
])('round odds up to %d', (most, ticks) => {
  const found = ticksUp(most, false);
  expect(found).toHaveLength(ticks.length);
  found.forEach((one, i) => expect(one).toBeCloseTo(ticks[i]!, 12));
});

test('every largest odds have one to five ticks, none above them', () => {
  for (let most = 1e-9; most <= 1; most *= 1.07) {
    const found = ticksUp(most, false);
    expect(found.length).toBeGreaterThanOrEqual(1);
    expect(found.length).toBeLessThanOrEqual(5);
    expect(found.at(-1)).toBeLessThanOrEqual(most * (1 + 1e-6));
  }
});

test('a logarithmic axis has powers of ten', () => {
  expect(ticksUp(0.5, true)).toEqual([0.00001, 0.0001, 0.001, 0.01, 0.1]);
  expect(ticksUp(1, true)).toEqual([0.0001, 0.001, 0.01, 0.1, 1]);
});

test('some of the places', () => {
  expect(ticksAcross(0)).toEqual([]);
  expect(ticksAcross(1)).toEqual([0]);
  expect(ticksAcross(5)).toEqual([0, 1, 2, 3, 4]);
  expect(ticksAcross(20)).toEqual([0, 3, 6, 9, 12, 15, 18]);
  expect(ticksAcross(9)).toHaveLength(9);
  expect(ticksAcross(1000).length).toBeLessThanOrEqual(9);
});
