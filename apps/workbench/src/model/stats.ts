// Statistics of counted rolls: intervals, and the chi-square of counts against odds. test/unit/stats.test.ts has values of
// printed tables.

/** How often a value came in some rolls, or in runs of several rolls each. */
export interface Tally {
  readonly total: number;
  /** The sum of the squares of its numbers in each roll. */
  readonly squares: number;
  /** Rolls that had it. */
  readonly rolls: number;
  /** Rolls by how many of it they had, without those that had none. */
  readonly numbers: ReadonlyMap<number, number>;
}

export const kNoTally: Tally = { total: 0, squares: 0, rolls: 0, numbers: new Map() };

/** `rolls` rolls with `times` of a value in each. */
export function tallyOf(times: number, rolls: number): Tally {
  return { total: times * rolls, squares: times * times * rolls, rolls, numbers: new Map([[times, rolls]]) };
}

export function added(a: Tally, b: Tally): Tally {
  const numbers = new Map(a.numbers);
  for (const [times, rolls] of b.numbers) { numbers.set(times, (numbers.get(times) ?? 0) + rolls); }
  return { total: a.total + b.total, squares: a.squares + b.squares, rolls: a.rolls + b.rolls, numbers };
}

/** Tallies while they grow, a roll at a time. */
export class Tallies {
  #counts = new Map<string, Map<number, number>>();

  /** One more roll has so many of the values of these keys. */
  add(own: ReadonlyMap<string, number>): void {
    for (const [key, times] of own) {
      const numbers = this.#counts.get(key) ?? new Map<number, number>();
      this.#counts.set(key, numbers);
      numbers.set(times, (numbers.get(times) ?? 0) + 1);
    }
  }

  all(): readonly (readonly [string, Tally])[] {
    return [...this.#counts].map(([key, numbers]) => {
      let [total, squares, rolls] = [0, 0, 0];
      for (const [times, count] of numbers) {
        total += times * count;
        squares += times * times * count;
        rolls += count;
      }
      return [key, { total, squares, rolls, numbers }];
    });
  }
}

/** A bar of a histogram: rolls with `from` to `to` of a value. */
export interface Bin { readonly from: number; readonly to: number; readonly rolls: number }

/** How many rolls had how many of a value, those with none among them; in at most `most` bins of the same width. */
export function histogram({ numbers, rolls }: Tally, all: number, most: number): readonly Bin[] {
  const counts = new Map([...numbers, ...(all > rolls ? [[0, all - rolls] as const] : [])]);
  if (counts.size === 0) { return []; }
  const [least, greatest] = [Math.min(...counts.keys()), Math.max(...counts.keys())];
  const width = Math.ceil((greatest - least + 1) / most);
  const bins = Array.from({ length: Math.ceil((greatest - least + 1) / width) }, () => 0);
  for (const [times, count] of counts) { bins[Math.floor((times - least) / width)]! += count; }
  return bins.map((count, i) => ({ from: least + i * width, to: Math.min(greatest, least + (i + 1) * width - 1), rolls: count }));
}

/** The seed of the world of a run. */
export function seedOfRun(seed: string, run: number): string {
  return `${seed} run ${run}`;
}

/** The mean of a number a roll, with its 95% interval: of many rolls, whose mean is nearly normal. */
export function meanOf({ total, squares }: Tally, rolls: number): { readonly mean: number; readonly low: number; readonly high: number } {
  const mean = total / rolls;
  const variance = rolls < 2 ? 0 : Math.max(0, (squares - total * mean) / (rolls - 1));
  const half = 1.959964 * Math.sqrt(variance / rolls);
  return { mean, low: Math.max(0, mean - half), high: mean + half };
}

/** The 95% interval of a share by Wilson's score: never outside of 0 to 1, and right for rare outcomes, too. */
export function wilson(count: number, rolls: number): { readonly low: number; readonly high: number } {
  if (rolls === 0) { return { low: 0, high: 1 }; }
  const z = 1.959964;
  const share = count / rolls;
  const middle = share + z * z / (2 * rolls);
  const half = z * Math.sqrt(share * (1 - share) / rolls + z * z / (4 * rolls * rolls));
  const whole = 1 + z * z / rolls;
  return { low: count === 0 ? 0 : Math.max(0, (middle - half) / whole), high: count === rolls ? 1 : Math.min(1, (middle + half) / whole) };
}

// The logarithm of the gamma function by Lanczos' approximation, to 10 digits.
function logGamma(x: number): number {
  const parts = [76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5];
  const base = x + 5.5;
  let sum = 1.000000000190015;
  parts.forEach((part, i) => { sum += part / (x + 1 + i); });
  return (x + 0.5) * Math.log(base) - base + Math.log(2.5066282746310005 * sum / x);
}

/** The probability that chance gives a chi-square of at least `x`: the upper regularized gamma function. */
export function chiSquareTail(x: number, degrees: number): number {
  if (degrees <= 0 || x <= 0) { return 1; }
  const [a, half] = [degrees / 2, x / 2];
  const scale = Math.exp(a * Math.log(half) - half - logGamma(a));
  if (half < a + 1) {
    let [sum, term] = [1 / a, 1 / a];
    for (let n = a + 1; Math.abs(term) > Math.abs(sum) * 1e-15; ++n) {
      term *= half / n;
      sum += term;
    }
    return Math.max(0, 1 - sum * scale);
  }
  // Lentz' continued fraction.
  const tiny = 1e-300;
  let b = half + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let product = d;
  for (let i = 1; i < 10_000; ++i) {
    const step = -i * (i - a);
    b += 2;
    d = 1 / (Math.abs(step * d + b) < tiny ? tiny : step * d + b);
    c = Math.abs(b + step / c) < tiny ? tiny : b + step / c;
    product *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) { break; }
  }
  return Math.min(1, product * scale);
}

export interface Fit {
  readonly chiSquare: number;
  readonly degrees: number;
  /** The probability of a chi-square that is at least as large, if the odds are right. */
  readonly p: number;
  /** Outcomes that rolls have and the odds exclude. */
  readonly impossible: readonly string[];
}

// Classes that are expected less often than this are put together: below 5 the distribution is no chi-square.
const kLeastExpected = 5;

/** How counts and exact odds agree; `null`: too few rolls for two classes. */
export function fit(counts: ReadonlyMap<string, number>, odds: ReadonlyMap<string, number>, rolls: number): Fit | null {
  const impossible = [...counts.keys()].filter((key) => !((odds.get(key) ?? 0) > 0));
  let [chiSquare, classes, rareCount, rareExpected] = [0, 0, 0, 0];
  const add = (count: number, expected: number) => {
    chiSquare += (count - expected) ** 2 / expected;
    classes += 1;
  };
  for (const [key, p] of odds) {
    const [count, expected] = [counts.get(key) ?? 0, p * rolls];
    if (expected >= kLeastExpected) {
      add(count, expected);
    } else {
      rareCount += count;
      rareExpected += expected;
    }
  }
  if (rareExpected >= kLeastExpected) { add(rareCount, rareExpected); }
  if (classes < 2 && impossible.length === 0) { return null; }
  const degrees = Math.max(1, classes - 1);
  return { chiSquare, degrees, p: classes < 2 ? 1 : chiSquareTail(chiSquare, degrees), impossible };
}
