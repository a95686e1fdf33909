// Which rolls the filter of Things shows: a roll fits if one of its things has all words. A word is part of the name, of the
// rule or of a value, the name of a flag that is true, or FIELD=VALUE. test/unit/find.test.ts.
import type { RolledThing } from '../engine/protocol';

function hasWord({ name, rule, fields }: RolledThing, word: string): boolean {
  const at = word.indexOf('=');
  if (at > 0) { return fields.some(([field, value]) => field.toLowerCase() === word.slice(0, at) && value.toLowerCase() === word.slice(at + 1)); }
  return [name, rule].some((text) => text.toLowerCase().includes(word)) ||
    fields.some(([field, value]) => value === 'true' ? field.toLowerCase().includes(word) : value.toLowerCase().includes(word));
}

/** The words of a filter; none: it shows everything. */
export function wordsOf(filter: string): readonly string[] {
  return filter.toLowerCase().replace(/\s*={1,2}\s*/g, '=').split(/\s+/).filter((word) => word !== '' && word !== 'and');
}

export function fits(things: readonly RolledThing[], words: readonly string[]): boolean {
  return words.length === 0 || things.some((thing) => words.every((word) => hasWord(thing, word)));
}
