// Odds as curves: the outcomes of a sweep over its values, the odds of at most a number, and of at least one in N rolls.
// Proven bounds stay bounds: every point has a low and a high end. test/unit/curves.test.ts.
import type { AtLeastOnce, OddsAnswer, OddsResult, OddsRow } from '../engine/protocol';
import { wordsOf } from './values';

export interface Point { readonly low: number; readonly high: number }
/** `null`: there are no odds, for the condition never holds there. */
export type Points = readonly (Point | null)[];
export interface Curve { readonly name: string; readonly points: Points }
/** Curves over the same places, from left to right. */
export interface Curves { readonly places: readonly string[]; readonly curves: readonly Curve[] }

export const highest = ({ points }: Curve) => Math.max(0, ...points.map((point) => point?.high ?? 0));

/** An exact answer without an outcome: its condition never holds. */
export function neverHolds({ rows, exact }: OddsAnswer): boolean {
  return exact && rows.length === 0;
}

/** The parts of a line between its gaps, with the places of their points. */
export function partsOfLine(points: Points): readonly (readonly (Point & { readonly at: number })[])[] {
  const out: (Point & { at: number })[][] = [];
  points.forEach((point, at) => {
    if (point === null) { return; }
    if (at === 0 || points[at - 1] === null) { out.push([]); }
    out.at(-1)!.push({ ...point, at });
  });
  return out;
}

/** The outcomes of a sweep by their largest odds, with their odds at each value. */
export function curvesOf({ answers }: OddsResult): readonly Curve[] {
  const curves = new Map<string, (Point | null)[]>();
  const absent = (answer: OddsAnswer) => neverHolds(answer) ? null : { low: 0, high: answer.unlisted };
  const names = new Map<string, string>();
  answers.forEach((answer, i) => {
    for (const points of curves.values()) { points.push(absent(answer)); }
    for (const { key, values, low, high } of answer.rows) {
      names.set(key, values.join(', '));
      let points = curves.get(key);
      if (points === undefined) {
        points = answers.slice(0, i + 1).map(absent);
        curves.set(key, points);
      }
      points[i] = { low, high };
    }
  });
  const out = [...curves].map(([key, points]) => ({ name: names.get(key)!, points }));
  return out.sort((a, b) => highest(b) - highest(a));
}

/** An area of a stack at each value: from `low` to `high` of the whole. */
export interface Area { readonly name: string; readonly points: Points }

/**
 * Curves on top of each other, the first at the bottom. Each has its proven odds; what is not among the first `most`, and
 * what is not explored, are areas of their own, so that the whole is 1.
 */
export function stacked(curves: readonly Curve[], most: number): readonly Area[] {
  const places = curves[0]?.points.length ?? 0;
  const shown = curves.slice(0, most);
  const rest = curves.slice(most);
  const heights = shown.map(({ name, points }) => ({ name, heights: points.map((point) => point?.low ?? 0) }));
  const sum = (of: readonly Curve[], i: number) => of.reduce((total, { points }) => total + (points[i]?.low ?? 0), 0);
  const isGap = (i: number) => curves.every(({ points }) => points[i] === null);
  if (rest.length > 0) { heights.push({ name: `${rest.length} others`, heights: Array.from({ length: places }, (_, i) => sum(rest, i)) }); }
  const open = Array.from({ length: places }, (_, i) => isGap(i) ? 0 : Math.max(0, 1 - sum(curves, i)));
  // Sums of exact odds are 1 but for rounding.
  if (open.some((height) => height > 1e-9)) { heights.push({ name: 'not explored', heights: open }); }
  const floor = new Array<number>(places).fill(0);
  return heights.map(({ name, heights: list }) => ({
    name, points: list.map((height, i) => {
      if (isGap(i)) { return null; }
      const low = floor[i]!;
      floor[i] = low + height;
      return { low, high: low + height };
    }),
  }));
}

/** The odds of at most each number; `null`: the outcomes are no numbers. */
export function cumulative({ rows, unlisted }: OddsAnswer): Curves | null {
  const numbers = rows.map(({ values, low }) => ({ value: values.length === 1 && values[0]! !== '' ? Number(values[0]) : NaN, low }));
  if (numbers.length < 2 || numbers.some(({ value }) => !Number.isFinite(value))) { return null; }
  numbers.sort((a, b) => a.value - b.value);
  let low = 0;
  const points = numbers.map((row) => {
    low += row.low;
    return { low: Math.min(1, low), high: Math.min(1, low + unlisted) };
  });
  return { places: numbers.map(({ value }) => String(value)), curves: [{ name: 'at most', points }] };
}

/** The largest number of rolls that can be asked for. */
export const kMostRolls = 1_000_000_000;
// Rolls of the curves until the user sets another number.
const kRollsDrawn = 100;
// Points of a curve over rolls: enough for a smooth line.
const kPoints = 60;

/** The numbers of rolls that the engine is asked for, ascending. The last one is `rolls`, or those of a curve if it is 1. */
export function rollsAsked(rolls: number, isDrawn: boolean): readonly number[] {
  if (!isDrawn) { return [rolls]; }
  const last = rolls > 1 ? rolls : kRollsDrawn;
  const steps = Math.min(kPoints, last);
  return Array.from({ length: steps }, (_, i) => Math.round(1 + (i * (last - 1)) / (steps - 1)));
}

/** The odds that each of the likeliest outcomes comes at least once, by the number of rolls, as the engine says. */
export function curvesOfRolls({ rolls, rows, columns }: AtLeastOnce, ofOne: readonly OddsRow[], most: number): Curves {
  const names = new Map(ofOne.map(({ key, values }) => [key, values.join(', ')]));
  return {
    places: rolls.map(String),
    curves: rows.slice(0, most).map(({ key, within }) =>
      ({ name: columns.length === 0 ? 'at least one' : names.get(key) ?? wordsOf(key, []).join(', '), points: within })),
  };
}
