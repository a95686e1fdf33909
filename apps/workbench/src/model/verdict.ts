// What an answer of Odds says of itself: exact or bounds, what is not explored, how often its condition holds, and that
// there is nothing to see.
// test/unit/verdict.test.ts.
import type { OddsResult } from '../engine/protocol';
import { interval, percent, percentOf } from './numbers';

export const kLimits: Readonly<Record<string, string>> = {
  states: 'the limit of states', paths: 'the limit of paths', memory: 'the memory', stopped: 'the time',
  draw: 'a draw with too many outcomes',
};

// What this little leaves open changes no figure that is shown.
const kNegligible = 1e-9;

function unexploredWords({ answers }: OddsResult): string {
  const bounds = answers.filter(({ exact }) => !exact);
  const open = bounds.reduce((most, one) => one.unexplored > most.unexplored ? one : most);
  const share = open.unexplored < kNegligible ? 'below 0.0000001%' : percentOf(open.unexplored, 'up');
  const why = kLimits[open.limit];
  return `${answers.length > 1 ? 'up to ' : ''}${share} is not explored${
    why === undefined ? ': shares this small are exact with fractions alone' : ` (${why} ended the work)`}`;
}

/** `isSwept`: the shares of conditions differ by value, and one of them says nothing of the others. */
function givenWords({ answers: [answer] }: OddsResult, hasCondition: boolean, isSwept: boolean): string {
  // Without a condition, `given` is what was explored of everything.
  if (isSwept || !hasCondition || answer === undefined || answer.given === 1) { return ''; }
  const { exact, given, unexplored } = answer;
  return `; the condition holds in ${exact ? percent(given) : interval(given, Math.min(1, given + unexplored))}`;
}

/** Whether no roll has a value of what was asked: the rule makes no thing of its own, or sets no such field. */
export function isNeverSet({ answers, exact }: OddsResult): boolean {
  return exact && answers.every(({ rows }) => rows.length === 1 && rows[0]!.values.length > 0 && rows[0]!.values.every((value) => value === 'none'));
}

export interface Asking { readonly hasCondition: boolean; readonly isSwept: boolean; readonly isBusy: boolean }

export function verdictWords(odds: OddsResult, { hasCondition, isSwept, isBusy }: Asking): string {
  const given = givenWords(odds, hasCondition, isSwept);
  if (odds.exact) { return `exact${given}`; }
  const unlisted = odds.answers[0]!.unlisted;
  const isSilent = isSwept || unlisted < kNegligible;
  const other = isSilent ? '' : `; an outcome that is not listed has at most ${percentOf(unlisted, 'up')}`;
  return `bounds: each number is proven to be within its interval; ${unexploredWords(odds)}${other}${
    isBusy ? '; the bounds get tighter…' : ''}${given}`;
}
