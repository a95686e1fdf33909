// Curves of odds; the numbers are computed by hand.
import { expect, test } from 'vitest';
import type { OddsAnswer } from '../../src/engine/protocol';
import { atLeastOnce, cumulative, curvesOf, stacked } from '../../src/model/curves';

function answer(odds: Readonly<Record<string, number>>, unexplored = 0, value: string | null = null, unlisted = unexplored): OddsAnswer {
  const rows = Object.entries(odds).map(([name, low]) => ({ values: [name], probability: low, low, high: low + unlisted, fraction: null, estimate: null }));
  return { value, rows, exact: unexplored === 0, limit: 'none', given: 1 - unexplored, unexplored, unlisted, mean: 0, estimate: null };
}

test('a stack has a height of 1 at each value, and keeps what is not explored apart', () => {
  const curves = curvesOf({ columns: ['kind'], exact: false, answers: [answer({ a: 0.5, b: 0.25, c: 0.25 }, 0, '1'), answer({ a: 0.25, c: 0.25 }, 0.5, '2')] });
  expect(curves.map(({ name }) => name)).toEqual(['a', 'c', 'b']);
  const areas = stacked(curves, 1);
  expect(areas.map(({ name }) => name)).toEqual(['a', '2 others', 'not explored']);
  expect(areas.map(({ points }) => points.map(({ low, high }) => [low, high]))).toEqual([
    [[0, 0.5], [0, 0.25]], [[0.5, 1], [0.25, 0.5]], [[1, 1], [0.5, 1]]]);
  expect(stacked(curvesOf({ columns: ['kind'], exact: true, answers: [answer({ a: 0.1, b: 0.2, c: 0.7 })] }), 8).length).toBe(3);
});

test('cumulative odds go by the size of numbers, and bounds stay bounds', () => {
  expect(cumulative(answer({ 10: 0.25, 9: 0.5, '-1': 0.25 }))).toEqual({
    places: ['-1', '9', '10'], curves: [{ name: 'at most', points: [{ low: 0.25, high: 0.25 }, { low: 0.75, high: 0.75 }, { low: 1, high: 1 }] }] });
  expect(cumulative(answer({ 1: 0.25, 2: 0.25 }, 0.5))!.curves[0]!.points).toEqual([{ low: 0.25, high: 0.75 }, { low: 0.5, high: 1 }]);
  expect(cumulative(answer({ a: 1, 2: 0 }))).toBeNull();
  expect(cumulative(answer({ 2: 1 }))).toBeNull();
});

test('under a condition an outcome may have all that is unexplored of what meets it', () => {
  // Of all rolls 10% meet the condition with 2, and 10% are not explored: 3 has up to half.
  const tin = answer({ 2: 0.5 }, 0.1, '1', 0.5);
  const both = answer({ 2: 0.5, 3: 0.5 }, 0, '2');
  const curves = curvesOf({ columns: ['worth'], exact: false, answers: [tin, both] });
  expect(curves.map(({ name, points }) => [name, ...points])).toEqual([
    ['2', { low: 0.5, high: 1 }, { low: 0.5, high: 0.5 }], ['3', { low: 0, high: 0.5 }, { low: 0.5, high: 0.5 }]]);
  expect(curvesOf({ columns: ['worth'], exact: false, answers: [both, tin] })[1]!.points[1]).toEqual({ low: 0, high: 0.5 });
  expect(cumulative(answer({ 1: 0.2, 2: 0.3 }, 0.1, null, 0.5))!.curves[0]!.points).toEqual([{ low: 0.2, high: 0.7 }, { low: 0.5, high: 1 }]);
});

test('at least once in N rolls', () => {
  const { places, curves } = atLeastOnce(answer({ a: 0.5, b: 0.25, c: 0 }), 3, 2);
  expect(places).toEqual(['1', '2', '3']);
  expect(curves.map(({ name }) => name)).toEqual(['a', 'b']);
  const [a, b] = curves.map(({ points }) => points.map(({ low }) => low));
  expect(a!.map((p) => p.toFixed(9))).toEqual(['0.500000000', '0.750000000', '0.875000000']);
  expect(b!.map((p) => p.toFixed(9))).toEqual(['0.250000000', '0.437500000', '0.578125000']);
  expect(atLeastOnce(answer({ a: 0.5 }), 1e6, 8).places.length).toBe(60);
});
