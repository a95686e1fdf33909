// Which rolls the filter of Things shows: a roll fits if one of its things has all conditions. A condition is a word (part of
// the name, of the rule or of a value, or the name of a flag that is true; capitals do not count), or a comparison of a field,
// as `bonus >= 2`, where they do;
// `not` before either turns it round, `or` begins others. Conditions that the language has, too, are given as an expression
// of it, so that the exact odds can be asked for. test/unit/find.test.ts.
import type { Rolled, RolledThing } from '../engine/protocol';
import { quoted } from './command';

type Sign = '=' | '!=' | '<' | '<=' | '>' | '>=';
export interface Condition {
  readonly isNot: boolean;
  readonly word: string;
  /** Of a comparison. */
  readonly than: { readonly sign: Sign; readonly value: string } | null;
}
/** All conditions of one of the lists hold. */
export type Filter = readonly (readonly Condition[])[];

const kComparison = /^([a-z_]\w*)(!=|<=|>=|=|<|>)(.+)$/i;

/** Reads a filter; an empty one shows everything. */
export function filterOf(text: string): Filter {
  const parts = text.replace(/\s*(==|!=|<=|>=|=|<|>)\s*/g, (_, sign: string) => sign === '==' ? '=' : sign).split(/\s+/);
  const lists: Condition[][] = [[]];
  let isNot = false;
  for (const part of parts) {
    const small = part.toLowerCase();
    if (small === 'not') {
      isNot = !isNot;
    } else if (small === 'or') {
      lists.push([]);
    } else if (part !== '' && small !== 'and') {
      const found = kComparison.exec(part);
      lists.at(-1)!.push(found === null ? { isNot, word: small, than: null } : { isNot, word: found[1]!, than: { sign: found[2] as Sign, value: found[3]! } });
      isNot = false;
    }
  }
  return lists.filter((list) => list.length > 0);
}

/** A number as the language writes it: an integer, a decimal or a fraction; else NaN. */
function numberOf(value: string): number {
  const fraction = /^(-?\d+)\/(\d+)$/.exec(value);
  if (fraction !== null) { return Number(fraction[1]) / Number(fraction[2]); }
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
}

function isEqual(found: string, wanted: string): boolean {
  // In a filter a symbol has no quotes, for `none` alone means what is unset.
  const isQuoted = wanted !== 'none' && found === `'${wanted}'`;
  if (found === wanted || isQuoted || numberOf(found) === numberOf(wanted)) { return true; }
  // Of a set or list: one of its members.
  return /^[[{]/.test(found) && found.slice(1, -1).split(/\s*,\s*/).some((member) => isEqual(member, wanted));
}

// What is unset equals nothing but `none`, and is neither less nor more than anything.
function compares(found: string | undefined, sign: Sign, wanted: string): boolean {
  if (sign === '=' || sign === '!=') {
    const equal = found === undefined || found === 'none' ? wanted === 'none' : isEqual(found, wanted);
    return equal === (sign === '=');
  }
  const [a, b] = [numberOf(found ?? ''), numberOf(wanted)];
  return sign === '<' ? a < b : sign === '<=' ? a <= b : sign === '>' ? a > b : a >= b;
}

function holds({ name, rule, fields }: RolledThing, { isNot, word, than }: Condition): boolean {
  if (than !== null) { return compares(fields.find(([field]) => field === word)?.[1], than.sign, than.value) !== isNot; }
  const found = [name, rule].some((text) => text.toLowerCase().includes(word)) ||
    fields.some(([field, value]) => value === 'true' ? field.toLowerCase().includes(word) : value.toLowerCase().includes(word));
  return found !== isNot;
}

export function fits(things: readonly RolledThing[], filter: Filter): boolean {
  return filter.length === 0 || things.some((thing) => filter.some((list) => list.every((condition) => holds(thing, condition))));
}

/** The fields that a filter reads; `null`: all of them, and the names. */
export function fieldsOf(filter: Filter, known: readonly string[]): readonly string[] | null {
  const conditions = filter.flat();
  if (conditions.some(({ than }) => than === null)) { return null; }
  return known.filter((field) => conditions.some(({ word }) => word === field));
}

/**
 * The same as an expression of the language, about one thing; `null`: a word, which may be part of a name or value whatever
 * field has it, or a field of a kind that compares otherwise.
 */
export function expressionOf(filter: Filter, fields: readonly { readonly name: string; readonly type: string }[]): string | null {
  const condition = ({ isNot, word, than }: Condition): string | null => {
    const field = fields.find(({ name }) => name === word);
    if (field === undefined) { return null; }
    if (than === null) { return null; }
    const isEquality = than.sign === '=' || than.sign === '!=';
    const isTruth = field.type === 'flag' && than.value === 'true' && isEquality;
    if (isTruth) { return isNot === (than.sign === '!=') ? word : `not ${word}`; }
    const isWord = field.type === 'symbol' && /^[A-Za-z_]\w*$/.test(than.value) && isEquality;
    if (!isWord && !(field.type === 'integer' && !Number.isNaN(numberOf(than.value)))) { return null; }
    // In quotes: the word may be the name of a field or def, too.
    const wanted = isWord && than.value !== 'none' ? `'${than.value}'` : than.value;
    const compared = `${word} ${isEquality ? '==' : than.sign} ${wanted}`;
    // An unset integer counts as 0 where the language compares it.
    const whole = isWord ? compared : `(${word} != none and ${compared})`;
    return isNot === (than.sign === '!=') ? whole : `not (${whole})`;
  };
  const lists = filter.map((list) => list.map(condition));
  if (lists.length === 0 || lists.some((list) => list.includes(null))) { return null; }
  return lists.map((list) => list.join(' and ')).join(' or ');
}

/** With a confidence of 95%, what comes in none of so many rolls has at most this probability. */
export function mostUnseen(rolls: number): number {
  return rolls <= 0 ? 1 : -Math.expm1(Math.log(0.05) / rolls);
}

/** A thing of a roll as text, to paste elsewhere: its name, its fields, what holds it, and the roll that made it. */
export function thingText({ index, things }: Rolled, at: number, seed: string): string {
  const { name, rule, holder, fields } = things[at]!;
  return [
    name, ...fields.map(([field, value]) => `  ${field} = ${value}`),
    ...(holder === null ? [] : [`  held by ${things[holder]!.name}`]),
    `  thing ${at}, by rule ${rule}, of --seed ${quoted(seed)} --index ${index}`,
  ].join('\n');
}
