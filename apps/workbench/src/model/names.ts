// The names that a question can use, for completion: fields with the values that were seen in rolls and odds, states and inputs.
// test/unit/chips.test.ts.
import type { PackInfo } from '../engine/protocol';
import type { Name } from './chips';
import type { State } from './state';

const kMostValues = 200;

/** Values of fields in the last rolls of Things and the last answer of Odds. */
function valuesSeen({ things, odds }: Pick<State, 'things' | 'odds'>): ReadonlyMap<string, ReadonlySet<string>> {
  const seen = new Map<string, Set<string>>();
  const add = (field: string, value: string) => {
    const values = seen.get(field) ?? new Set();
    seen.set(field, values);
    if (values.size < kMostValues) { values.add(value); }
  };
  const { columns = [], answers = [] } = odds.value ?? {};
  for (const { rows } of answers) {
    for (const { values } of rows) { values.forEach((value, i) => add(columns[i] ?? '', value)); }
  }
  for (const { things: list } of things.value?.rolls ?? []) {
    for (const { name, fields } of list) {
      add('name', name);
      for (const [field, value] of fields) { add(field, value); }
    }
  }
  return seen;
}

export function namesOf(state: Pick<State, 'things' | 'odds'>, { fields, inputs, states }: Pick<PackInfo, 'fields' | 'inputs' | 'states'>): readonly Name[] {
  const seen = valuesSeen(state);
  const values = (name: string, type: string) => {
    const found = [...seen.get(name) ?? []];
    return type === 'text' ? found.map((value) => value === 'none' ? value : JSON.stringify(value)) : found;
  };
  return [
    { name: 'name', type: 'text', values: values('name', 'text') },
    ...fields.map(({ name, type }) => ({ name, type, values: type === 'flag' ? ['true', 'false'] : values(name, type) })),
    ...states.map(({ name, kind, choices }) =>
      ({ name, type: kind === 'flag' ? kind : `state, ${kind}`, values: choices })),
    ...inputs.map(({ name, kind, choices }) => ({ name, type: kind === 'flag' ? kind : `input, ${kind}`, values: choices })),
  ];
}
