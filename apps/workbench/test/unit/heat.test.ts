// The scale of a heat map is the inverse of the lengths of bars.
import { expect, test } from 'vitest';
import { barLength } from '../../src/model/numbers';
import { atShade } from '../../src/views/heat';

test('a shade says which odds it is of', () => {
  for (const isLogarithmic of [false, true]) {
    for (const p of [1e-4, 0.01, 0.1, 0.3]) { expect(atShade(barLength(p, 0.3, isLogarithmic), 0.3, isLogarithmic)).toBeCloseTo(p, 12); }
    expect(atShade(0, 0.3, isLogarithmic)).toBe(0);
  }
});
