// The verdict above the odds.
import { expect, test } from 'vitest';
import type { OddsAnswer, OddsResult } from '../../src/engine/protocol';
import { isNeverSet, verdictWords } from '../../src/model/verdict';

const sound = {
  value: null, rows: [], exact: true, limit: 'none', given: 1, unexplored: 0, unlisted: 0, mean: 0, estimate: null,
};
const answer = (more: Partial<OddsAnswer>): OddsAnswer => ({ ...sound, ...more });
const result = (...answers: OddsAnswer[]): OddsResult =>
  ({ columns: ['kind'], answers, exact: answers.every(({ exact }) => exact) });
const asking = { hasCondition: false, isSwept: false, isBusy: false };

test('the share of a condition is that of one answer, not of a sweep', () => {
  const half = answer({ given: 0.5 });
  expect(verdictWords(result(half), asking)).toBe('exact');
  expect(verdictWords(result(half), { ...asking, hasCondition: true })).toBe('exact; the condition holds in 50%');
  expect(verdictWords(result(half, answer({})), { ...asking, hasCondition: true, isSwept: true })).toBe('exact');
  const open = answer({ exact: false, limit: 'paths', given: 0.5, unexplored: 0.1, unlisted: 0.2 });
  expect(verdictWords(result(open), { ...asking, hasCondition: true, isBusy: true })).toBe(
    'bounds: each number is proven to be within its interval; 10% is not explored (the limit of paths ended the work); ' +
    'an outcome that is not listed has at most 20%; the bounds get tighter…; the condition holds in 50% to 60%');
});

test('of a sweep the largest share that is not explored counts', () => {
  const [little, much] = [0.001, 0.25].map((unexplored) => answer({ exact: false, limit: 'stopped', unexplored }));
  expect(verdictWords(result(little!, much!), { ...asking, isSwept: true }))
    .toBe('bounds: each number is proven to be within its interval; up to 25% is not explored (the time ended the work)');
});

test('what only fractions can tell is no limit', () => {
  const tiny = answer({ exact: false, limit: 'none', unexplored: 1e-300, unlisted: 1e-300 });
  expect(verdictWords(result(tiny), asking)).toBe('bounds: each number is proven to be within its interval; ' +
    'below 0.0000001% is not explored: shares this small are exact with fractions alone');
});

test('an answer of nothing but unset values says so', () => {
  const row = (...values: string[]) => ({ values, key: values.join(), probability: 1, low: 1, high: 1, fraction: null, estimate: null });
  expect(isNeverSet(result(answer({ rows: [row('none')] })))).toBe(true);
  expect(isNeverSet(result(answer({ rows: [row('none', 'none')] }), answer({ rows: [row('none', 'none')] })))).toBe(true);
  expect(isNeverSet(result(answer({ rows: [row('none', 'axe')] })))).toBe(false);
  expect(isNeverSet(result(answer({ rows: [row('none'), row('axe')] })))).toBe(false);
  expect(isNeverSet(result(answer({ rows: [row('none')] }), answer({ rows: [row('axe')] })))).toBe(false);
  expect(isNeverSet(result(answer({ rows: [row('none')], exact: false })))).toBe(false); // more may come
  expect(isNeverSet(result(answer({ rows: [row()] })))).toBe(false); // a count
});
