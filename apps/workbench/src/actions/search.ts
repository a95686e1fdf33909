// Searches rolls that the filter of Things shows: the engine rolls on in pieces, so that what is found and how many rolls
// were tried are visible while the search goes on and it can be stopped. It ends after kMostRolls or kMostTime; then the
// page says that nothing was found within that, not that there is nothing. Where the filter is a condition of the language,
// the engine is asked for its exact odds, too. test/page/search.test.ts.
import { call } from '../engine/engine';
import { EngineError, kReplaced } from '../engine/lane';
import type { OddsAnswer, PackInfo, Rolled, Settings, Source } from '../engine/protocol';
import { expressionOf, filterOf } from '../model/find';
import type { Chance, Found, State, Store } from '../model/state';

// A piece takes about so many milliseconds: shorter ones spend their time on messages, longer ones are slow to stop.
const kPiece = 100;
const kFirstRolls = 200;
const kMostPerPiece = 50_000;
/** The limits of one search; "Search on" begins another one after it. */
export const kMostRolls = 1_000_000;
const kMostTime = 10_000;
const kBudgetOfChance = 2000;

interface Roll { readonly source: Source; readonly rule: string; readonly inputs: Settings; readonly seed: string; readonly first: number }

export class Search {
  #store: Store;
  #round = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Ends the search that is under way, and keeps what it has found. */
  stop(): void {
    this.#round += 1;
    const { things } = this.#store.get();
    if (things.isBusy) { this.#store.set({ things: { ...things, isBusy: false } }); }
  }

  /** Rolls on from the first index until `wanted` rolls fit the filter. */
  async run(roll: Roll, filter: string, wanted: number, pack: PackInfo): Promise<void> {
    const round = ++this.#round;
    const put = (change: Partial<State['things']>) => {
      if (round === this.#round) { this.#store.set({ things: { ...this.#store.get().things, ...change } }); }
    };
    put({ isBusy: true });
    void this.#ask(round, roll, filter, pack);
    const end = performance.now() + kMostTime;
    const rolls: Rolled[] = [];
    let [searched, piece] = [0, kFirstRolls];
    try {
      while (round === this.#round && rolls.length < wanted && searched < kMostRolls && performance.now() < end) {
        const begin = performance.now();
        const reply = await call('find', {
          ...roll, filter, first: roll.first + searched, rolls: Math.min(piece, kMostRolls - searched), most: wanted - rolls.length,
        });
        rolls.push(...reply.rolls);
        searched += reply.searched;
        const value: Found = { rolls: [...rolls], searched };
        put({ value, error: null });
        piece = Math.min(kMostPerPiece, Math.max(1, Math.round(reply.searched * Math.min(4, kPiece / Math.max(1, performance.now() - begin)))));
      }
    } catch (error) {
      const { message, help = '' } = error as { message: string; help?: string };
      if (!(error instanceof EngineError && error.code === kReplaced)) { put({ value: null, error: help === '' ? message : `${message} (${help})` }); }
    }
    put({ isBusy: false });
  }

  async #ask(round: number, { source, rule, inputs }: Roll, filter: string, pack: PackInfo): Promise<void> {
    const count = expressionOf(filterOf(filter), pack.fields);
    this.#store.set({ chance: null });
    if (count === null) { return; }
    try {
      const { odds } = await call('odds', { source, question: { rule, inputs, count }, milliseconds: kBudgetOfChance });
      if (round === this.#round) { this.#store.set({ chance: chanceOf(count, odds.answers[0]!) }); }
    } catch {
      // Without odds the rolls are all there is.
    }
  }
}

// Summed from the rows above 0, since 1 less the row of 0 would lose small odds to rounding.
function chanceOf(expression: string, { rows, unlisted, exact }: OddsAnswer): Chance {
  const low = rows.filter(({ values }) => values[0] !== '0').reduce((sum, row) => sum + row.low, 0);
  return { expression, exact, low: Math.min(1, low), high: Math.min(1, exact ? low : low + unlisted) };
}
