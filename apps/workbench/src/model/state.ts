// The state of the page, in one place. Views are functions of it; only src/actions changes it. Store tells its observers
// once per change. Everything is readonly: a change is a new State.
import type { Expectation, Finding } from 'spoils';
import type { AtLeastOnce, Choices, Explanation, OddsResult, Outlook, PackInfo, Reach, Rolled, Settings, Source, Step, TweakReply } from '../engine/protocol';
import type { Comparison, Moved, Side } from './compare';
import type { Fold, Hint } from './language';
import type { Tally } from './stats';
import type { DiskState } from './disk';

export const kTabs = ['things', 'odds', 'explain', 'tweak', 'simulate', 'expect', 'compare', 'book'] as const;
export type Tab = (typeof kTabs)[number];

/** The question as the user has typed it. */
export interface Asked {
  readonly by: string;
  readonly where: string;
  readonly count: string;
  /** The swept input; empty: none. */
  readonly sweep: string;
  readonly fractions: boolean;
  readonly logarithmic: boolean;
  /** Above 1: also the odds of at least one in so many rolls. */
  readonly rolls: number;
}

export const kNothingAsked: Asked = { by: '', where: '', count: '', sweep: '', fractions: false, logarithmic: false, rolls: 1 };

/** An answer of the engine, or why there is none. A busy answer is of the question before. */
export interface Answered<T> {
  readonly value: T | null;
  readonly error: string | null;
  readonly isBusy: boolean;
}

/** Many rolls, counted. */
export interface Simulation {
  readonly by: readonly string[];
  /** Of the columns: wordsOf() needs them. */
  readonly types: readonly string[];
  readonly seed: string;
  readonly wanted: number;
  readonly done: number;
  /** Rolls by the values of the columns: keyOf(). */
  readonly counts: ReadonlyMap<string, Tally>;
  /** The condition of what is counted; empty: none. */
  readonly where: string;
  /** The rolls in which it holds: those that are counted. */
  readonly held: number;
  /** Whether all things of a roll are counted, not only that of the rule. */
  readonly isWhole: boolean;
  /** Above 0: what is counted are runs of so many rolls each, which keep their state; `wanted` and `done` are runs. */
  readonly rollsOfRun: number;
  readonly odds: OddsResult | null;
  readonly error: string | null;
  readonly isRunning: boolean;
}

/** Two packs in the place of the text as it was opened and the text as it is, if they are set. */
export interface Comparing {
  readonly before: Side | null;
  readonly after: Side | null;
  /** Every rule and field, not the question of Odds. */
  readonly isEvery: boolean;
}

export const kNotComparing: Comparing = { before: null, after: null, isEvery: false };

/** Rolls that fit the filter, and how many were rolled to find them. */
export interface Found { readonly rolls: readonly Rolled[]; readonly searched: number }

/** The odds that one thing or more of a roll satisfies an expression. */
export interface Chance { readonly expression: string; readonly exact: boolean; readonly low: number; readonly high: number }

/** What the language service says about the text of a file. */
export interface Remarks {
  readonly file: string;
  readonly text: string;
  readonly hints: readonly Hint[];
  readonly tokens: readonly number[];
  readonly folds: readonly Fold[];
}

/** All places of a word. */
export interface Places {
  readonly word: string;
  readonly places: readonly { readonly file: string; readonly line: number; readonly column: number; readonly text: string }[];
  /** Places in files of used packs. */
  readonly elsewhere: number;
}

export interface State {
  /** The files that `spoils workbench` keeps; `null`: the page has none on disk. */
  readonly disk: DiskState | null;
  /** Where the text came from: a shipped pack, a file, a link, a draft, an example. */
  readonly origin: string;
  /** The shipped pack that was opened; links name it if its text is unchanged. */
  readonly shipped: string | null;
  /** The fragment of the address if it is a link to this text or an earlier state of it; else empty. */
  readonly link: string;
  readonly source: Source;
  readonly opened: Source;
  /** The path of the file in the editor. */
  readonly file: string;
  readonly findings: readonly Finding[];
  /** The last text that compiled: what all tabs ask about. */
  readonly good: { readonly source: Source; readonly pack: PackInfo } | null;
  readonly isCompiling: boolean;
  readonly remarks: Remarks | null;
  readonly places: Places | null;
  readonly tab: Tab;
  readonly rule: string;
  readonly inputs: Settings;
  readonly seed: string;
  readonly first: number;
  /** The roll that Explain shows. */
  readonly index: number;
  readonly asked: Asked;
  /** The edits of the tweaked roll; what they were before each change, and what undo took back, the last one first. */
  readonly edits: readonly string[];
  readonly past: readonly (readonly string[])[];
  readonly undone: readonly (readonly string[])[];
  /** The decision whose choices are open, and the first of them that is visible. */
  readonly choosing: { readonly id: string; readonly from: number } | null;
  /** The step or decision whose outlook is open, and what it is by. */
  readonly looking: { readonly id: string; readonly by: string } | null;
  /** The conditions that a roll must have to be in the gallery. */
  readonly filter: string;
  readonly things: Answered<Found>;
  /** How likely a roll is to have them; `null`: that is not known. */
  readonly chance: Chance | null;
  readonly odds: Answered<OddsResult>;
  /** The odds of at least one in several rolls; and whether a curve of them is drawn. */
  readonly atLeastOnce: Answered<AtLeastOnce>;
  readonly isRollsDrawn: boolean;
  readonly explanation: Answered<Explanation>;
  readonly tweaked: Answered<TweakReply>;
  readonly choices: Answered<Choices>;
  readonly outlook: Answered<Outlook>;
  readonly reach: Answered<Reach & { readonly question: string }>;
  readonly expectations: Answered<readonly Expectation[]>;
  readonly moved: Answered<Comparison>;
  readonly comparing: Comparing;
  /** What the edits have moved since the question of Odds was first asked; `null`: there is no edit since then. */
  readonly edited: readonly Moved[] | null;
  readonly simulation: Simulation | null;
  /** The book as the engine writes it, HTML that the view reads tag by tag. */
  readonly book: Answered<string>;
  /** Drafts that no other tab has open. */
  readonly drafts: readonly { readonly id: string; readonly title: string; readonly saved: number }[];
  /** The step of the explanation whose places light up. */
  readonly lit: Step | null;
  /** Something to say once. */
  readonly notice: { readonly text: string; readonly isError: boolean } | null;
  readonly shippedNames: readonly string[];
  readonly isShowingText: boolean;
}

export const nothingYet = { value: null, error: null, isBusy: false } as const;

export const kExample = `pack chest "A chest" 1.0
input depth: 1..20 = 5

rule chest {
  size = pick {3 small, 1 large}
  hold treasure
  if chance (2 * depth)% { trapped = true }
}
rule treasure { kind = pick treasure }
table treasure {
  60           gold
  30           gem
  (2 * depth)  ring
}
display chest "& [{trapped} ]{size} chest"

expect "rings are a treat": odds(treasure: kind == ring, depth = 1) < 3%
`;

export const exampleSource: Source = { name: 'chest.loot', files: { 'chest.loot': kExample } };

export function initialState(): State {
  return {
    disk: null,
    origin: 'example', shipped: null, link: '', source: exampleSource, opened: exampleSource, file: 'chest.loot',
    findings: [], good: null, isCompiling: false, remarks: null, places: null, tab: 'things', rule: '', inputs: {}, seed: '1', first: 0, filter: '', chance: null, index: 0,
    asked: kNothingAsked,
    edits: [], past: [], undone: [], choosing: null, looking: null, tweaked: nothingYet, choices: nothingYet, outlook: nothingYet, reach: nothingYet,
    things: nothingYet, odds: nothingYet, atLeastOnce: nothingYet, isRollsDrawn: false, explanation: nothingYet, expectations: nothingYet, moved: nothingYet, comparing: kNotComparing, edited: null,
    simulation: null, book: nothingYet, drafts: [], lit: null, notice: null, shippedNames: [], isShowingText: true,
  };
}

export class Store {
  #state: State;
  #observers: ((state: State) => void)[] = [];

  constructor(state: State) {
    this.#state = state;
  }

  get(): State {
    return this.#state;
  }

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const observer of this.#observers) { observer(this.#state); }
  }

  observe(observer: (state: State) => void): void {
    this.#observers.push(observer);
  }
}
