// Answers of the engine as plain data, and counts of rolls, both by keys that are equal for equal values: so rolls, odds and
// odds of several rolls are compared. test/unit/answers.test.ts has a pack with every type.
import type { AtLeastOnce as ManyRolls, Batch, Odds, Pack, Roller, Value } from 'spoils';
import { added, kNoTally, seedOfRun, Tallies, tallyOf, type Tally } from '../model/stats';
import { keyOf, typesOf, written } from '../model/values';
import type { AtLeastOnce, JsonValue, OddsResult } from './protocol';

/** A key, and how often rolls have it. */
export type Counted = readonly [key: string, tally: Tally];

/** The rows of an answer in JSON. */
interface Table { readonly rows: readonly { readonly values: readonly JsonValue[] }[] }

// The cells of an answer have quotes around some symbols; its JSON, as that of several rolls, has symbols by their names.
export function plainOdds({ columns, answers, exact, json }: Odds, { fields }: Pick<Pack, 'fields'>): OddsResult {
  const types = typesOf(columns, fields);
  const whole = JSON.parse(json) as Table & { readonly sweep?: readonly Table[] };
  const tables = whole.sweep ?? [whole];
  const keyAt = (values: readonly Value[], answer: number, row: number) =>
    keyOf(values.map((value, i) => typeof value === 'string' ? tables[answer]!.rows[row]!.values[i]! : value), types);
  return {
    columns, exact,
    answers: answers.map(({ rows, ...about }, answer) => ({
      ...about,
      rows: rows.map(({ values, probability, low, high, fraction, estimate: share }, row) => ({
        values: values.map((one) => written(one)), key: keyAt(values, answer, row), probability, low, high,
        fraction: fraction === null ? null : String(fraction), estimate: share,
      })),
    })),
  };
}

export function plainRolls(
  { json: _, rows, ...rest }: ManyRolls, rolls: readonly number[], { fields }: Pick<Pack, 'fields'>,
): AtLeastOnce {
  const types = typesOf(rest.columns, fields);
  return { ...rest, rolls, rows: rows.map(({ values, within, wait }) => ({ key: keyOf(values, types), within, wait })) };
}

/**
 * Counts the rolls by columns: of the rule's own thing, and a roll may have no such thing; or, of whole rolls, of all
 * things that have one of the columns.
 */
export function counted(
  batch: Batch, { pack, rule }: Roller, by: readonly string[], rolls: number, isWhole: boolean,
): readonly Counted[] {
  const tallies = new Tallies();
  const types = typesOf(by, pack.fields);
  let own = new Map<string, number>();
  let done = 0;
  const end = () => {
    tallies.add(own);
    if (own.size > 0) { done += 1; }
    own = new Map();
  };
  let last = -1n;
  for (let i = 0; i < batch.things; ++i) {
    const index = batch.index[i]!;
    const isFirst = index !== last;
    if (isFirst) { end(); }
    last = index;
    // The rule's own thing comes first.
    if (!isWhole && (!isFirst || batch.rule(i) !== rule)) { continue; }
    const values = by.map((column) => column === 'name' ? batch.name(i) : batch.value(i, column));
    const key = keyOfThing(values, types, isWhole);
    if (key !== null) { own.set(key, (own.get(key) ?? 0) + 1); }
  }
  end();
  const counts = new Map(tallies.all());
  const left = rolls - done;
  if (!isWhole && left > 0) {
    const key = keyOf(by.map(() => null), types);
    counts.set(key, added(counts.get(key) ?? kNoTally, tallyOf(1, left)));
  }
  return [...counts];
}

/** The key of a thing by its columns; `null`: one of many things that has none of them. */
function keyOfThing(values: readonly Value[], types: readonly string[], isWhole: boolean): string | null {
  return isWhole && values.every((value) => value === null) ? null : keyOf(values, types);
}

/** Counts all things of runs: each makes some rolls in a new world, which keeps its state from roll to roll. */
export function countedRuns(
  roller: Roller, seed: string, by: readonly string[], first: number, runs: number, rolls: number,
): readonly Counted[] {
  const tallies = new Tallies();
  const types = typesOf(by, roller.pack.fields);
  for (let run = first; run < first + runs; ++run) {
    const world = roller.pack.world(seedOfRun(seed, run));
    try {
      const own = new Map<string, number>();
      for (let i = 0; i < rolls; ++i) {
        for (const { name, fields } of roller.rollIn(world)) {
          const key = keyOfThing(by.map((column) => column === 'name' ? name : fields[column] ?? null), types, true);
          if (key !== null) { own.set(key, (own.get(key) ?? 0) + 1); }
        }
      }
      tallies.add(own);
    } finally {
      world.dispose();
    }
  }
  return tallies.all();
}
