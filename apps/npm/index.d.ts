/**
 * Spoils: loot from packs of readable text, the same for the same seed on every machine, with exact odds.
 *
 * Everything that fails throws (or rejects with) a {@link SpoilsError}. Handles are freed when they are collected;
 * `dispose()` frees at once, and a disposed object throws when it is used.
 *
 * A module whose memory or stack is exhausted is made anew; the call throws a SpoilsError with code `trap`. Packs and
 * rollers go on after that; worlds are lost.
 */
import type { LanguageService } from './service.js';

export { LanguageService, type ServiceMessage } from './service.js';

/** A seed: any text, or an integer from 0 to 2^64 - 1 (a bigint above 2^53). Texts of digits are that number. */
export type Seed = string | number | bigint;

/** A value of an input or parameter: `null` is none; a text is what a pack would write. */
export type Setting = number | bigint | boolean | string | null;

/** Inputs and parameters by name. */
export type Inputs = Readonly<Record<string, Setting>>;

/** A text: a string, or UTF-8. */
export type Text = string | Uint8Array;

/** A value of a field. Integers beyond 2^53 are bigints; lists and sets are arrays; maps objects without prototype. */
export type Value = null | number | bigint | boolean | string | Fraction | Value[] | { [key: string]: number | bigint };

/** An exact fraction in lowest terms. `Number(fraction)` is the nearest number, `String(fraction)` is `"11/2"`. */
export class Fraction {
  constructor(numerator: bigint | number | string, denominator: bigint | number | string);
  readonly numerator: bigint;
  readonly denominator: bigint;
  valueOf(): number;
  toString(): string;
  toJSON(): string;
}

/** A place in a pack; lines and columns count from 1. */
export interface Place { readonly file: string; readonly line: number; readonly column: number; }

/** The codes of errors: those of the C interface (spoils.h), and `trap` (the module was made anew). */
export type Code =
  | 'unknown_rule' | 'unknown_input' | 'bad_value' | 'missing_value' | 'fault' | 'limit' | 'world' | 'file' | 'misuse'
  | 'invalid_pack' | 'invalid_text' | 'out_of_memory' | 'internal' | 'trap';

/** Why a call failed. */
export class SpoilsError extends Error {
  readonly code: Code;
  /** What to do; may be empty. */
  readonly help: string;
  /** The place in the pack of a fault or limit of a roll. */
  readonly place: Place | null;
  /** Facts by name, as the seed and index of a roll that failed. */
  readonly facts: Readonly<Record<string, string>>;
}

/** A pack has mistakes. */
export class InvalidPack extends SpoilsError {
  readonly findings: readonly Finding[];
  /** The findings as people read them, with the lines that they are about. */
  readonly report: string;
}

/** An error, a warning or a note about a pack, as `spoils check --format json` has it. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'note';
  /** As "E0503"; docs/diagnostics.md explains each. */
  readonly code: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly labels: readonly unknown[];
  readonly notes: readonly string[];
  readonly help: string | null;
  /** A change of the text that mends it. */
  readonly edit: (Place & { readonly replacement: string; readonly endLine: number; readonly endColumn: number }) | null;
}

/** How packs are compiled. */
export interface CompileOptions {
  /** Of several files the one, or the folder, to compile. Default: the only file. */
  name?: string;
  /** `false` skips the check of quantities for all values of the inputs, the longest part of loading. */
  checkQuantities?: boolean;
}

/** The source of a pack: a text, or texts by their paths. A used pack is looked for beside the one that uses it. */
export type Source = Text | Readonly<Record<string, Text>> | ReadonlyMap<string, Text>;

/** The engine: one instance of the module, and one worker once odds are asked for. Several engines share nothing. */
export class Engine {
  /**
   * Loads the module: the package's own, or what `wasm` is. Bundlers that do not know
   * `new URL('../spoils.wasm', import.meta.url)` need `wasm`: the address of `spoils/spoils.wasm`.
   */
  static load(options?: {
    wasm?: URL | string | ArrayBuffer | ArrayBufferView | Response | WebAssembly.Module | PromiseLike<Response>;
  }): Promise<Engine>;
  /** Makes another engine of a module that is compiled already, without waiting. */
  constructor(module: WebAssembly.Module);
  /** The compiled module; it may be sent to workers. */
  readonly module: WebAssembly.Module;
  /** The version of the engine. */
  readonly version: string;

  /** Compiles a pack. Throws {@link InvalidPack}. Cost: a few milliseconds for a hundred lines. */
  compile(source: Source, options?: CompileOptions): Pack;
  /** Loads and compiles a shipped pack by its name, as `rogue`. */
  pack(name: string): Promise<Pack>;
  /** Returns all findings about a pack, whether it compiles or not. */
  findings(source: Source, options?: CompileOptions): readonly Finding[];
  /** Returns the text of a file of a pack in its canonical layout. Throws {@link InvalidPack}. */
  format(text: Text, options?: { name?: string }): string;
  /** Returns the seed that a text means. */
  seed(text: Seed | Uint8Array): bigint;
  /** Rolls once. For many rolls a {@link Roller} costs less. */
  roll(pack: Pack, options?: { rule?: string; inputs?: Inputs; seed?: Seed; index?: number | bigint }): Thing[];
  /**
   * Makes a language service. `files`: texts by paths that begin with `/`, for packs to use which the client does not
   * open.
   */
  service(files?: Readonly<Record<string, Text>> | ReadonlyMap<string, Text>): LanguageService;

  /** Ends the worker and gives up the module's memory; everything made of this engine throws from now on. */
  dispose(): void;
}

/** An input of a pack, a parameter of a rule, a state. */
export interface Input {
  readonly name: string;
  readonly doc: string;
  readonly kind: 'integer' | 'number' | 'flag' | 'symbol' | 'string' | 'list' | 'map' | (string & {});
  /** The range of an integer. */
  readonly first: number | null;
  readonly last: number | null;
  /** Of a symbol, in their order; none: any. */
  readonly choices: readonly string[];
  /** The default, as a pack writes it; `null`: the caller must give a value. */
  readonly initial: string | null;
}

/** A rule of a pack. */
export interface Rule {
  readonly name: string;
  readonly doc: string;
  /** Whether this pack declares it, and not one that it uses. */
  readonly own: boolean;
  readonly parameters: readonly Input[];
}

/** A table of a pack. */
export interface Table {
  readonly name: string;
  readonly doc: string;
  /** Of its outcomes. */
  readonly type: string;
  readonly columns: readonly unknown[];
  readonly rows: number;
}

/** A compiled pack. It never changes. */
export class Pack {
  private constructor();
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** Of the bytes of all its files, as 0x and hexadecimal digits. */
  readonly hash: string;
  readonly rules: readonly Rule[];
  readonly inputs: readonly Input[];
  readonly states: readonly Input[];
  readonly fields: readonly { readonly name: string; readonly type: string }[];
  readonly tables: readonly Table[];
  /** The number of its expectations. */
  readonly expectations: number;
  /** Warnings and notes. */
  readonly findings: readonly Finding[];

  /** Returns the declarations as JSON (schema spoils.pack). */
  describe(): string;
  /** Prepares a rule for rolls; without a name the first one. */
  roller(rule?: string, inputs?: Inputs): Roller;
  /** Begins a world, in which rolls change the state of the pack. */
  world(seed?: Seed): World;
  /** Returns the world that {@link World.save} wrote. */
  restore(saved: Text): World;
  /** Makes the roll of {@link Tweaker.script} again, as far as its edits apply to this version of the pack. */
  replay(script: Text): Replayed;

  /** Answers a question in a worker. */
  odds(question?: Question, options?: WorkOptions): Promise<Odds>;
  /**
   * Answers in a worker how likely each outcome occurs at least once in numbers of successive rolls of one world, ascending:
   * at most 1000 of them. State, and the values that a world stores once, go on from roll to roll. The question has neither
   * `each`, `where`, `fractions`, `estimate` nor `sweep`.
   */
  atLeastOnce(question: Question, rolls: readonly (number | bigint)[], options?: WorkOptions): Promise<AtLeastOnce>;
  /** Computes every `expect` of the pack in a worker. */
  check(options?: WorkOptions & Estimated): Promise<Check>;
  /** Writes the book of the pack (docs/book.md) in a worker. `maxPaths` limits all its questions together. */
  book(options?: BookOptions, budget?: WorkOptions): Promise<string>;
  /**
   * Lets questions in this thread have the answers that an earlier version of the pack gave there, as far as both are the
   * same in all that a question needs.
   */
  reuseAnswers(before: Pack): void;
  /** The same as {@link odds} in this thread, which waits. */
  oddsNow(question?: Question, budget?: Budget): Odds;
  /** The same as {@link atLeastOnce} in this thread, which waits. */
  atLeastOnceNow(question: Question, rolls: readonly (number | bigint)[], budget?: Budget): AtLeastOnce;
  /** The same as {@link check} in this thread, which waits. */
  checkNow(budget?: Budget & Estimated): Check;
  /** The same as {@link book} in this thread, which waits. */
  bookNow(options?: BookOptions, budget?: Budget): string;

  dispose(): void;
}

/** A thing of a roll: a copy. */
export class Thing {
  private constructor();
  /** By the pack's `display`; `null` in a batch without names. */
  readonly name: string | null;
  /** The rule that made it. */
  readonly rule: string;
  /** The position of the thing that holds it; `null`: none does. */
  readonly holder: number | null;
  /** The fields that are set. An object without prototype. */
  readonly fields: { readonly [field: string]: Value };
  /** The name. */
  toString(): string;
}

/** Which rolls, and what to read of them. */
export interface RollsOptions {
  /** Index of the first roll. Default 0. */
  first?: number | bigint;
  /** The fields to read, the fewer the faster. Default: all. */
  fields?: readonly string[];
  /** `false`: without names, which are the dearest part. */
  names?: boolean;
}

/** Rolls one rule. The same pack, rule, inputs, seed and index give the same things on every machine and for ever. */
export class Roller {
  private constructor();
  readonly pack: Pack;
  readonly rule: string;
  /** Changes an input or parameter for later rolls. */
  set(name: string, value: Setting): void;
  /** Changes the value with which a state begins in later rolls that belong to no world; a set is `'{a, b}'`. */
  setState(name: string, value: Setting): void;
  /** Rolls once. The rule's own thing comes first, then what it dropped, each followed by what it holds. */
  roll(seed: Seed, index?: number | bigint): Thing[];
  /** Rolls the next index of a world and leaves the new state in it. */
  rollIn(world: World): Thing[];
  /** Rolls once and gives JSON (schema spoils.roll). */
  rollJson(seed: Seed, index?: number | bigint): string;
  /** Rolls many times (default 1000): the way to millions of things. */
  batch(seed: Seed, options?: RollsOptions & { rolls?: number | bigint }): Batch;
  /**
   * Rolls on and on, for `for await`: in pieces of some milliseconds, after each of which other tasks have their turn.
   * Without `count` it ends with the last index, which is never.
   */
  rolls(seed: Seed, options?: RollsOptions & { count?: number | bigint; signal?: AbortSignal }):
    AsyncGenerator<{ index: bigint; things: Thing[] }, void, void>;
  /** Rolls once and gives the decisions with their odds and places (schema spoils.explain, docs/explain.md). */
  explain(seed: Seed, index?: number | bigint): any;
  /** The same as JSON. */
  explainJson(seed: Seed, index?: number | bigint): string;
  /** Begins to change decisions of this roll; docs/tweak.md explains edits. */
  tweaker(seed: Seed, index?: number | bigint): Tweaker;
  /** The same with the next roll of a world, which stays as it is. */
  tweakerIn(world: World): Tweaker;
  /**
   * Begins with a thing of the rule that has these fields in place of a roll: it has no decisions, and `run` goes on with
   * it, drawing from `seed` (default 0). Lists and maps as a pack writes them: `'[keen, sharp]'`.
   */
  tweakerByHand(fields: Inputs, seed?: Seed): Tweaker;
  /** Explains the next roll of a world, which stays as it is. */
  explainIn(world: World): any;
  dispose(): void;
}

/** The things of many rolls, in columns. Iterating gives things. It has no memory of the module. */
export class Batch implements Iterable<Thing> {
  private constructor();
  /** How many things there are. */
  readonly things: number;
  /** The names of the columns. */
  readonly fields: readonly string[];
  /** The index of the first roll. */
  readonly first: bigint;
  /** Of each thing the index of its roll. */
  readonly index: BigUint64Array;
  /** Of each thing the position of the one that holds it, -1: none. */
  readonly holder: Int32Array;
  name(thing: number): string | null;
  rule(thing: number): string;
  value(thing: number, field: string): Value;
  /** All values of a field. */
  column(field: string): Value[];
  thing(thing: number): Thing;
  /** The things of one roll, counted from the first; their holders are positions within it. */
  roll(roll: number): Thing[];
  [Symbol.iterator](): Iterator<Thing>;
}

/** The state that lasts from roll to roll. */
export class World {
  private constructor();
  readonly pack: Pack;
  readonly seed: bigint;
  /** The number of its rolls so far. */
  readonly rolls: bigint;
  /** Returns a state as a pack would write it: `7`, `true`, `{a, b}`. */
  state(name: string): string;
  /** Returns the world as JSON, for a saved game. */
  save(): string;
  dispose(): void;
}

/** A roll whose decisions can be changed one by one while the rest is kept. Answers are JSON (docs/tweak.md). */
export class Tweaker {
  private constructor();
  /** Begins again with another roll of the same rule and inputs, and no edits; not for rolls of a world. */
  restart(seed: Seed, index?: number | bigint): void;
  /** Makes the roll again with one more edit, as `pin ID = CHOICE`. Throws if it is refused; then nothing has changed. */
  apply(edit: string): void;
  /** Takes the last edit back; false if there is none. */
  undo(): boolean;
  /** Makes the edit again that undo() took back last; false if there is none. */
  redo(): boolean;
  /** Returns the roll as it is now (schema spoils.tweak). */
  json(): string;
  /** Returns the script that makes it again. */
  script(): string;
  /** Returns the choices of a decision, and what the thing would be with each. */
  choicesJson(id: string, first?: number | bigint, count?: number | bigint): string;
  /** Returns how likely a field has a value if just the decisions that it depends on were open. */
  reachJson(field: string, value: string, maxReplays?: number | bigint): string;
  /**
   * Returns the odds of fields, measures or the name if a decision, or all decisions of a step, were open and all others
   * kept. Beyond `maxReplays` rolls (default 20,000) they are bounds.
   */
  outlookJson(id: string, by: readonly string[], maxReplays?: number | bigint): string;
  dispose(): void;
}

/** A tweaked roll that was made again from its script. */
export interface Replayed {
  readonly tweaker: Tweaker;
  /** Whether the script is of this version of the pack. */
  readonly samePack: boolean;
  /** The edits that this version refuses, and why. */
  readonly leftOut: readonly { readonly edit: string; readonly why: string }[];
}

/** The limits of long work; 0 or nothing are the defaults. Beyond them an answer has proven bounds, or there is none. */
export interface Limits {
  /** Kept at once; default 1,000,000. */
  maxStates?: number | bigint;
  /** Of draws and statements; default 500,000,000. */
  maxPaths?: number | bigint;
  /** Until there is an answer, at most a fifth or 0.1 s later; default: no limit. The values of a sweep share it. */
  milliseconds?: number;
}

/** Of expectations. */
export interface Estimated {
  /** What bounds leave undecided is estimated by at most so many rolls each. Default 0: by none. */
  estimate?: number | bigint;
}

/** How a book is written. */
export interface BookOptions {
  /** Default: markdown. */
  format?: 'markdown' | 'html';
  /** Values of the first integer input at which odds are shown, ascending. Default: about seven over its range. */
  depths?: readonly number[];
}

/** Limits of work in this thread. */
export interface Budget extends Limits {
  /** Called every few milliseconds; `true` ends the work. An exception ends it, too, and is thrown. */
  stop?: () => boolean;
}

/** Limits of work in a worker. */
export interface WorkOptions extends Limits {
  /** Ends the worker; the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** A question about odds, or its JSON. All members may be left out. */
export type Question = string | {
  /** Default: the pack's first. */
  rule?: string;
  inputs?: Inputs;
  /** State at the beginning of the world. */
  state?: Readonly<Record<string, Setting>>;
  /** The odds of these fields or expressions; default: the kind. */
  by?: readonly string[];
  /** Instead of `by`: how many of the things satisfy the condition. */
  count?: string;
  /** Instead of `by`: a draw from this table or expression. */
  from?: string;
  /** Instead of `by`: the expected number of things of each kind. */
  each?: readonly string[];
  /** A condition that the odds are given (not with `each`). */
  where?: string;
  /** Also exact fractions of an exact answer (not with `each`). */
  fractions?: boolean;
  /**
   * Also estimates an answer that is not exact, by at most so many rolls of `seed`, or by samples of the paths that take as
   * much work.
   */
  estimate?: number;
  /** An estimate is of rolls alone, never of samples. */
  whole_rolls?: boolean;
  /** Default "1". */
  seed?: string;
  /** One answer for each value of an input, state or parameter of the rule. */
  sweep?: { input: string; first: number; last: number } | { input: string; values: readonly Setting[] };
};

/** The answers of a question. */
export interface Odds {
  readonly columns: readonly string[];
  /** One; with `sweep` one for each value. */
  readonly answers: readonly Answer[];
  /** The rows of the first answer. */
  readonly rows: readonly Row[];
  /** Whether all answers are exact. */
  readonly exact: boolean;
  /** The whole as JSON (schema spoils.odds or spoils.each). */
  readonly json: string;
}

/** A table of outcomes, the most likely first. */
export interface Answer {
  /** Of the swept input, as a pack writes it. */
  readonly value: string | null;
  readonly rows: readonly Row[];
  /** `false`: rows have proven bounds. */
  readonly exact: boolean;
  /** Why it is not exact. */
  readonly limit: 'none' | 'states' | 'paths' | 'memory' | 'stopped' | 'draw';
  /** Probability of `where`; if the answer is not exact, the lower bound of it: the upper is `given + unexplored`. */
  readonly given: number;
  /** Probability that was not explored. */
  readonly unexplored: number;
  /** What an outcome without a row has at most: 0 if the answer is exact; else it may have some, with `each` any number. */
  readonly unlisted: number;
  /** With `count`, and `NaN` if the answer is not exact; else 0. */
  readonly mean: number;
  /**
   * With `estimate`, if it is not exact: how many rolls were made and counted, or else how many samples of the paths were
   * taken, and what an outcome has at most that none had.
   */
  readonly estimate: { readonly rolls: number; readonly counted: number; readonly samples: number; readonly unseen: number; readonly note?: string } | null;
}

/** An outcome. With `each`, `probability` is the expected number. */
export interface Row {
  readonly values: readonly (null | number | bigint | boolean | string)[];
  /** `NaN` if the answer is not exact: then there are bounds alone. */
  readonly probability: number;
  /** Proven bounds; both equal `probability` if the answer is exact. With `each`, `high` is `Infinity` if it is not. */
  readonly low: number;
  readonly high: number;
  /** With `fractions`, if the answer is exact. */
  readonly fraction: Fraction | null;
  /**
   * With `estimate`, if the answer is not exact: the share of the rolls or samples, with `each` the mean number in the
   * rolls, with a 95% interval. It is no proof.
   */
  readonly estimate: { readonly probability: number; readonly low: number; readonly high: number } | null;
}

/** The answers of a question about several numbers of rolls. */
export interface AtLeastOnce {
  readonly columns: readonly string[];
  readonly rolls: readonly (number | bigint)[];
  /** The most likely in the first roll first. With `count` one row without values: at least one such thing. */
  readonly rows: readonly AtLeastOnceRow[];
  /** `false`: rows have proven bounds. */
  readonly exact: boolean;
  /** Why it is not exact. */
  readonly limit: 'none' | 'states' | 'paths' | 'memory' | 'stopped' | 'draw';
  /** No state is passed from roll to roll. */
  readonly independent: boolean;
  /** Distinct states of the world that occurred between rolls; `allWorlds`: there are no more of them. */
  readonly worlds: number;
  readonly allWorlds: boolean;
  /** By number of rolls: what an outcome without a row has at most; 0 if the answer is exact. */
  readonly unlisted: readonly number[];
  /** The whole as JSON (schema spoils.at_least_once). */
  readonly json: string;
}

/** An outcome over several numbers of rolls. */
export interface AtLeastOnceRow {
  readonly values: readonly (null | number | bigint | boolean | string)[];
  /** By number of rolls: the probability of at least one occurrence; both bounds are equal if the answer is exact. */
  readonly within: readonly { readonly low: number; readonly high: number }[];
  /**
   * The number of rolls until it occurs first: on average, and with a probability of 50%, 90% and 99%. `null`: never;
   * `undefined`: not known.
   */
  readonly wait: {
    readonly mean: number | null | undefined;
    readonly half: number | null | undefined;
    readonly most: number | null | undefined;
    readonly nearlyAll: number | null | undefined;
  };
}

/** The results of the expectations of a pack. */
export interface Check {
  /** How many do not hold, or are undecided. */
  readonly broken: number;
  readonly expectations: readonly Expectation[];
  /** The whole as JSON (schema spoils.check). */
  readonly json: string;
}

/** The result of one `expect`, as `spoils check --format json` has it. */
export interface Expectation {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly found: string;
  readonly wanted: string;
  readonly where: string;
  readonly fault: string;
  readonly holds: boolean;
  /** Whether it is decided. */
  readonly settled: boolean;
  /** Not decided, but met by estimates with a confidence of 99% each; no proof, so it does not hold. */
  readonly likely: boolean;
  /** If it is broken: the three most likely paths to its outcome. */
  readonly ways: readonly { readonly p: number; readonly way: string }[];
  /** If it is broken, and one was found: a roll that shows it. */
  readonly roll: { readonly rule: string; readonly inputs: Readonly<Record<string, string>>; readonly seed: string; readonly index: number } | null;
}
