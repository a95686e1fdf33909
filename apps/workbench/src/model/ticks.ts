// The numbers at the axes of a chart: round odds up to the largest one, and some of the places from left to right.
// test/unit/ticks.test.ts.
const kMostUp = 5;
const kMostAcross = 9;
const kDecades = 5; // of a logarithmic axis, below the largest; barLength() draws six

/** Round odds above 0 and up to `most`, rising: at most five; on a logarithmic axis powers of ten. */
export function ticksUp(most: number, isLogarithmic: boolean): readonly number[] {
  if (!(most > 0)) { return []; }
  const power = Math.floor(Math.log10(most) + 1e-9);
  if (isLogarithmic) { return Array.from({ length: kDecades }, (_, i) => Number(`1e${power - kDecades + 1 + i}`)); }
  // The smallest of the steps 1, 2 and 5, times a power of ten, that has no more ticks than fit.
  const step = [-1, 0].flatMap((less) => [1, 2, 5].map((digit) => Number(`${digit}e${power + less}`)))
    .find((one) => most / one < kMostUp + 1) ?? most;
  return Array.from({ length: Math.floor(most / step + 1e-9) }, (_, i) => (i + 1) * step);
}

/** Which of so many places have their values at the axis: the first, and each at the same distance. */
export function ticksAcross(places: number): readonly number[] {
  const every = Math.max(1, Math.ceil((places - 1) / (kMostAcross - 1)));
  return Array.from({ length: Math.ceil(places / every) }, (_, i) => i * every);
}
