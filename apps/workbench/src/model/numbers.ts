// Probabilities for people. Nothing that is neither 0 nor 1 reads as 0% or 100%. test/unit/model.test.ts.

/** A probability as a percentage; below one in a million as "1 in N". */
export function percent(p: number): string {
  if (p <= 0) { return '0%'; }
  if (p >= 1) { return '100%'; }
  const hundred = p * 100;
  if (hundred > 99.995) { return 'above 99.99%'; }
  if (p < 1e-6) { return `1 in ${short(1 / p)}`; }
  const digits = hundred >= 1 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(hundred)));
  return `${trimmed(hundred.toFixed(digits))}%`;
}

/** A number with at most four decimals, or in powers of ten. */
export function short(value: number): string {
  if (!Number.isFinite(value)) { return value > 0 ? 'infinitely many' : String(value); }
  const size = Math.abs(value);
  if (size >= 1e7 || (size > 0 && size < 1e-4)) { return value.toExponential(2).replace('e+', 'e'); }
  return trimmed(value.toFixed(size >= 100 ? 1 : 4));
}

/** The interval of a row: one number if both ends read the same. */
export function interval(low: number, high: number): string {
  const [from, to] = [percent(low), percent(high)];
  return from === to ? from : `${from} to ${to}`;
}

/** The same of a mean, which may have no upper bound. */
export function meanInterval(low: number, high: number): string {
  if (high === Infinity) { return `at least ${short(low)}`; }
  return short(low) === short(high) ? short(low) : `${short(low)} to ${short(high)}`;
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
