// Statistics against printed tables and small cases that are computed by hand.
import { added, histogram, kNoTally, meanOf, Tallies, tallyOf } from '../../src/model/stats';
import { expect, test } from 'vitest';
import { chiSquareTail, fit, wilson } from '../../src/model/stats';

test('the tail of chi-square has the values of the tables', () => {
  for (const [x, degrees, p] of [[3.841, 1, 0.05], [6.635, 1, 0.01], [18.307, 10, 0.05], [124.342, 100, 0.05], [149.449, 100, 0.001], [3.940, 10, 0.95]] as const) {
    expect(chiSquareTail(x, degrees)).toBeCloseTo(p, 4);
  }
  for (const x of [0.1, 1, 5, 40]) { expect(chiSquareTail(x, 2)).toBeCloseTo(Math.exp(-x / 2), 9); } // two degrees: exponential
  expect([chiSquareTail(0, 5), chiSquareTail(-1, 5), chiSquareTail(7, 0)]).toEqual([1, 1, 1]);
});

test('intervals of shares', () => {
  const { low, high } = wilson(10, 100); // Wilson 1927
  expect([low, high].map((end) => Math.round(end * 1e4))).toEqual([552, 1744]);
  expect(wilson(0, 100).low).toBe(0);
  expect(wilson(100, 100).high).toBe(1);
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
});

test('counts against odds: rare outcomes together, impossible ones named', () => {
  const odds = new Map([['a', 0.5], ['b', 0.499], ['c', 0.0005], ['d', 0.0005]]);
  const found = fit(new Map([['a', 520], ['b', 480]]), odds, 1000)!;
  expect(found.chiSquare).toBeCloseTo(20 ** 2 / 500 + 19 ** 2 / 499, 9); // c and d are 1 together: too few for a class
  expect([found.degrees, found.impossible]).toEqual([1, []]);
  expect(fit(new Map([['a', 5200], ['b', 4790], ['d', 10]]), odds, 10_000)!.degrees).toBe(3); // 5 each: classes of their own
  expect(fit(new Map([['a', 10], ['x', 1]]), odds, 11)!.impossible).toEqual(['x']);
  expect(fit(new Map([['a', 1]]), odds, 1)).toBeNull();
});

test('the mean of numbers a roll, with its interval', () => {
  // 1, 2, 3, 2 things: a mean of 2, a variance of 2/3.
  const tally = [1, 2, 3, 2].reduce((sum, n) => added(sum, tallyOf(n, 1)), kNoTally);
  const { mean, low, high } = meanOf(tally, 4);
  expect(mean).toBe(2);
  expect([low, high].map((end) => end.toFixed(4))).toEqual([(2 - 1.959964 * Math.sqrt(1 / 6)).toFixed(4), (2 + 1.959964 * Math.sqrt(1 / 6)).toFixed(4)]);
  expect(meanOf(kNoTally, 1)).toEqual({ mean: 0, low: 0, high: 0 });
});

test('tallies that grow roll by roll are those of the rolls added up', () => {
  const rolls = [[2, 1], [0, 3], [2, 0]] as const;
  const tallies = new Tallies();
  for (const [a, b] of rolls) { tallies.add(new Map([...(a > 0 ? [['a', a] as const] : []), ...(b > 0 ? [['b', b] as const] : [])])); }
  expect(new Map(tallies.all())).toEqual(new Map([
    ['a', added(tallyOf(2, 1), tallyOf(2, 1))], ['b', added(tallyOf(1, 1), tallyOf(3, 1))]]));
  expect(added(tallyOf(2, 1), tallyOf(2, 1))).toEqual(tallyOf(2, 2));
});

test('a histogram has those with none, and at most so many bins of one width', () => {
  const tally = [1, 1, 2, 5].reduce((sum, n) => added(sum, tallyOf(n, 1)), kNoTally);
  expect(histogram(tally, 6, 20)).toEqual([
    { from: 0, to: 0, rolls: 2 }, { from: 1, to: 1, rolls: 2 }, { from: 2, to: 2, rolls: 1 }, { from: 3, to: 3, rolls: 0 },
    { from: 4, to: 4, rolls: 0 }, { from: 5, to: 5, rolls: 1 }]);
  expect(histogram(tally, 6, 2)).toEqual([{ from: 0, to: 2, rolls: 5 }, { from: 3, to: 5, rolls: 1 }]);
  expect(histogram(tally, 4, 4)).toEqual([{ from: 1, to: 2, rolls: 3 }, { from: 3, to: 4, rolls: 0 }, { from: 5, to: 5, rolls: 1 }]);
  expect(histogram(kNoTally, 3, 5)).toEqual([{ from: 0, to: 0, rolls: 3 }]);
  expect(histogram(kNoTally, 0, 5)).toEqual([]);
});
