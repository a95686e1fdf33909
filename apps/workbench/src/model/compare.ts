// The rows of odds that moved between two texts, the largest move first. A row that one side does not have is
// within the bounds of what that side left unexplored. test/unit/compare.test.ts.
import type { OddsAnswer, OddsQuestion, OddsResult, PackInfo, Settings, Source } from '../engine/protocol';
import { neverHolds } from './curves';
import { settingsForBoth } from './settings';

/** One of two packs that are compared, in the place of the open text. */
export interface Side {
  readonly origin: string;
  readonly source: Source;
  readonly pack: PackInfo;
}

export interface Moved {
  /** The rule and the column, where several are compared; else empty. */
  readonly of: string;
  /** Whether the numbers are means, not odds. */
  readonly isMean: boolean;
  readonly swept: string | null;
  readonly values: readonly string[];
  readonly before: { readonly low: number; readonly high: number };
  readonly after: { readonly low: number; readonly high: number };
  /** How far the middle moved, or the low end, if a high one is infinite: the order of the rows. */
  readonly by: number;
  /** The bounds of the move. */
  readonly moved: { readonly low: number; readonly high: number };
  /** Whether the intervals do not meet: the odds are certain to differ. */
  readonly isCertain: boolean;
}

/** What a comparison has found so far. */
export interface Comparison {
  readonly rows: readonly Moved[];
  /** Whether all answers so far are exact: else rows that are not listed may have moved within their bounds. */
  readonly isExact: boolean;
  /** Questions that are answered, and how many there are. */
  readonly done: number;
  readonly questions: number;
  /** What could not be compared, with the reason. */
  readonly leftOut: readonly string[];
}

/** In what a condition never holds, so that there are no odds to compare: for each of both texts and each value of a sweep. */
export function neverHeld(before: OddsResult, after: OddsResult): readonly string[] {
  return ([['before', before], ['after', after]] as const).flatMap(([when, { answers }]) => answers.filter(neverHolds)
    .map(({ value }) => `the condition never holds ${when}${value === null ? '' : `, for ${value}`}`));
}

// Differences of exact odds below this are of floating point.
const kNoise = 1e-12;

function isNear(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= kNoise;
}

function rowsOf(answer: OddsAnswer | undefined): Map<string, { values: readonly string[]; low: number; high: number }> {
  return new Map((answer?.rows ?? []).map(({ key, values, low, high }) => [key, { values, low, high }]));
}

export function movedRows(before: OddsResult, after: OddsResult, of = '', isMean = false): readonly Moved[] {
  const out: Moved[] = [];
  const swept = new Set([...before.answers, ...after.answers].map(({ value }) => value));
  for (const value of swept) {
    const [old, now] = [before, after].map(({ answers }) => answers.find((one) => one.value === value));
    if (!isMean && [old, now].some((answer) => answer !== undefined && neverHolds(answer))) { continue; }
    const [oldRows, nowRows] = [rowsOf(old), rowsOf(now)];
    for (const key of new Set([...oldRows.keys(), ...nowRows.keys()])) {
      const none = (answer: OddsAnswer | undefined) => ({ low: 0, high: answer === undefined ? isMean ? Infinity : 1 : answer.unlisted });
      const [was, is] = [oldRows.get(key) ?? none(old), nowRows.get(key) ?? none(now)];
      if (isNear(was.low, is.low) && isNear(was.high, is.high)) { continue; }
      const moved = { low: is.low - was.high, high: is.high - was.low };
      const by = Number.isFinite(moved.low) && Number.isFinite(moved.high) ? (moved.low + moved.high) / 2 : is.low - was.low;
      const { values } = (oldRows.get(key) ?? nowRows.get(key))!;
      out.push({
        of, isMean, swept: value, values, by, moved, isCertain: moved.low > kNoise || moved.high < -kNoise,
        before: { low: was.low, high: was.high }, after: { low: is.low, high: is.high },
      });
    }
  }
  return sorted(out);
}

/** The largest move first. */
export function sorted(rows: readonly Moved[]): readonly Moved[] {
  return [...rows].sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
}

/** A question of a comparison of whole packs. */
export interface Compared {
  readonly of: string;
  readonly isMean: boolean;
  readonly question: OddsQuestion;
  /** What is asked, too, if nothing of this has moved: the members, which take more work than their number. */
  readonly finer?: Compared;
}

/**
 * The questions of a comparison of whole packs, as `spoils diff` has them: each rule that both have, by each field that both
 * have; of lists and sets the number of members; and the mean number of things by the rule that makes them. Rules and
 * fields that only one of them has are left out.
 */
export function questionsOf(before: PackInfo, after: PackInfo, inputs: Settings): { questions: readonly Compared[]; leftOut: readonly string[] } {
  const questions: Compared[] = [];
  const leftOut: string[] = [];
  const onlyOne = (what: string, old: readonly { name: string }[], now: readonly { name: string }[]) => {
    const names = (list: readonly { name: string }[]) => new Set(list.map(({ name }) => name));
    const [was, is] = [names(old), names(now)];
    for (const name of was) { if (!is.has(name)) { leftOut.push(`${what} ${name}: only the first pack has it`); } }
    for (const name of is) { if (!was.has(name)) { leftOut.push(`${what} ${name}: only the second pack has it`); } }
    return (name: string) => was.has(name) && is.has(name);
  };
  const [isField, isRule, isInput] = [
    onlyOne('field', before.fields, after.fields), onlyOne('rule', before.rules, after.rules), onlyOne('input', before.inputs, after.inputs)];
  for (const { name: rule } of after.rules) {
    if (!isRule(rule)) { continue; }
    const parameters = before.rules.find(({ name }) => name === rule)!.parameters.map(({ name }) => name);
    const settings = Object.fromEntries(Object.entries(settingsForBoth(after, rule, inputs)).filter(([name]) => isInput(name) || parameters.includes(name)));
    for (const { name, type } of after.fields) {
      if (!isField(name)) { continue; }
      const asked = (by: string): Compared => ({ of: `${rule}, ${by}`, isMean: false, question: { rule, inputs: settings, by: [by] } });
      questions.push(/^(list|set)/.test(type) ? { ...asked(`count(${name})`), finer: asked(name) } : asked(name));
    }
    questions.push({ of: `${rule}, how many`, isMean: true, question: { rule, inputs: settings, each: ['made_by'] } });
  }
  return { questions, leftOut };
}
