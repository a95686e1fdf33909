// The one spelling of values, that of `spoils odds`, and keys that compare values of rolls with those of odds. A symbol
// 'none' and an unset field, or [1] of a roll and "[1]" of odds, differ or agree by value. test/unit/values.test.ts.
import type { Value } from 'spoils';
import type { JsonValue } from '../engine/protocol';

/** A field or column with its type, as packs declare it: "symbol", "list of integers", "map of symbols to integers". */
export interface Typed { readonly name: string; readonly type: string }

const kDecimals = 1_000_000n; // as many places as the engine writes, else a fraction
const kMostDenominator = 1_000_000_000;

function writtenFraction(numerator: bigint, denominator: bigint): string {
  if (denominator === 1n) { return String(numerator); }
  if (kDecimals % denominator !== 0n) { return `${numerator}/${denominator}`; }
  const millionths = (numerator < 0n ? -numerator : numerator) * (kDecimals / denominator);
  const places = String(millionths % kDecimals).padStart(6, '0').replace(/0+$/, '');
  return `${numerator < 0n ? '-' : ''}${millionths / kDecimals}.${places}`;
}

/** JSON has doubles for fractions: the simplest fraction of the same double, by continued fractions. */
function writtenNumber(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) { return String(value); }
  const size = Math.abs(value);
  let [numerator, before, denominator, under] = [1, 0, 0, 1];
  for (let rest = size; denominator < kMostDenominator && Number.isFinite(rest); rest = 1 / (rest - Math.floor(rest))) {
    const whole = Math.floor(rest);
    [numerator, before] = [whole * numerator + before, numerator];
    [denominator, under] = [whole * denominator + under, denominator];
    if (numerator / denominator !== size) { continue; }
    return writtenFraction(BigInt(value < 0 ? -numerator : numerator), BigInt(denominator));
  }
  return String(value);
}

/** The type of the members of a list or set, or of the keys of a map. */
function memberType(type: string): string {
  return /^(?:list|set|map) of (\w+?)s\b/.exec(type)?.[1] ?? '';
}

function isFraction(value: object): value is { readonly numerator: bigint; readonly denominator: bigint } {
  return 'numerator' in value && typeof value.numerator === 'bigint';
}

/** A value as `spoils odds` writes it: symbols that would read as another value are in quotes. */
export function written(value: Value | JsonValue, type = ''): string {
  if (value === null) { return 'none'; }
  const isQuoted = type === 'symbol' && (value === 'none' || value === 'true' || value === 'false');
  if (typeof value === 'string') { return isQuoted ? `'${value}'` : value; }
  if (typeof value === 'number') { return writtenNumber(value); }
  if (typeof value !== 'object') { return String(value); }
  if (Array.isArray(value)) {
    const members = value.map((member: Value | JsonValue) => written(member, memberType(type))).join(', ');
    return type.startsWith('set') ? `{${members}}` : `[${members}]`;
  }
  if (isFraction(value)) { return writtenFraction(value.numerator, value.denominator); }
  return `{${Object.entries(value).map(([key, number]) => `${written(key, memberType(type))} ${number}`).join(', ')}}`;
}

// Sets of rolls and odds may have their members in another order.
function unordered(set: string): string {
  return set.slice(1, -1).split(', ').sort().join(', ');
}

/** The values of some columns as a text that is equal for equal values. Odds have lists, sets and maps as texts. */
export function keyOf(values: readonly (Value | JsonValue)[], types: readonly string[]): string {
  return JSON.stringify(values.map((value, i) => {
    if (value === null || typeof value === 'boolean') { return value; }
    const type = types[i] ?? '';
    const text = typeof value === 'string' ? value : written(value, type);
    return type.startsWith('set') ? `{${unordered(text)}}` : text;
  }));
}

/** The values of a key, as they are written. */
export function wordsOf(key: string, types: readonly string[]): readonly string[] {
  return (JSON.parse(key) as (null | boolean | string)[]).map((value, i) => written(value, types[i]));
}

/** The types of columns; the empty text for those of an expression. */
export function typesOf(columns: readonly string[], fields: readonly Typed[]): readonly string[] {
  return columns.map((column) => column === 'name' ? 'text' : fields.find(({ name }) => name === column)?.type ?? '');
}
