// Figures of bounds against those that `spoils odds rogue level --level 9 --count cursed` prints, and their laws.
import { expect, test } from 'vitest';
import { amount, interval, meanInterval, percent, percentOf, short } from '../../src/model/numbers';

test('bounds are rounded outwards', () => {
  expect(interval(0.789_751, 0.789_756)).toBe('78.97% to 78.98%');
  expect(interval(0.25, 0.250_000_001)).toBe('25% to 25.01%');
  expect(interval(0.3, 0.1 + 0.2)).toBe('30%'); // the same but for the last digit of a double
  expect(interval(0, 1e-12)).toBe('0% to 1 in 1.00e12');
  expect(interval(1.23456e-8, 1.23457e-8)).toBe('1 in 8.11e7 to 1 in 8.09e7');
  expect(interval(0.999_999, 1)).toBe('above 99.99% to 100%');
  expect(interval(0.999_91, 0.999_93)).toBe('99.99% to above 99.99%');
  expect(meanInterval(0.000_428_571, 0.000_428_572)).toBe('0.0004285 to 0.0004286');
  expect(meanInterval(0.000_428_571, Infinity)).toBe('at least 0.0004285');
  expect(meanInterval(1.234_56, 1.234_57)).toBe('1.2345 to 1.2346');
});

test('an interval as it reads holds the given one', () => {
  const valueOf = (text: string) => text.startsWith('1 in ') ? 1 / Number(text.slice(5)) : parseFloat(text) / 100;
  for (let p = 1e-20; p < 0.9999; p *= 1.37) {
    const [low, high] = [percentOf(p, 'down'), percentOf(p, 'up')];
    expect(valueOf(low), low).toBeLessThanOrEqual(p * (1 + 1e-11));
    expect(valueOf(high), high).toBeGreaterThanOrEqual(p * (1 - 1e-11));
    expect([low, high].some((text) => text === '0%' || text === '100%')).toBe(false);
    for (const size of [p, 1e9 * p, -p, 1 / p]) {
      expect(Number(amount(size, 'down'))).toBeLessThanOrEqual(size + Math.abs(size) * 1e-11);
      expect(Number(amount(size, 'up'))).toBeGreaterThanOrEqual(size - Math.abs(size) * 1e-11);
    }
  }
});

test('numbers of rare things keep their digits', () => {
  expect([3 / 7000, 0.0123456, 0.5, 1 / 3, 2.25, 123.456, 0, -0.5, 1e7, 4.286e-5].map(short))
    .toEqual(['0.0004286', '0.01235', '0.5', '0.3333', '2.25', '123.5', '0', '-0.5', '1.00e7', '4.29e-5']);
});

test('a probability that doubles hardly hold is named as less', () => {
  expect(percent(5e-324)).toBe('less than 1 in 1e300');
});
