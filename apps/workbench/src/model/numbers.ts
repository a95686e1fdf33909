// Probabilities for people. Nothing that is neither 0 nor 1 reads as 0% or 100%. Bounds are rounded outwards, else they
// would not hold what they bound. test/unit/numbers.test.ts.

/** Which way a figure is rounded: a lower bound down, an upper one up. */
export type Rounding = 'nearest' | 'down' | 'up';

const kInverse = { nearest: 'nearest', down: 'up', up: 'down' } as const;
// Digits of a double that count: sums of doubles differ in the others, and 0.3 would be rounded down to 0.29.
const kDigits = 12;
// Below this, doubles lose their digits.
const kLeast = 1e-300;

function fixed(value: number, decimals: number, rounding: Rounding): string {
  if (rounding === 'nearest') { return value.toFixed(decimals); }
  const scaled = Number((value * 10 ** decimals).toPrecision(kDigits));
  return ((rounding === 'down' ? Math.floor(scaled) : Math.ceil(scaled)) / 10 ** decimals).toFixed(decimals);
}

/** A probability as a percentage; below one in a million as "1 in N". */
export function percentOf(p: number, rounding: Rounding): string {
  if (p <= 0) { return '0%'; }
  if (p >= 1) { return '100%'; }
  const hundred = p * 100;
  if (p < kLeast) { return 'less than 1 in 1e300'; }
  if (p < 1e-6) { return `1 in ${amount(1 / p, kInverse[rounding])}`; }
  const decimals = hundred >= 1 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(hundred)));
  const text = fixed(hundred, decimals, rounding);
  return hundred > 99.995 || Number(text) >= 100 ? 'above 99.99%' : `${trimmed(text)}%`;
}

export function percent(p: number): string {
  return percentOf(p, 'nearest');
}

/** A number with four decimals, or with four digits if it is below 1; or in powers of ten. */
export function amount(value: number, rounding: Rounding): string {
  if (!Number.isFinite(value)) { return value > 0 ? 'infinitely many' : String(value); }
  const size = Math.abs(value);
  // Of a negative number the lower bound has the greater size.
  const way = value < 0 ? kInverse[rounding] : rounding;
  const sign = value < 0 ? '-' : '';
  if (size >= 1e7 || (size > 0 && size < 1e-4)) {
    if (way === 'nearest') { return sign + size.toExponential(2).replace('e+', 'e'); }
    const [digits, exponent] = size.toExponential(kDigits - 1).split('e') as [string, string];
    const rounded = fixed(Number(digits), 2, way);
    return `${sign}${Number(rounded) >= 10 ? `1.00e${Number(exponent) + 1}` : `${rounded}e${Number(exponent)}`}`;
  }
  const decimals = size >= 100 ? 1 : size >= 1 || size === 0 ? 4 : 3 - Math.floor(Math.log10(size));
  return sign + trimmed(fixed(size, decimals, way));
}

export function short(value: number): string {
  return amount(value, 'nearest');
}

// Ends that differ in digits beyond those that count are one number.
function isOne(low: number, high: number): boolean {
  return low === high || low.toPrecision(kDigits) === high.toPrecision(kDigits);
}

/** The interval of a row: one number if both ends are the same. */
export function interval(low: number, high: number): string {
  if (isOne(low, high)) { return percent(low); }
  const [from, to] = [percentOf(low, 'down'), percentOf(high, 'up')];
  return from === to ? from : `${from} to ${to}`;
}

/** The same of a mean, which may have no upper bound. */
export function meanInterval(low: number, high: number): string {
  if (high === Infinity) { return `at least ${amount(low, 'down')}`; }
  if (isOne(low, high)) { return short(low); }
  const [from, to] = [amount(low, 'down'), amount(high, 'up')];
  return from === to ? from : `${from} to ${to}`;
}

// Decades of the logarithmic scale: the shortest bar is a millionth.
const kDecades = 6;

/** The length of a bar from 0 to 1; on the logarithmic scale six decades below `most` are visible. */
export function barLength(p: number, most: number, isLogarithmic: boolean): number {
  if (p <= 0 || most <= 0) { return 0; }
  const share = Math.min(1, p / most);
  return isLogarithmic ? Math.max(0.01, 1 + Math.log10(share) / kDecades) : share;
}

function trimmed(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
