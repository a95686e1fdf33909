// The rows of odds that moved between two texts, the largest move first. A row that one side does not have has probability
// 0 there, within what that side left unexplored. test/unit/model.test.ts.
import type { OddsAnswer, OddsResult } from '../engine/protocol';

export interface Moved {
  readonly swept: string | null;
  readonly values: readonly string[];
  readonly before: { readonly low: number; readonly high: number };
  readonly after: { readonly low: number; readonly high: number };
  /** How far the middle moved. */
  readonly by: number;
  /** Whether the intervals do not meet: the odds are certain to differ. */
  readonly isCertain: boolean;
}

// Differences of exact odds below this are of floating point.
const kNoise = 1e-12;

function rowsOf(answer: OddsAnswer | undefined): Map<string, { values: readonly string[]; low: number; high: number }> {
  return new Map((answer?.rows ?? []).map(({ values, low, high }) => [JSON.stringify(values), { values, low, high }]));
}

export function movedRows(before: OddsResult, after: OddsResult): readonly Moved[] {
  const out: Moved[] = [];
  const swept = new Set([...before.answers, ...after.answers].map(({ value }) => value));
  for (const value of swept) {
    const [old, now] = [before, after].map(({ answers }) => answers.find((one) => one.value === value));
    const [oldRows, nowRows] = [rowsOf(old), rowsOf(now)];
    for (const key of new Set([...oldRows.keys(), ...nowRows.keys()])) {
      const none = (answer: OddsAnswer | undefined) => ({ low: 0, high: answer?.unexplored ?? 0 });
      const [was, is] = [oldRows.get(key) ?? none(old), nowRows.get(key) ?? none(now)];
      const by = (is.low + is.high - was.low - was.high) / 2;
      if (Math.abs(by) <= kNoise) { continue; }
      const { values } = (oldRows.get(key) ?? nowRows.get(key))!;
      out.push({
        swept: value, values, by, isCertain: is.low > was.high || is.high < was.low,
        before: { low: was.low, high: was.high }, after: { low: is.low, high: is.high },
      });
    }
  }
  return out.sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
}
