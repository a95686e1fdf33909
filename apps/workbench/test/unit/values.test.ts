// Values as `spoils odds` writes them; each text here is one that the program printed.
import { Fraction } from 'spoils';
import { expect, test } from 'vitest';
import { keyOf, typesOf, wordsOf, written } from '../../src/model/values';

test('values are written as the command line writes them', () => {
  const rows = [
    [null, 'symbol', 'none'], ['none', 'symbol', "'none'"], ['true', 'symbol', "'true'"], ['none', 'text', 'none'],
    ['foo_bar', 'symbol', 'foo_bar'],
    [true, 'flag', 'true'], [-3, 'integer', '-3'], [20_000_000_000n, 'integer', '20000000000'],
    [new Fraction(3, 2), 'number', '1.5'], [new Fraction(5, 3), 'number', '5/3'], [new Fraction(2, 1), 'number', '2'],
    [new Fraction(-1, 20), 'number', '-0.05'], [new Fraction(1, 1_000_000), 'number', '0.000001'],
    [[2, 1], 'list of integers', '[2, 1]'], [['x_y', 'none'], 'list of symbols', "[x_y, 'none']"],
    [['none'], 'list of texts', '[none]'],
    [['a_b', 'true'], 'set of symbols', "{a_b, 'true'}"], [[], 'set of symbols', '{}'],
    [{ strength: 1, fire: 2 }, 'map of symbols to integers', '{strength 1, fire 2}'],
    [{ true: 1 }, 'map of symbols to integers', "{'true' 1}"],
  ] as const;
  for (const [value, type, text] of rows) { expect(written(value as never, type)).toBe(text); }
});

test('doubles of JSON are the simplest fractions that they can be', () => {
  expect([1.6666666666666667, 0.1, -0.15, 1, 22 / 7, 1 / 3, 1e-6, 355 / 113].map((value) => written(value, 'number')))
    .toEqual(['5/3', '0.1', '-0.15', '1', '22/7', '1/3', '0.000001', '355/113']);
  for (let below = 1; below < 400; ++below) {
    for (const above of [1, below - 1, 7 * below + 1]) {
      const most = gcd(above, below);
      expect(written(above / below, 'number')).toBe(written(new Fraction(above / most, below / most), 'number'));
    }
  }
});

function gcd(a: number, b: number): number { return b === 0 ? Math.max(1, a) : gcd(b, a % b); }

test('keys are equal for equal values, whether of rolls or of odds', () => {
  const of = (value: unknown, type: string) => keyOf([value as never], [type]);
  expect(of([1], 'list of integers')).toBe(of('[1]', 'list of integers'));
  expect(of(new Fraction(3, 2), 'number')).toBe(of('1.5', 'number'));
  expect(of(['b', 'a'], 'set of symbols')).toBe(of('{a, b}', 'set of symbols'));
  expect(of(['b', 'a'], 'list of symbols')).not.toBe(of('[a, b]', 'list of symbols'));
  expect(of(null, 'symbol')).not.toBe(of('none', 'symbol'));
  expect(of(7, 'integer')).toBe(of(7n, 'integer'));
  expect(of(false, 'flag')).toBe(of(false, ''));
});

test('the words of a key are those of its values', () => {
  const fields = [{ name: 'a', type: 'symbol' }, { name: 'dice', type: 'list of integers' }];
  const types = typesOf(['a', 'name', 'dice', 'kind + 1'], fields);
  expect(types).toEqual(['symbol', 'text', 'list of integers', '']);
  expect(wordsOf(keyOf(['true', 'true', [1, 2], null], types), types)).toEqual(["'true'", 'true', '[1, 2]', 'none']);
});
