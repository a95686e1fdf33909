// Asks the engine what the page shows: the declarations and findings after each pause of typing, then the question of the
// visible tab. Only the newest question of a kind has an answer. Odds get a short budget first, then longer ones, so that
// bounds are visible while they tighten.
import type { Finding } from 'spoils';
import type { Calls, Kind, OddsQuestion, OddsResult, Source } from '../engine/protocol';
import { call } from '../engine/engine';
import { EngineError, kReplaced } from '../engine/lane';
import { movedRows, neverHeld } from '../model/compare';
import { rollsAsked } from '../model/curves';
import { questionOf, ruleOf, settingsFor, settingsForBoth } from '../model/settings';
import { Soundness } from '../model/sound';
import type { Comparer } from './compare';
import { Search } from './search';
import type { Tweaks } from './tweaks';
import { nothingYet, type Answered, type State, type Store } from '../model/state';

export const kRollsShown = 20;

// The pause of typing before the engine is asked: at every key press a pack that takes longer to compile than a quick typist
// to press the next one would never be finished. One that compiled within kQuick needs no pause, and neither does the
// first key press after kRest, if the engine has nothing else to do: without that, single edits of larger packs waited 60 ms.
const kPause = 60;
const kQuick = 30;
const kRest = 250;
const kPauseOfProof = 600;
// Budgets, one after the other until the answer is exact: for bounds, and rolls for estimates, which take a second at most.
// Expectations are estimated only while there is time, so their paths end before it.
const kBudgets = [
  { milliseconds: 300, maxPaths: 100_000, estimate: 10_000 }, { milliseconds: 2000, maxPaths: 1_000_000, estimate: 100_000 },
  { milliseconds: 10_000, maxPaths: 10_000_000, estimate: 1_000_000 },
];

const kNoAnswers = {
  things: nothingYet, odds: nothingYet, atLeastOnce: nothingYet, explanation: nothingYet, expectations: nothingYet,
  moved: nothingYet, edited: null, chance: null, tweaked: nothingYet, choices: nothingYet, outlook: nothingYet,
  reach: nothingYet, simulation: null, book: nothingYet, lit: null,
} as const;

type Shown = 'things' | 'odds' | 'atLeastOnce' | 'explanation' | 'expectations' | 'moved';

export class Asker {
  #store: Store;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #proving: ReturnType<typeof setTimeout> | undefined;
  #round = 0;
  #lastLook = 0; // milliseconds that the last compilation took
  #lastChange = -Infinity; // when the text changed last
  // The question of Odds and its answer before any edit, with which the answers after edits are compared.
  #rollsOf: { readonly key: string; readonly source: Source | null } = { key: '', source: null }; // the last question about several rolls
  #base: { readonly question: string; readonly source: Source; odds: OddsResult } | null = null;
  readonly #soundness = new Soundness();
  readonly search: Search;
  tweaks: Tweaks | null = null;
  comparer: Comparer | null = null;

  constructor(store: Store) {
    this.#store = store;
    this.search = new Search(store);
  }

  /** The text has changed. */
  textChanged(pause = this.#pause()): void {
    this.#lastChange = performance.now();
    clearTimeout(this.#typing);
    clearTimeout(this.#proving);
    this.#store.set({ isCompiling: true });
    this.#typing = setTimeout(() => void this.#look(), pause);
  }

  #pause(): number {
    const isFirst = !this.#store.get().isCompiling && performance.now() - this.#lastChange > kRest;
    return isFirst || this.#lastLook < kQuick ? 0 : kPause;
  }

  async #look(): Promise<void> {
    const { source, tab } = this.#store.get();
    const begin = performance.now();
    // Odds have a worker of their own, which compiles the text meanwhile.
    if (tab === 'odds' || tab === 'expect' || tab === 'compare') { call('warm', { source }).catch(() => undefined); }
    try {
      const { pack, findings } = await call('look', { source });
      this.#lastLook = performance.now() - begin;
      if (this.#store.get().source !== source) { return; }
      const good = pack === null ? null : { source, pack };
      if (good !== null && this.#soundness.isSuspect) { return void this.#prove(good, findings); }
      this.#store.set({ findings, isCompiling: false, ...(good === null ? {} : { good }) });
      if (good === null) { return; }
      this.refresh();
      this.#proving = setTimeout(() => void this.#prove(good, findings), kPauseOfProof);
    } catch (error) {
      if (!isReplaced(error)) { this.#store.set({ isCompiling: false, findings: [], notice: { text: sayError(error), isError: true } }); }
    }
  }

  async #prove(good: NonNullable<State['good']>, known: readonly Finding[]): Promise<void> {
    const { source } = good;
    const proof = await call('prove', { source }).catch(() => null);
    const state = this.#store.get();
    if (state.source !== source) { return; }
    // Without a proof the findings of `look` remain: they are true, though perhaps not all.
    const answered = proof === null ? good : this.#soundness.proved(good, proof.findings);
    this.#store.set({ findings: proof?.findings ?? known, isCompiling: false });
    if (answered?.source !== state.good?.source) { this.#answerFor(answered); }
  }

  // What was answered so far is of a text with errors, or of the one before it.
  #answerFor(good: State['good']): void {
    this.#round += 1;
    if (this.#base?.source === this.#store.get().good?.source) { this.#base = null; }
    this.#store.set({ ...kNoAnswers, good });
    this.refresh();
  }

  /** Asks the question of the visible tab anew. */
  refresh(): void {
    const state = this.#store.get();
    const { good } = state;
    if (good === null) { return; }
    this.search.stop();
    this.comparer?.stop();
    const rule = ruleOf(good.pack, state.rule);
    const roll = { source: good.source, rule, inputs: settingsFor(good.pack, rule, state.inputs), seed: state.seed };
    switch (state.tab) {
      case 'things':
        if (state.filter.trim() === '') {
          void this.#show('things', () => call('roll', { ...roll, first: state.first, count: kRollsShown }));
        } else {
          void this.search.run({ ...roll, first: state.first }, state.filter, kRollsShown, good.pack);
        }
        return;
      case 'explain':
        void this.#show('explanation', async () => (await call('explain', { ...roll, index: state.index })).explanation);
        return;
      case 'simulate': case 'book':
        return; // long work waits until a person begins it
      case 'tweak':
        void this.tweaks?.refresh();
        return;
      case 'odds': {
        const question = questionOf(good.pack, state.rule, state.inputs, state.asked);
        void this.#showLong('odds', 'odds', { source: good.source, question }, ({ odds }) => {
          this.#follow(question, good.source, odds);
          return odds;
        }, ({ odds }) => odds.exact);
        this.#askRolls(question, good.source, state);
        return;
      }
      case 'expect':
        void this.#showLong('expectations', 'check', { source: good.source }, ({ expectations }) => expectations,
          ({ expectations }) => expectations.every(({ settled }) => settled));
        return;
      case 'compare': {
        const { before, after, isEvery } = state.comparing;
        const now = after ?? good;
        if (isEvery) {
          this.#round += 1;
          void this.comparer?.every(before ?? state.opened, now, state.inputs);
          return;
        }
        const asked = questionOf(now.pack, state.rule, state.inputs, state.asked);
        const question = { ...asked, inputs: settingsForBoth(now.pack, asked.rule, state.inputs, asked.sweep?.input), fractions: false };
        void this.#showLong('moved', 'compare', { before: before?.source ?? state.opened, after: now.source, question },
          ({ before: was, after: is }) => ({
            rows: movedRows(was, is), isExact: was.exact && is.exact, done: 1, questions: 1, leftOut: neverHeld(was, is),
          }), (found) => found.before.exact && found.after.exact);
        return;
      }
    }
  }

  // Asks for the odds of several rolls if they are shown. An answer of another question is not shown beside new odds.
  #askRolls({ fractions: _, ...question }: OddsQuestion, source: Source, { asked, isRollsDrawn, atLeastOnce }: State): void {
    if (question.sweep !== undefined || (asked.rolls === 1 && !isRollsDrawn)) {
      if (atLeastOnce !== nothingYet) { this.#store.set({ atLeastOnce: nothingYet }); }
      return;
    }
    const key = JSON.stringify(question);
    if (this.#rollsOf.key !== key || this.#rollsOf.source !== source) { this.#store.set({ atLeastOnce: nothingYet }); }
    this.#rollsOf = { key, source };
    void this.#showLong('atLeastOnce', 'atLeastOnce', { source, question, rolls: rollsAsked(asked.rolls, isRollsDrawn) },
      (reply) => reply.atLeastOnce, (reply) => reply.atLeastOnce.exact, this.#round);
  }

  // Says what the edits have moved since this question was first asked.
  #follow(asked: OddsQuestion, source: Source, odds: OddsResult): void {
    const question = JSON.stringify({ ...asked, fractions: false });
    if (this.#base?.question !== question) {
      this.#base = { question, source, odds };
    } else if (this.#base.source === source) {
      this.#base.odds = odds; // with a larger budget
    }
    this.#store.set({ edited: this.#base.source === source ? null : movedRows(this.#base.odds, odds) });
  }

  #put(shown: Shown, answer: Partial<Answered<unknown>>): void {
    const before: Answered<unknown> = this.#store.get()[shown];
    this.#store.set({ [shown]: { ...before, ...answer } } as Partial<State>);
  }

  async #show(shown: Shown, work: () => Promise<unknown>): Promise<void> {
    this.#round += 1;
    this.#put(shown, { isBusy: true });
    try {
      this.#put(shown, { value: await work(), error: null, isBusy: false });
    } catch (error) {
      if (!isReplaced(error)) { this.#put(shown, { value: null, error: sayError(error), isBusy: false }); }
    }
  }

  async #showLong<K extends Kind>(
    shown: Shown, kind: K, request: Omit<Calls[K]['request'], 'milliseconds' | 'maxPaths' | 'estimate'>, valueOf: (reply: Calls[K]['reply']) => unknown,
    isDone: (reply: Calls[K]['reply']) => boolean, round = ++this.#round,
  ): Promise<void> {
    this.#put(shown, { isBusy: true });
    for (const budget of kBudgets) {
      const isLast = budget === kBudgets.at(-1);
      try {
        const reply = await call(kind, withBudget(request, budget) as unknown as Calls[K]['request']);
        if (round !== this.#round) { break; }
        const isEnd = isLast || isDone(reply);
        this.#put(shown, { value: valueOf(reply), error: null, isBusy: !isEnd });
        if (isEnd) { return; }
      } catch (error) {
        if (round !== this.#round || isReplaced(error)) { break; }
        const isOutOfTime = error instanceof EngineError && error.code === 'limit';
        if (isOutOfTime && !isLast) { continue; }
        this.#put(shown, { value: null, error: sayError(error), isBusy: false });
        return;
      }
    }
    if (round !== this.#round && this.#store.get()[shown].isBusy && !this.#isAsking(shown)) { this.#put(shown, { isBusy: false }); }
  }

  // Whether the visible tab shows this answer: then a newer question for it is under way.
  #isAsking(shown: Shown): boolean {
    const tabs = { things: 'things', odds: 'odds', atLeastOnce: 'odds', explanation: 'explain', expectations: 'expect', moved: 'compare' } as const;
    return this.#store.get().tab === tabs[shown];
  }

  /** Forgets all answers: another pack was opened. */
  forget(): void {
    this.#round += 1;
    this.#base = null;
    this.search.stop();
    this.comparer?.forget();
    this.#soundness.forget();
    this.#store.set(kNoAnswers);
  }
}

// Questions about odds have their estimates in the question; comparisons, and odds of several rolls, have none.
function withBudget(request: object, { milliseconds, maxPaths, estimate }: (typeof kBudgets)[number]): object {
  if ('before' in request || 'rolls' in request) { return { ...request, milliseconds }; }
  return 'question' in request
    ? { ...request, milliseconds, question: { ...(request.question as object), estimate } }
    : { ...request, milliseconds, maxPaths, estimate };
}

export function isReplaced(error: unknown): boolean {
  return error instanceof EngineError && error.code === kReplaced;
}

export function sayError(error: unknown): string {
  const { message, help = '' } = error as { message: string; help?: string };
  return help === '' ? message : `${message} (${help})`;
}
