// The messages between the page and the workers of the engine. Everything is plain data: values of fields are the texts
// that a pack would write, fractions are texts.
import type { Expectation, Finding, Input, Rule } from 'spoils';
import type { Tally } from '../model/stats';
import type { Fold, Hint, Method, Methods } from '../model/language';

/** A pack as text: files by their paths, and the file or folder to compile. Shipped packs can be used by their names. */
export interface Source {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Inputs and parameters, as a pack would write their values. */
export type Settings = Readonly<Record<string, string>>;

/** The declarations of a compiled pack that the page needs. */
export interface PackInfo {
  readonly name: string;
  readonly title: string;
  readonly rules: readonly Rule[];
  readonly inputs: readonly Input[];
  readonly states: readonly Input[];
  readonly fields: readonly { readonly name: string; readonly type: string }[];
  readonly expectations: number;
}

export interface RolledThing {
  readonly name: string;
  readonly rule: string;
  /** The position of its holder in the roll. */
  readonly holder: number | null;
  /** Field and value. */
  readonly fields: readonly (readonly [string, string])[];
}

export interface Rolled {
  readonly index: number;
  readonly things: readonly RolledThing[];
}

/** A question of the Odds tab, as the engine reads it. */
export interface OddsQuestion {
  readonly rule: string;
  readonly inputs: Settings;
  readonly by?: readonly string[];
  /** Instead of `by`: the expected number of things of each kind. */
  readonly each?: readonly string[];
  readonly count?: string;
  readonly where?: string;
  readonly fractions?: boolean;
  readonly sweep?: { readonly input: string; readonly values: readonly string[] };
}

export interface OddsRow {
  readonly values: readonly string[];
  /** The values as a text that is equal for equal values: keyOf(). */
  readonly key: string;
  /** `NaN` if the answer is not exact. */
  readonly probability: number;
  readonly low: number;
  readonly high: number;
  readonly fraction: string | null;
  /** The share of rolls with a 95% interval, if the answer is not exact: no proof. */
  readonly estimate: { readonly probability: number; readonly low: number; readonly high: number } | null;
}

export interface OddsAnswer {
  /** Of the swept input. */
  readonly value: string | null;
  readonly rows: readonly OddsRow[];
  readonly exact: boolean;
  readonly limit: string;
  readonly given: number;
  readonly unexplored: number;
  /** What an outcome without a row has at most: 0 if the answer is exact, infinite of means. */
  readonly unlisted: number;
  readonly mean: number;
  readonly estimate: { readonly rolls: number; readonly counted: number; readonly samples: number; readonly unseen: number } | null;
}

export interface OddsResult {
  readonly columns: readonly string[];
  readonly answers: readonly OddsAnswer[];
  readonly exact: boolean;
}

/** How likely outcomes occur at least once in numbers of rolls of one world. */
export interface AtLeastOnce {
  readonly columns: readonly string[];
  readonly rolls: readonly number[];
  /** Of a count one row without values. */
  readonly rows: readonly {
    readonly key: string;
    readonly within: readonly Share[];
    /** Rolls until it occurs first; `null`: never, `undefined`: not known. */
    readonly wait: { readonly mean: number | null | undefined; readonly half: number | null | undefined; readonly most: number | null | undefined; readonly nearlyAll: number | null | undefined };
  }[];
  readonly exact: boolean;
  readonly limit: string;
  readonly independent: boolean;
  readonly worlds: number;
  readonly allWorlds: boolean;
  readonly unlisted: readonly number[];
}

/** Bounds of a probability; equal if it is known. */
export interface Share { readonly low: number; readonly high: number }

/** A step of an explanation: docs/explain.md lists the members of each kind. */
export interface Step {
  readonly step: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly name?: string;
  readonly value?: string;
  readonly number?: number;
  readonly most?: number;
  readonly thing?: number | null;
  readonly rejected?: boolean;
  readonly undone?: boolean;
  readonly source?: string;
  readonly kind?: string;
  readonly target?: string;
  readonly from?: string;
  readonly chosen?: string;
  readonly p?: number;
  readonly num?: string;
  readonly den?: string;
  readonly declared?: boolean;
  readonly settled?: boolean;
  readonly row?: { readonly file: string; readonly line: number; readonly column: number };
  readonly id?: string;
  readonly choice?: number;
  readonly turns?: number;
  readonly alternatives?: readonly { readonly value: string; readonly p: number; readonly why?: string }[];
  readonly left_out?: number;
  readonly left_out_p?: number;
  readonly steps?: readonly Step[];
}

export interface Explanation {
  readonly decisions: number;
  readonly p: number;
  readonly log10_p: number;
  readonly rejected_tries: boolean;
  readonly steps: readonly Step[];
  readonly things?: readonly { readonly name: string | null; readonly rule?: string }[];
  readonly fault?: { readonly message?: string } | string;
}

/** A value in the JSON of the engine. */
export type JsonValue = null | number | boolean | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A roll with edits: docs/tweak.md lists the members. */
export interface Tweaked {
  readonly edits: readonly string[];
  readonly things: readonly {
    readonly name: string | null;
    readonly fields: Readonly<Record<string, JsonValue>>;
    readonly measures?: Readonly<Record<string, JsonValue>>;
  }[];
  readonly changed: readonly { readonly thing: number; readonly field: string | null; readonly before: JsonValue; readonly after: JsonValue }[];
  readonly lost: readonly { readonly id: string; readonly choice: number; readonly gone?: boolean }[];
  readonly new: readonly string[];
  readonly by_the_rules: boolean;
  readonly against: readonly string[];
  readonly decisions: number;
  readonly p?: number;
  readonly log10_p?: number;
  readonly rejected_tries?: boolean;
  readonly steps: readonly Step[];
}

/** The roll after those of the wanted edits that apply. */
export interface TweakReply {
  readonly tweaked: Tweaked;
  /** Edits that do not apply: their place in the wanted list, and why. */
  readonly refused: readonly { readonly at: number; readonly why: string }[];
  readonly script: string;
}

export interface Choice {
  readonly choice: number;
  readonly value: string;
  readonly p: number | null;
  readonly current: boolean;
  readonly why?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly name?: string | null;
  readonly measures?: Readonly<Record<string, JsonValue>>;
  readonly lost?: number;
  readonly fault?: string;
}

export interface Choices {
  readonly id: string;
  readonly count: number;
  readonly choices: readonly Choice[];
}

/** Odds if decisions were open. */
export interface Outlook {
  readonly by: readonly string[];
  readonly open: number | readonly string[];
  readonly exact: boolean;
  readonly failed: number;
  readonly unknown: number;
  readonly rows: readonly { readonly values: readonly JsonValue[]; readonly p: number }[];
}

/** Whether the rules could give a field a value. */
export interface Reach {
  readonly decisions: readonly string[];
  readonly through: readonly { readonly id: string; readonly exact: boolean; readonly p: number }[];
  readonly open: readonly string[];
  readonly exact: boolean;
  readonly p: number;
  readonly found: boolean;
  readonly tried: number;
  readonly unsure: readonly string[];
  readonly unknown: number;
  readonly nearest: readonly JsonValue[];
}

/** The roll that is tweaked, and the edits that are wanted. */
export interface TweakBase {
  readonly source: Source;
  readonly rule: string;
  readonly inputs: Settings;
  readonly seed: string;
  readonly index: number;
  readonly edits: readonly string[];
}

/** Each call of the engine, by its kind: what it needs and what it gives. */
export interface Calls {
  shipped: { request: { pack: string | null }; reply: { names: readonly string[]; source: Source | null } };
  look: { request: { source: Source }; reply: { pack: PackInfo | null; findings: readonly Finding[] } };
  /** Compiles a pack in the worker that will compute its odds. */
  warm: { request: { source: Source }; reply: null };
  prove: { request: { source: Source }; reply: { findings: readonly Finding[] } };
  /** What the editor shows in a file, all of the same text. */
  remarks: {
    request: { source: Source; file: string; inputs: Settings };
    reply: { hints: readonly Hint[]; tokens: readonly number[]; folds: readonly Fold[] };
  };
  /** A request of the Language Server Protocol about a file. */
  service: {
    request: { source: Source; file: string; inputs: Settings; method: Method; params: object };
    reply: { result: Methods[Method] };
  };
  /** The declarations of a pack that is not the open one, with all findings: `prove` is of the open one alone. */
  describe: { request: { source: Source }; reply: { pack: PackInfo | null; findings: readonly Finding[] } };
  format: { request: { text: string; name: string }; reply: { text: string } };
  roll: {
    request: { source: Source; rule: string; inputs: Settings; seed: string; first: number; count: number };
    reply: { rolls: readonly Rolled[]; searched: number };
  };
  /** Rolls on until `most` rolls fit the filter, or `rolls` are made. */
  find: {
    request: { source: Source; rule: string; inputs: Settings; seed: string; first: number; rolls: number; most: number; filter: string };
    reply: { rolls: readonly Rolled[]; searched: number };
  };
  explain: {
    request: { source: Source; rule: string; inputs: Settings; seed: string; index: number };
    reply: { explanation: Explanation };
  };
  tweak: { request: TweakBase; reply: TweakReply };
  choices: { request: TweakBase & { id: string; from: number; count: number }; reply: { choices: Choices } };
  outlook: { request: TweakBase & { id: string; by: string }; reply: { outlook: Outlook } };
  reach: { request: TweakBase & { field: string; value: string }; reply: { reach: Reach } };
  odds: { request: { source: Source; question: OddsQuestion & { estimate?: number }; milliseconds: number }; reply: { odds: OddsResult } };
  atLeastOnce: { request: { source: Source; question: OddsQuestion; rolls: readonly number[]; milliseconds: number }; reply: { atLeastOnce: AtLeastOnce } };
  check: { request: { source: Source; milliseconds: number; maxPaths: number; estimate: number }; reply: { expectations: readonly Expectation[] } };
  simulate: {
    /** `rollsOfRun` above 0: `first` and `rolls` are of runs, each with so many rolls of a world of its own. */
    request: { source: Source; rule: string; inputs: Settings; seed: string; first: number; rolls: number; by: readonly string[]; isWhole: boolean; rollsOfRun: number };
    reply: { counts: readonly (readonly [key: string, tally: Tally])[] };
  };
  /** The shares of whole rolls under a condition, as estimates: nothing is proved. */
  sample: { request: { source: Source; question: OddsQuestion & { estimate: number; seed: string; whole_rolls: boolean } }; reply: { odds: OddsResult } };
  book: { request: { source: Source; depths: readonly number[]; maxPaths: number }; reply: { html: string } };
  compare: {
    request: { before: Source; after: Source; question: OddsQuestion; milliseconds: number };
    reply: { before: OddsResult; after: OddsResult };
  };
}

export type Kind = keyof Calls;
export type Request<K extends Kind = Kind> = { readonly kind: K } & Calls[K]['request'];

/** An error of the engine, as data. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly help: string;
}

export type ToWorker = { readonly module: WebAssembly.Module } | { readonly id: number; readonly request: Request };
export type FromWorker = { readonly id: number; readonly reply?: unknown; readonly failure?: Failure };
