// The inputs of a pack and the parameters of a rule as controls, and the question that they make. test/unit/model.test.ts.
import type { Input } from 'spoils';
import type { OddsQuestion, PackInfo, Settings } from '../engine/protocol';
import type { Asked } from './state';

/** The inputs of a pack, then the parameters of a rule. */
export function controlsOf(pack: PackInfo, rule: string): readonly Input[] {
  const parameters = pack.rules.find(({ name }) => name === rule)?.parameters ?? [];
  return [...pack.inputs, ...parameters.filter(({ name }) => !pack.inputs.some((input) => input.name === name))];
}

/** The rule if the pack has it, else the first of its own: the one that the engine rolls, too. */
export function ruleOf(pack: PackInfo, rule: string): string {
  if (pack.rules.some(({ name }) => name === rule)) { return rule; }
  return (pack.rules.find(({ own }) => own) ?? pack.rules[0])?.name ?? '';
}

/** The first value of an input; what a required parameter has until the user sets it. */
export function firstValue({ kind, first, choices, initial }: Input): string {
  if (initial !== null) { return initial; }
  if (choices.length > 0) { return choices[0]!; }
  if (kind === 'integer' || kind === 'number') { return String(first ?? 1); }
  return kind === 'flag' ? 'false' : '';
}

/** The settings that the pack knows, with a first value for what must be given. Others stay in the state, unused. */
export function settingsFor(pack: PackInfo, rule: string, inputs: Settings): Settings {
  const out: Record<string, string> = {};
  for (const input of controlsOf(pack, rule)) {
    const value = Object.hasOwn(inputs, input.name) ? inputs[input.name]! : input.initial === null ? firstValue(input) : '';
    if (value !== '' && value !== input.initial) { out[input.name] = value; }
  }
  return out;
}

/** The same with all values that were set, the initial ones of this pack, too: another pack may have others. */
export function settingsForBoth(pack: PackInfo, rule: string, inputs: Settings, swept = ''): Settings {
  const known = new Set(controlsOf(pack, rule).map(({ name }) => name));
  const set = Object.entries(inputs).filter(([name, value]) => known.has(name) && value !== '');
  const out = { ...settingsFor(pack, rule, inputs), ...Object.fromEntries(set) };
  return Object.fromEntries(Object.entries(out).filter(([name]) => name !== swept));
}

// As many values as `spoils odds --sweep` goes through unasked; of more, a sample that is still a smooth curve.
const kMostSwept = 100;
const kMostSampled = 40;

/** A round step with at most so many of its multiples in `width`: 1, 2 or 5 with zeros. */
function stepOf(width: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) {
      if (width / step <= kMostSampled) { return step; }
    }
  }
}

/** The values of a sweep; none: the input has too many or no known ones. */
export function sweptValues({ kind, first, last, choices }: Input): readonly string[] {
  if (choices.length > 0) { return choices; }
  if (kind === 'flag') { return ['false', 'true']; }
  if (kind !== 'integer' || first === null || last === null) { return []; }
  const step = last - first < kMostSwept ? 1 : stepOf(last - first);
  const out = [first];
  for (let value = (Math.floor(first / step) + 1) * step; value < last; value += step) { out.push(value); }
  if (last > first) { out.push(last); }
  return out.map(String);
}

/** What a sweep leaves out, in words: "31 of its 301 values"; empty: nothing. */
export function sampleWords(input: Input): string {
  const { first, last } = input;
  const count = sweptValues(input).length;
  const all = first === null || last === null ? count : last - first + 1;
  return input.choices.length > 0 || count === 0 || count === all ? '' : `${count} of its ${all.toLocaleString('en')} values`;
}

/** Fields or expressions with commas between them; commas in brackets, braces and quotes belong to an expression. */
export function splitBy(by: string): readonly string[] {
  const out: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let part = '';
  for (const mark of by) {
    if (mark === '"') { isQuoted = !isQuoted; }
    if (!isQuoted && '([{'.includes(mark)) { ++depth; }
    if (!isQuoted && ')]}'.includes(mark)) { --depth; }
    if (mark === ',' && depth === 0 && !isQuoted) {
      out.push(part.trim());
      part = '';
    } else {
      part += mark;
    }
  }
  out.push(part.trim());
  return out.filter((one) => one !== '');
}

// As many as a list shows without scrolling far.
const kMostCompletions = 30;

/** What a box can hold when its last word is completed to one of the names. */
export function completions(value: string, names: readonly string[]): readonly string[] {
  const word = /[A-Za-z_]\w*$/.exec(value)?.[0] ?? '';
  const before = value.slice(0, value.length - word.length);
  return names.filter((name) => name.startsWith(word) && name !== word).slice(0, kMostCompletions).map((name) => before + name);
}

/** The question of the Odds tab, as the engine reads it. */
export function questionOf(pack: PackInfo, rule: string, inputs: Settings, asked: Asked): OddsQuestion {
  const name = ruleOf(pack, rule);
  const settings = { ...settingsFor(pack, name, inputs) };
  const swept = controlsOf(pack, name).find((input) => input.name === asked.sweep);
  const values = swept === undefined ? [] : sweptValues(swept);
  if (values.length > 0) { delete settings[asked.sweep]; }
  const by = splitBy(asked.by);
  const count = asked.count.trim();
  const where = asked.where.trim();
  return {
    rule: name, inputs: settings,
    ...(count !== '' ? { count } : by.length > 0 ? { by } : {}),
    ...(where !== '' ? { where } : {}),
    ...(asked.fractions ? { fractions: true } : {}),
    ...(values.length > 0 ? { sweep: { input: asked.sweep, values } } : {}),
  };
}
