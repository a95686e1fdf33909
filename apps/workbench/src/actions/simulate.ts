// Many rolls in pieces, so that the counts are visible while they grow and can be stopped; and the exact odds of the same
// columns to compare them with. test/page/long.test.ts.
import { call } from '../engine/engine';
import type { Calls } from '../engine/protocol';
import { EngineError, kReplaced } from '../engine/lane';
import { ruleOf, settingsFor, splitBy } from '../model/settings';
import type { Simulation, State, Store } from '../model/state';
import { typesOf } from '../model/values';
import { added, kNoTally, tallyOf, type Tally } from '../model/stats';

// A piece takes about so many milliseconds: shorter ones spend their time on messages, longer ones are slow to stop.
const kPiece = 150;
const kFirstRolls = 200;
const kFirstSample = 1000;
const kMostRolls = 50_000;
const kBudgetOfOdds = 5000;

type Counted = Omit<Calls['simulate']['request'], 'first' | 'rolls' | 'rollsOfRun'> & { readonly where: string };

function failureOf(error: unknown): Partial<Simulation> {
  if (error instanceof EngineError && error.code === kReplaced) { return {}; }
  const { message, help = '' } = error as { message: string; help?: string };
  return { error: help === '' ? message : `${message} (${help})` };
}

export class Simulator {
  #store: Store;
  #round = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The columns that can be counted: the name and the fields of the thing; the kind if nothing else is asked by. */
  static columns({ good, asked }: State): readonly string[] {
    const known = new Set(['name', ...(good?.pack.fields ?? []).map(({ name }) => name)]);
    const wanted = splitBy(asked.by).filter((column) => known.has(column));
    return wanted.length > 0 ? wanted : known.has('kind') ? ['kind'] : ['name'];
  }

  stop(): void {
    this.#round += 1;
    const { simulation } = this.#store.get();
    if (simulation !== null) { this.#store.set({ simulation: { ...simulation, isRunning: false } }); }
  }

  /**
   * Rolls `wanted` times; `isWhole`: counts all things of a roll. With `rollsOfRun` above 0 it makes `wanted` runs of so many
   * rolls, each in a world that keeps its state, and counts all things of a run.
   */
  async run(wanted: number, isWhole: boolean, rollsOfRun = 0): Promise<void> {
    const round = ++this.#round;
    const state = this.#store.get();
    if (state.good === null) { return; }
    const by = Simulator.columns(state);
    const rule = ruleOf(state.good.pack, state.rule);
    const roll = { source: state.good.source, rule, inputs: settingsFor(state.good.pack, rule, state.inputs), seed: state.seed, by, isWhole, rollsOfRun };
    const where = isWhole ? '' : state.asked.where.trim();
    const counts = new Map<string, Tally>();
    let simulation: Simulation = { by, types: typesOf(by, state.good.pack.fields), seed: state.seed, wanted, where, held: 0, done: 0, counts, isWhole, rollsOfRun, odds: null, error: null, isRunning: true };
    const put = (change: Partial<Simulation>) => {
      simulation = { ...simulation, ...change };
      if (round === this.#round) { this.#store.set({ simulation }); }
    };
    put({});
    // Odds over several rolls are a question of their own, which the command line answers.
    if (rollsOfRun === 0) { void this.#ask({ ...roll, where }, (odds) => put({ odds })); }
    if (where !== '') {
      await this.#sample({ ...roll, where }, wanted, () => round === this.#round, put);
      put({ isRunning: false });
      return;
    }
    let piece = rollsOfRun === 0 ? kFirstRolls : 1;
    while (simulation.done < wanted && round === this.#round) {
      const rolls = Math.min(piece, wanted - simulation.done);
      const begin = performance.now();
      try {
        const reply = await call('simulate', { ...roll, first: simulation.done, rolls });
        for (const [key, tally] of reply.counts) { counts.set(key, added(counts.get(key) ?? kNoTally, tally)); }
        put({ done: simulation.done + rolls, held: simulation.done + rolls });
      } catch (error) {
        put(failureOf(error));
        break;
      }
      piece = Math.min(kMostRolls, Math.max(1, Math.round(rolls * Math.min(4, kPiece / Math.max(1, performance.now() - begin)))));
    }
    put({ isRunning: false });
  }

  // The engine rolls and evaluates the condition; ten times as many rolls each time, from the first one on.
  async #sample({ source, rule, inputs, by, where, seed }: Counted, wanted: number, goesOn: () => boolean, put: (change: Partial<Simulation>) => void): Promise<void> {
    for (let rolls = Math.min(wanted, kFirstSample); goesOn(); rolls = Math.min(wanted, 10 * rolls)) {
      try {
        const { odds } = await call('sample', { source, question: { rule, inputs, by, where, seed, estimate: rolls, whole_rolls: true } });
        const { estimate, rows } = odds.answers[0]!;
        if (estimate === null) { return put({ error: 'The engine knows this answer without a roll: it is exact. See Odds.' }); }
        const counts = new Map(rows.flatMap(({ key, estimate: share }) => {
          const total = Math.round((share?.probability ?? 0) * estimate.counted);
          return total === 0 ? [] : [[key, tallyOf(1, total)] as const];
        }));
        put({ counts, done: estimate.rolls, held: estimate.counted });
      } catch (error) {
        return put(failureOf(error));
      }
      if (rolls === wanted) { return; }
    }
  }

  async #ask({ source, rule, inputs, by, isWhole, where }: Omit<Counted, 'seed'>, put: (odds: Simulation['odds']) => void): Promise<void> {
    try {
      put((await call('odds', { source, question: { rule, inputs, ...(isWhole ? { each: by } : { by }), ...(where === '' ? {} : { where }) }, milliseconds: kBudgetOfOdds })).odds);
    } catch {
      // Without odds the counts are all there is.
    }
  }
}
