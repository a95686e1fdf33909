// Values of things, inputs and odds: between those of a pack and those of JavaScript.
import { integerOf, describe } from './core.js';
import { misuse } from './errors.js';

export const Kind = Object.freeze({
  unset: 0, integer: 1, number: 2, flag: 3, symbol: 4, string: 5, list: 6, map: 7,
});

/** An exact fraction in lowest terms. */
export class Fraction {
  constructor(numerator, denominator) {
    this.numerator = BigInt(numerator);
    this.denominator = BigInt(denominator);
  }

  valueOf() {
    const { numerator, denominator } = this;
    const plain = Number(numerator) / Number(denominator);
    if (Number.isFinite(plain)) { return plain; }
    // Both are beyond the numbers of JavaScript: 80 bits of each decide.
    const size = denominator.toString(2).length;
    const shift = BigInt(Math.max(0, size - 80));
    return Number(numerator >> shift) / Number(denominator >> shift);
  }

  toString() {
    return `${this.numerator}/${this.denominator}`;
  }

  toJSON() {
    return this.toString();
  }
}

/** Returns a value of an input as a pack writes it. */
export function written(value, name) {
  if (value === null || value === undefined) { return 'none'; }
  switch (typeof value) {
    case 'string': return value;
    case 'boolean':
    case 'bigint': return String(value);
    case 'number':
      if (Number.isSafeInteger(value)) { return String(value); }
      throw misuse(`\`${name}\` is ${value}, which is no integer that JavaScript holds exactly`);
    default:
      if (value instanceof Fraction) { return String(value); }
      throw misuse(`\`${name}\` is ${describe(value)}, but must be a number, a bigint, a boolean, a string or null`);
  }
}

/** Returns the entries of an object of inputs or fields, checked and as a pack writes them. */
export function settingsOf(inputs, what = 'inputs') {
  if (inputs === undefined || inputs === null) { return []; }
  if (typeof inputs !== 'object' || Array.isArray(inputs)) { throw misuse(`\`${what}\` is no object of names and values`); }
  return Object.entries(inputs).map(([name, value]) => [name, written(value, name)]);
}

/** Writes settings into memory of the current call; returns their address. */
export function putSettings(core, settings) {
  const at = core.place(16 * settings.length + 8);
  settings.forEach(([name, value], i) => {
    core.putText(name, at + 16 * i, 'settings.name');
    core.putText(value, at + 16 * i + 8, 'settings.value');
  });
  return at;
}

/** Returns the value of a field of a thing of the last roll; `at` is a spoils_value that has it. */
export function fieldValue(core, at, member) {
  const { words } = core;
  const base = at >> 2;
  switch (words[base]) {
    case Kind.unset: return null;
    case Kind.integer: return integerOf(words[base + 2], words[base + 3] | 0);
    case Kind.number: return new Fraction(core.integer(at + 8), core.integer(at + 16));
    case Kind.flag: return words[base + 2] !== 0;
    case Kind.symbol:
    case Kind.string: return core.decode(words[base + 6], words[base + 7]);
    default: {
      const isMap = words[base] === Kind.map;
      const count = words[base + 2];
      const out = isMap ? Object.create(null) : [];
      for (let i = 0; i < count; ++i) {
        const [value, amount] = member(i);
        if (isMap) { out[value] = amount; } else { out.push(value); }
      }
      return out;
    }
  }
}

/** Returns the value of a cell of an answer. */
export function cellValue(kind, text) {
  switch (kind) {
    case Kind.unset: return null;
    case Kind.flag: return text === 'true';
    case Kind.integer: {
      const number = Number(text);
      return Number.isSafeInteger(number) ? number : BigInt(text);
    }
    default: return text;
  }
}
