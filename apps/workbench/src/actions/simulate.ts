// Many rolls in pieces, so that the counts are visible while they grow and can be stopped; and the exact odds of the same
// columns to compare them with. test/page/long.test.ts.
import { call } from '../engine/engine';
import type { Calls } from '../engine/protocol';
import { EngineError, kReplaced } from '../engine/lane';
import { ruleOf, settingsFor, splitBy } from '../model/settings';
import type { Simulation, State, Store } from '../model/state';
import { added, kNoTally, type Tally } from '../model/stats';

// A piece takes about so many milliseconds: shorter ones spend their time on messages, longer ones are slow to stop.
const kPiece = 150;
const kFirstRolls = 200;
const kMostRolls = 50_000;
const kBudgetOfOdds = 5000;

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

  /** Rolls `wanted` times; `isWhole`: counts all things of a roll. */
  async run(wanted: number, isWhole: boolean): Promise<void> {
    const round = ++this.#round;
    const state = this.#store.get();
    if (state.good === null) { return; }
    const by = Simulator.columns(state);
    const rule = ruleOf(state.good.pack, state.rule);
    const roll = { source: state.good.source, rule, inputs: settingsFor(state.good.pack, rule, state.inputs), seed: state.seed, by, isWhole };
    const counts = new Map<string, Tally>();
    let simulation: Simulation = { by, seed: state.seed, wanted, done: 0, counts, isWhole, odds: null, error: null, isRunning: true };
    const put = (change: Partial<Simulation>) => {
      simulation = { ...simulation, ...change };
      if (round === this.#round) { this.#store.set({ simulation }); }
    };
    put({});
    void this.#ask(roll, (odds) => put({ odds }));
    let piece = kFirstRolls;
    while (simulation.done < wanted && round === this.#round) {
      const rolls = Math.min(piece, wanted - simulation.done);
      const begin = performance.now();
      try {
        const reply = await call('simulate', { ...roll, first: simulation.done, rolls });
        for (const [key, tally] of reply.counts) { counts.set(key, added(counts.get(key) ?? kNoTally, tally)); }
        put({ done: simulation.done + rolls });
      } catch (error) {
        const { message, help = '' } = error as { message: string; help?: string };
        if (!(error instanceof EngineError && error.code === kReplaced)) { put({ error: help === '' ? message : `${message} (${help})` }); }
        break;
      }
      piece = Math.min(kMostRolls, Math.max(1, Math.round(rolls * Math.min(4, kPiece / Math.max(1, performance.now() - begin)))));
    }
    put({ isRunning: false });
  }

  async #ask({ source, rule, inputs, by, isWhole }: Omit<Calls['simulate']['request'], 'seed' | 'first' | 'rolls'>, put: (odds: Simulation['odds']) => void): Promise<void> {
    try {
      put((await call('odds', { source, question: { rule, inputs, ...(isWhole ? { each: by } : { by }) }, milliseconds: kBudgetOfOdds })).odds);
    } catch {
      // Without odds the counts are all there is.
    }
  }
}
