// The parts of a question as chips: columns with commas between them, conditions with `and` between them, or one expression;
// and the words that can complete what is typed. test/unit/chips.test.ts.
import { splitBy } from './settings';

/** A word that can be inserted, and what it is. */
export interface Suggestion {
  readonly text: string;
  readonly detail: string;
}

/** How parts make a text: `columns` have commas between them, `conditions` have `and`, `one` is a single expression. */
export type Parts = 'columns' | 'conditions' | 'one';

interface Word { readonly text: string; readonly from: number; readonly to: number }

/** The words outside of brackets, braces, parentheses and quotes. */
function outerWords(text: string): readonly Word[] {
  const out: Word[] = [];
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|'\w*'?|[([{]|[)\]}]|[A-Za-z_]\w*/g)) {
    if ('([{'.includes(found)) { ++depth; } else if (')]}'.includes(found)) { --depth; } else if (depth === 0) {
      out.push({ text: found, from: index, to: index + found.length });
    }
  }
  return out;
}

// Words that bind less than `and`, or have parts of their own: such a text is one condition.
const kLooser = new Set(['or', 'if', 'then', 'else', 'match', 'let', 'in']);

function isLoose(condition: string): boolean {
  return outerWords(condition).some(({ text }) => kLooser.has(text));
}

/** The parts of a text; joined() makes the text of them again. */
export function partsOf(text: string, kind: Parts): readonly string[] {
  if (kind === 'columns') { return splitBy(text); }
  if (text.trim() === '') { return []; }
  if (kind === 'one' || isLoose(text)) { return [text.trim()]; }
  const out: string[] = [];
  let from = 0;
  for (const { text: word, from: start, to } of outerWords(text)) {
    if (word !== 'and') { continue; }
    out.push(text.slice(from, start).trim());
    from = to;
  }
  out.push(text.slice(from).trim());
  return out.filter((part) => part !== '');
}

/** The text of parts, of which `one` keeps the last. */
export function joined(parts: readonly string[], kind: Parts): string {
  const texts = parts.map((part) => part.trim()).filter((part) => part !== '');
  if (kind === 'columns') { return texts.join(', '); }
  if (kind === 'one') { return texts.at(-1) ?? ''; }
  return texts.map((part) => texts.length > 1 && isLoose(part) ? `(${part})` : part).join(' and ');
}

/** The word at the end of a text, which a completion replaces; empty: a new one begins. */
export function lastWord(text: string): string {
  return /[A-Za-z_]\w*$/.exec(text)?.[0] ?? '';
}

/** Whether the last word is a name already, so that Enter must not make a longer one of it. */
export function isWholeWord(text: string, names: readonly Name[], more: readonly Suggestion[]): boolean {
  const word = lastWord(text.trimEnd());
  return word !== '' && (names.some(({ name }) => name === word) || more.some(({ text: one }) => one === word));
}

/** What a text is after a completion. */
export function completed(text: string, suggestion: Suggestion): string {
  return text.slice(0, text.length - lastWord(text).length) + suggestion.text;
}

/** A field, input or other name that a question can use. */
export interface Name {
  readonly name: string;
  readonly type: string;
  /** The values that it can have, or that were seen. */
  readonly values: readonly string[];
}

// As many as a list shows without scrolling far.
const kMost = 40;
const kComparisons: readonly Suggestion[] = [
  { text: '==', detail: 'equal' }, { text: '!=', detail: 'not equal' }, { text: '>=', detail: 'at least' }, { text: '<=', detail: 'at most' },
  { text: '>', detail: 'more than' }, { text: '<', detail: 'less than' },
];

/** Suggestions without doubles; those of the first list come first. */
export function merged(first: readonly Suggestion[], more: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set(first.map(({ text }) => text));
  return [...first, ...more.filter(({ text }) => !seen.has(text))].slice(0, kMost);
}

/** Names that begin with the last word, capitals or not; after a name the comparisons, after a comparison its values. */
export function suggestions(text: string, names: readonly Name[]): readonly Suggestion[] {
  const word = lastWord(text);
  const before = text.slice(0, text.length - word.length);
  const of = (name: string | undefined) => names.find((one) => one.name === name);
  const begins = (one: string) => one.toLowerCase().startsWith(word.toLowerCase()) && one !== word;
  const compared = of(/([A-Za-z_]\w*)\s*(?:==|!=)\s*$/.exec(before)?.[1]);
  if (compared !== undefined) {
    return compared.values.filter(begins).slice(0, kMost).map((value) => ({ text: value, detail: `a ${compared.name}` }));
  }
  const known = word === '' ? of(/([A-Za-z_]\w*)\s+$/.exec(before)?.[1]) : undefined;
  if (known !== undefined && !/[=<>]\s*\w+\s*$/.test(before)) {
    if (known.type === 'flag') { return [{ text: 'and', detail: 'both' }, { text: 'or', detail: 'one of both' }]; }
    return /integer|number/.test(known.type) ? kComparisons : kComparisons.slice(0, 2);
  }
  // Elsewhere after a whole expression nothing is known to follow.
  if (word === '' && /[\w)'"]\s*$/.test(before) && !/(^|[^\w])(and|or|not|then|else|if)\s*$/.test(before)) { return []; }
  return names.filter(({ name }) => begins(name)).slice(0, kMost).map(({ name, type }) => ({ text: name, detail: type }));
}
