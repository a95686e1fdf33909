// The odds of at least one in several rolls, as the engine answers them, beside the rows of one roll. The page computes none
// of these numbers. test/unit/curves.test.ts.
import type { AtLeastOnce, Share } from '../engine/protocol';
import { short } from './numbers';

type Wait = AtLeastOnce['rows'][number]['wait'];

/** What a row of one roll has in several rolls. */
export interface Several {
  readonly share: Share;
  /** Rolls until it comes first, on average. */
  readonly wait: string;
  /** The same with a probability of 50%, 90% and 99%. */
  readonly points: string;
}

function time(rolls: number | null | undefined): string {
  return rolls === undefined ? '?' : rolls === null ? 'never' : short(rolls);
}

/** The waiting time in words. */
export function waitWords({ mean }: Wait): string {
  return mean === undefined ? 'the wait is not known' : mean === null ? 'it may never come' : `${short(mean)} rolls until the first on average`;
}

function pointsOf({ half, most, nearlyAll }: Wait): string {
  return `comes within ${time(half)} rolls with 50%, ${time(most)} with 90%, ${time(nearlyAll)} with 99%`;
}

/** By the key of a row what it has in `rolls` rolls; `null`: the answer is not there yet, or of another number of rolls. */
export function withinOf(many: AtLeastOnce | null, rolls: number): ((key: string) => Several) | null {
  const at = many?.rolls.indexOf(rolls) ?? -1;
  if (many === null || at < 0) { return null; }
  const found = new Map(many.rows.map(({ key, within, wait }) =>
    [key, { share: within[at]!, wait: time(wait.mean), points: pointsOf(wait) }] as const));
  // An outcome that the first roll's table has and this one lacks may have what is not explored.
  const other: Several = { share: { low: 0, high: many.unlisted[at]! }, wait: many.exact ? 'never' : '?', points: '' };
  return (key) => found.get(key) ?? other;
}
