// Texts of edits and of what the engine says about a tweaked roll. test/unit/tweak.test.ts.
import type { Choice, Tweaked } from '../engine/protocol';
import { typesOf, written, type Typed } from './values';

/** The words for a choice in an edit: its text if that names it alone, else its number. */
export function choiceWord({ value, choice }: Choice, all: readonly Choice[], count: number): string {
  // A text that reads as a number is one, and the members of other pages are not known.
  const isPlain = value === value.trim() && !/^[-+]?\d/.test(value) && !/[\n"]/.test(value) && value !== '';
  const isAlone = count === all.length && all.filter((other) => other.value === value).length === 1;
  return isPlain && isAlone ? value : String(choice);
}

/** The edit that takes a choice; one without a chance must be forced. */
export function takeEdit(id: string, choice: Choice, all: readonly Choice[], count: number): string {
  return `${choice.p === 0 ? 'force' : 'pin'} ${id} = ${choiceWord(choice, all, count)}`;
}

/** The edit that lays a value over a field; texts may be written without quotes. */
export function setEdit(field: string, value: string, type: string | undefined, thing: number): string {
  const text = value.trim();
  const isBare = (type === 'text' || type === 'string') && !text.startsWith('"') && text !== 'none';
  return `set ${field} = ${isBare ? JSON.stringify(text) : text}${thing > 0 ? ` of ${thing}` : ''}`;
}

/** What edits in force have done, by id: `pinned`, `forced`, `rerolled`; and the steps that are left out. */
export function marksOf(edits: readonly string[]): { readonly wanted: ReadonlyMap<string, string>; readonly skipped: readonly string[]; readonly set: ReadonlySet<string> } {
  const wanted = new Map<string, string>();
  const skipped = new Set<string>();
  const set = new Set<string>();
  for (const edit of edits) {
    const [verb = '', rest = ''] = edit.split(/ (.*)/s);
    const subject = rest.split(' = ')[0]!;
    if (verb === 'pin') { wanted.set(subject, 'pinned'); }
    if (verb === 'force') { wanted.set(subject, 'forced'); }
    if (verb === 'reroll') {
      for (const id of wanted.keys()) { if (rest === '' || id === rest || id.startsWith(`${rest}/`)) { wanted.delete(id); } }
    }
    if (verb === 'skip') { skipped.add(rest); }
    if (verb === 'unskip') { skipped.delete(rest); }
    const of = / of (\d+)$/.exec(rest)?.[1] ?? '0';
    if (verb === 'set') { set.add(`${of}.${subject}`); }
    if (verb === 'unset') { set.delete(`${of}.${rest.replace(/ of \d+$/, '')}`); }
  }
  return { wanted, skipped: [...skipped], set };
}

/** The edits that want a choice and are in force, in their order: a reroll takes earlier ones away. */
export function pinsOf(edits: readonly string[]): readonly string[] {
  let out: string[] = [];
  for (const edit of edits) {
    const [verb = '', rest = ''] = edit.split(/ (.*)/s);
    const id = idOf(edit);
    if (verb === 'pin' || verb === 'force') { out = [...out.filter((one) => idOf(one) !== id), edit]; }
    if (verb === 'reroll') { out = out.filter((one) => rest !== '' && idOf(one) !== rest && !idOf(one).startsWith(`${rest}/`)); }
  }
  return out;
}

/** The edits without those that want a choice of a decision. */
export function withoutPins(edits: readonly string[], id: string): readonly string[] {
  return edits.filter((edit) => !/^(pin|force) /.test(edit) || idOf(edit) !== id);
}

function idOf(edit: string): string {
  return (edit.split(/ (.*)/s)[1] ?? '').split(' = ')[0]!;
}

/** The roll as text, to paste elsewhere: names, fields and measures of its things, and what makes it again. */
export function tweakedText({ things }: Pick<Tweaked, 'things'>, known: readonly Typed[], command: string): string {
  const lines = things.flatMap(({ name, fields, measures = {} }) => [
    name ?? '(no name)',
    ...[...Object.entries(fields).filter(([, value]) => value !== null), ...Object.entries(measures)].map(([field, value]) => `  ${field} = ${written(value, ...typesOf([field], known))}`),
  ]);
  return [...lines, command].join('\n');
}

/** What the last edit changed, in words. */
export function changesOf({ changed, lost, things }: Tweaked, known: readonly Typed[]): readonly string[] {
  const many = things.length > 1;
  return [
    ...changed.map(({ thing, field, before, after }) => {
      const of = many ? `thing ${thing}: ` : '';
      if (field === null) { return `${of}${before === null ? `new: ${written(after)}` : `gone: ${written(before)}`}`; }
      const types = typesOf([field], known);
      return `${of}${field}: ${written(before, ...types)} → ${written(after, ...types)}`;
    }),
    ...lost.map(({ id, gone }) => gone === true ? `gone: ${id}` : `lost its choice: ${id}`),
  ];
}
