// Compares two packs: the text as it was opened or another pack, and the text as it is or another pack; by the question of
// Odds, or by every rule and field, one question after the other. test/page/compare.test.ts.
import { call } from '../engine/engine';
import { EngineError, kReplaced } from '../engine/lane';
import type { PackInfo, Settings, Source } from '../engine/protocol';
import { movedRows, questionsOf, sorted, type Compared, type Comparison, type Moved, type Side } from '../model/compare';
import { kNotComparing, type State, type Store } from '../model/state';
import { chosenSource, ofInput } from './files';

// Of each question, in milliseconds: what takes longer has bounds.
const kBudget = 300;

export class Comparer {
  #store: Store;
  #round = 0;
  /** Asks again; the asker sets it. */
  refresh: () => void = () => undefined;

  constructor(store: Store, readonly say: (text: string) => void) {
    this.#store = store;
  }

  /** Ends a comparison of every rule. */
  stop(): void {
    this.#round += 1;
  }

  set(change: Partial<State['comparing']>): void {
    this.#store.set({ comparing: { ...this.#store.get().comparing, ...change } });
    this.refresh();
  }

  /** Compares with a shipped pack, with files that a person chose, or, `null`, with the open text. */
  async choose(which: 'before' | 'after', what: string | readonly File[] | null): Promise<void> {
    if (what === null) { return this.set({ [which]: null }); }
    try {
      const { origin, source } = typeof what === 'string' ? await this.#shipped(what) : await chosenSource(ofInput(what));
      this.set({ [which]: { origin, source, pack: await this.#described(source, origin) } satisfies Side });
    } catch (error) {
      if (!(error instanceof EngineError && error.code === kReplaced)) { this.say((error as Error).message); }
    }
  }

  async #shipped(pack: string): Promise<{ origin: string; source: Source }> {
    const { source } = await call('shipped', { pack });
    if (source === null) { throw new Error(`there is no shipped pack ${pack}`); }
    return { origin: `shipped pack ${pack}`, source };
  }

  async #described(source: Source, origin: string): Promise<PackInfo> {
    const { pack, findings } = await call('describe', { source });
    const first = findings.find(({ severity }) => severity === 'error');
    // A pack that can be read may have quantities that fail in every roll.
    if (pack !== null && first === undefined) { return pack; }
    throw new Error(`${origin} has mistakes: ${first === undefined ? '' : `line ${first.line}, ${first.message}`}`);
  }

  /** Compares every rule and field; what is found so far is in the state. */
  async every(before: Side | Source, after: { source: Source; pack: PackInfo }, inputs: Settings): Promise<void> {
    const round = ++this.#round;
    const put = (change: Partial<State['moved']>) => {
      if (round === this.#round) { this.#store.set({ moved: { ...this.#store.get().moved, ...change } }); }
    };
    put({ isBusy: true, error: null, value: null });
    try {
      const old = 'pack' in before ? before : { source: before, pack: await this.#described(before, 'The text as it was opened') };
      const { questions, leftOut } = questionsOf(old.pack, after.pack, inputs);
      const failed: string[] = [];
      let rows: readonly Moved[] = [];
      let isExact = true;
      const value = (done: number): Comparison => ({ rows, isExact, done, questions: questions.length, leftOut: [...leftOut, ...failed] });
      put({ value: value(0) });
      const movedBy = async ({ of, isMean, question, finer }: Compared): Promise<readonly Moved[]> => {
        const found = await call('compare', { before: old.source, after: after.source, question, milliseconds: kBudget });
        isExact &&= found.before.exact && found.after.exact;
        const moved = movedRows(found.before, found.after, of, isMean);
        return moved.length > 0 || finer === undefined ? moved : movedBy(finer);
      };
      for (const [i, compared] of questions.entries()) {
        const { of } = compared;
        try {
          rows = sorted([...rows, ...await movedBy(compared)]);
        } catch (error) {
          if (error instanceof EngineError && error.code === kReplaced) { return; }
          failed.push(`${of}: ${(error as Error).message}`);
        }
        if (round !== this.#round) { return; }
        put({ value: value(i + 1) });
      }
      put({ isBusy: false });
    } catch (error) {
      put({ isBusy: false, error: (error as Error).message });
    }
  }

  /** Another pack was opened. */
  forget(): void {
    this.stop();
    this.#store.set({ comparing: kNotComparing });
  }
}
