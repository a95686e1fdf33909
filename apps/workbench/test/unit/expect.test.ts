// What Expect says of expectations that are not decided.
import { expect, test } from 'vitest';
import type { Expectation } from 'spoils';
import { foundOf } from '../../src/views/expect';

const of = (found: string, settled: boolean): Expectation =>
  ({ title: '', file: '', line: 1, found, wanted: '', where: '', fault: '', holds: false, settled, likely: false, ways: [], roll: null });

test('the explored part of an undecided distribution is no value; bounds are', () => {
  for (const found of ['lo with 100%', 'that it never comes', '"a to b" with 1 in 4000000', '"a with b" with 0%']) {
    expect([foundOf(of(found, false)), foundOf(of(found, true))]).toEqual(['', found]);
  }
  for (const found of ['0% to 95.83%', 'no bounds', 'lo with 0% to 50%']) { expect(foundOf(of(found, false))).toBe(found); }
});
