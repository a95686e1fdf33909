// What a person does to the tweaked roll: edits, undo and redo, and questions about its decisions. An edit that is refused
// changes nothing and says why. test/page/tweak.test.ts.
import { call } from '../engine/engine';
import type { TweakBase, TweakReply } from '../engine/protocol';
import { EngineError, kReplaced } from '../engine/lane';
import { ruleOf, settingsFor } from '../model/settings';
import { pinsOf, withoutPins } from '../model/tweak';
import { nothingYet, type State, type Store } from '../model/state';

/** Choices that are visible at once. */
export const kChoicesShown = 50;

type Shown = 'tweaked' | 'choices' | 'outlook' | 'reach';

export class Tweaks {
  #store: Store;
  #refuse: (why: string) => void;

  constructor(store: Store, refuse: (why: string) => void) {
    this.#store = store;
    this.#refuse = refuse;
  }

  #base(edits: readonly string[]): TweakBase | null {
    const { good, rule, inputs, seed, index } = this.#store.get();
    if (good === null) { return null; }
    const name = ruleOf(good.pack, rule);
    return { source: good.source, rule: name, inputs: settingsFor(good.pack, name, inputs), seed, index, edits };
  }

  /** Makes the roll again with the edits of the state, and answers what is open. */
  async refresh(): Promise<void> {
    const base = this.#base(this.#store.get().edits);
    if (base === null) { return; }
    await this.#show('tweaked', () => call('tweak', base));
    await this.#refreshQuestions();
  }

  async #refreshQuestions(): Promise<void> {
    const { choosing, looking } = this.#store.get();
    if (choosing !== null) { await this.choose(choosing.id, choosing.from); }
    if (looking !== null) { await this.look(looking.id, looking.by); }
  }

  /** One edit more. */
  async apply(edit: string): Promise<void> {
    const { edits } = this.#store.get();
    const base = this.#base([...edits, edit]);
    if (base === null) { return; }
    this.#store.set({ tweaked: { ...this.#store.get().tweaked, isBusy: true } });
    try {
      const reply = await call('tweak', base);
      const { value } = this.#store.get().tweaked;
      const refused = reply.refused.find(({ at }) => at === edits.length);
      if (refused !== undefined) {
        this.#store.set({ tweaked: { value, error: null, isBusy: false } });
        this.#refuse(refused.why);
        return;
      }
      // The engine writes whole ids.
      const written = reply.tweaked.edits.at(-1) ?? edit;
      this.#change([...edits, written], reply);
      await this.#refreshQuestions();
    } catch (error) {
      if (isReplacedCall(error)) { return; }
      this.#store.set({ tweaked: { ...this.#store.get().tweaked, isBusy: false } });
      this.#refuse((error as Error).message);
    }
  }

  // Other edits, and what undo brings back.
  #change(edits: readonly string[], reply?: TweakReply): void {
    const { edits: before, past } = this.#store.get();
    this.#store.set({ edits, past: [...past, before], undone: [], reach: nothingYet, ...(reply === undefined ? {} : { tweaked: { value: reply, error: null, isBusy: false } }) });
  }

  undo(): void {
    const { edits, past, undone } = this.#store.get();
    if (past.length === 0 && edits.length === 0) { return; }
    // A link or draft has edits without their past: then undo takes the last one back.
    this.#store.set({ edits: past.at(-1) ?? edits.slice(0, -1), past: past.slice(0, -1), undone: [edits, ...undone], reach: nothingYet });
    void this.refresh();
  }

  redo(): void {
    const { edits, past, undone } = this.#store.get();
    if (undone.length === 0) { return; }
    this.#store.set({ edits: undone[0]!, past: [...past, edits], undone: undone.slice(1), reach: nothingYet });
    void this.refresh();
  }

  /** Takes an edit out: one that does not apply any more, or that a person does not want. */
  drop(at: number): void {
    this.#change(this.#store.get().edits.filter((_, i) => i !== at));
    void this.refresh();
  }

  /** Takes out the edits that want a choice of this decision: it has that of the roll again, if that still has a chance. */
  unpin(id: string): void {
    this.#change(withoutPins(this.#store.get().edits, id));
    void this.refresh();
  }

  /** Draws everything anew but the choices that were taken or forced. Those that do not fit any more are left out, and named. */
  async rerollRest(): Promise<void> {
    const before = [...this.#store.get().edits, 'reroll'];
    const base = this.#base([...before, ...pinsOf(this.#store.get().edits)]);
    if (base === null) { return; }
    await this.#show('tweaked', async () => {
      const reply = await call('tweak', base);
      const lost = reply.refused.filter(({ at }) => at >= before.length).map(({ at }) => base.edits[at]!);
      const kept = base.edits.filter((edit, i) => i < before.length || !lost.includes(edit));
      if (lost.length > 0) { this.#refuse(`These choices are not possible in the new roll: ${lost.join('; ')}`); }
      this.#change(kept);
      return lost.length === 0 ? reply : call('tweak', { ...base, edits: kept });
    });
    await this.#refreshQuestions();
  }

  /** Back to the roll of the seed. */
  clear(): void {
    this.#change([]);
    void this.refresh();
  }

  /** Opens the choices of a decision. */
  async choose(id: string, from = 0): Promise<void> {
    const { choosing, choices } = this.#store.get();
    const base = this.#base(this.#store.get().edits);
    if (base === null) { return; }
    this.#store.set({ choosing: { id, from }, choices: choosing?.id === id ? choices : nothingYet });
    await this.#show('choices', async () => (await call('choices', { ...base, id, from, count: kChoicesShown })).choices);
  }

  /** Opens the odds of a column if this step or decision were open. */
  async look(id: string, by: string): Promise<void> {
    const base = this.#base(this.#store.get().edits);
    if (base === null) { return; }
    this.#store.set({ looking: { id, by } });
    await this.#show('outlook', async () => (await call('outlook', { ...base, id, by })).outlook);
  }

  close(): void {
    this.#store.set({ choosing: null, looking: null, choices: nothingYet, outlook: nothingYet });
  }

  /** Asks whether the rules could give a field a value. */
  async reach(field: string, value: string): Promise<void> {
    const base = this.#base(this.#store.get().edits);
    if (base === null) { return; }
    await this.#show('reach', async () => ({ ...(await call('reach', { ...base, field, value })).reach, question: `${field} = ${value}` }));
  }

  async #show(shown: Shown, work: () => Promise<unknown>): Promise<void> {
    const put = (change: object) => this.#store.set({ [shown]: { ...this.#store.get()[shown], ...change } } as Partial<State>);
    put({ isBusy: true });
    try {
      put({ value: await work(), error: null, isBusy: false });
    } catch (error) {
      if (isReplacedCall(error)) { return; }
      const { message, help = '' } = error as { message: string; help?: string };
      put({ value: null, error: help === '' ? message : `${message} (${help})`, isBusy: false });
    }
  }
}

function isReplacedCall(error: unknown): boolean {
  return error instanceof EngineError && error.code === kReplaced;
}
