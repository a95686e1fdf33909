// The worker: one engine, one call at a time, in the order of the messages. The last packs stay compiled. The page ends
// the worker if a call takes too long (lane.ts). test/page/page.test.ts uses all calls.
import { Engine, SpoilsError, type Batch, type Finding, type Odds, type Pack, type Roller, type Value } from 'spoils';
import { packs } from 'spoils/packs';
import { fieldsOf, filterOf, fits, type Filter } from '../model/find';
import { uriOf } from '../model/language';
import { added, kNoTally, seedOfRun, Tallies, tallyOf, type Tally } from '../model/stats';
import { Texts } from './texts';
import { Tweaks } from './tweaks';
import type { AtLeastOnce, Calls, FromWorker, Kind, OddsQuestion, OddsResult, PackInfo, Request, Rolled, Source, ToWorker } from './protocol';

const kPacksKept = 2;
// Of a question about open decisions: a second for an item of pyrel.
const kMostReplays = 5000;
let engine: Engine | null = null;
const kept: { source: Source; pack: Pack }[] = [];
const tweaks = new Tweaks();
const texts = new Texts(packs.files);

/** All files that a pack can use: its own before the shipped ones. */
function filesOf({ files }: Source): Record<string, string> {
  return { ...packs.files, ...files };
}

function isSame(a: Source, b: Source): boolean {
  const names = Object.keys(a.files);
  return a.name === b.name && names.length === Object.keys(b.files).length && names.every((name) => a.files[name] === b.files[name]);
}

// The quantities of a pack are checked by `prove` alone, for they take most of the time.
function compiled(source: Source): Pack {
  const at = kept.findIndex((one) => isSame(one.source, source));
  const found = at < 0 ? null : kept.splice(at, 1)[0]!;
  const pack = found?.pack ?? engine!.compile(filesOf(source), { name: source.name, checkQuantities: false });
  if (found === null && kept.length > 0) { pack.reuseAnswers(kept[0]!.pack); }
  kept.unshift({ source, pack });
  while (kept.length > kPacksKept) { kept.pop()!.pack.dispose(); }
  return pack;
}

/** A value as a pack would write it. */
function written(value: Value): string {
  if (value === null) { return 'none'; }
  if (Array.isArray(value)) { return `{${value.map(written).join(', ')}}`; }
  if (typeof value === 'object' && !('numerator' in value)) {
    return `{${Object.entries(value).map(([key, number]) => `${key} ${number}`).join(', ')}}`;
  }
  return String(value);
}

function plainOdds({ columns, answers, exact }: Odds): OddsResult {
  return {
    columns, exact,
    answers: answers.map(({ value, rows, exact: isExact, limit, given, unexplored, unlisted, mean, estimate }) => ({
      value, exact: isExact, limit, given, unexplored, unlisted, mean, estimate,
      rows: rows.map(({ values, probability, low, high, fraction, estimate: share }) =>
        ({ values: values.map(written), probability, low, high, fraction: fraction === null ? null : String(fraction), estimate: share })),
    })),
  };
}

function oddsOf(source: Source, question: OddsQuestion, milliseconds: number): OddsResult {
  return plainOdds(compiled(source).oddsNow(question, { milliseconds }));
}

function atLeastOnceOf(source: Source, question: OddsQuestion, rolls: readonly number[], milliseconds: number): AtLeastOnce {
  const { json, rows, ...rest } = compiled(source).atLeastOnceNow(question, rolls, { milliseconds });
  return { ...rest, rolls, rows: rows.map(({ values, within, wait }) => ({ values: values.map(written), within, wait })) };
}

/**
 * Counts the rolls by columns: of the rule's own thing, and a roll may have no such thing; or, of whole rolls, of all things
 * that have one of the columns.
 */
function counted(batch: Batch, rule: string, by: readonly string[], rolls: number, isWhole: boolean): readonly (readonly [string, Tally])[] {
  const tallies = new Tallies();
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
    const key = keyOf(by.map((column) => column === 'name' ? batch.name(i) : batch.value(i, column)), isWhole);
    if (key !== null) { own.set(key, (own.get(key) ?? 0) + 1); }
  }
  end();
  const counts = new Map(tallies.all());
  const left = rolls - done;
  if (!isWhole && left > 0) {
    const key = keyOf(by.map(() => null), false)!;
    counts.set(key, added(counts.get(key) ?? kNoTally, tallyOf(1, left)));
  }
  return [...counts];
}

/** The key of a thing by its columns; `null`: one of many things that has none of them. */
function keyOf(values: readonly Value[], isWhole: boolean): string | null {
  if (isWhole && values.every((value) => value === null)) { return null; }
  return JSON.stringify(values.map((value) => value === null ? 'none' : written(value)));
}

/** Counts all things of runs: each makes some rolls in a new world, which keeps its state from roll to roll. */
function countedRuns(roller: Roller, seed: string, by: readonly string[], first: number, runs: number, rolls: number): readonly (readonly [string, Tally])[] {
  const tallies = new Tallies();
  for (let run = first; run < first + runs; ++run) {
    const world = roller.pack.world(seedOfRun(seed, run));
    try {
      const own = new Map<string, number>();
      for (let i = 0; i < rolls; ++i) {
        for (const { name, fields } of roller.rollIn(world)) {
          const key = keyOf(by.map((column) => column === 'name' ? name : fields[column] ?? null), true);
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

function rolledOf(roller: Roller, seed: string, index: number): Rolled {
  return {
    index,
    things: roller.roll(seed, index).map(({ name, rule, holder, fields }) =>
      ({ name: name ?? rule, rule, holder, fields: Object.entries(fields).map(([field, value]) => [field, written(value)] as const) })),
  };
}

/** The indices of the first `most` rolls of which a thing fits. */
function indicesOf(batch: Batch, filter: Filter, most: number): readonly number[] {
  const out: number[] = [];
  for (let i = 0; i < batch.things && out.length < most; ++i) {
    const index = Number(batch.index[i]!);
    if (out.at(-1) === index) { continue; }
    const fields = batch.fields.flatMap((field) => {
      const value = batch.value(i, field);
      return value === null ? [] : [[field, written(value)] as const];
    });
    const rule = batch.rule(i);
    if (fits([{ name: batch.name(i) ?? rule, rule, holder: null, fields }], filter)) { out.push(index); }
  }
  return out;
}

function described(source: Source): { pack: PackInfo | null; findings: readonly Finding[] } {
  let pack: Pack;
  try {
    pack = compiled(source);
  } catch (error) {
    if (error instanceof SpoilsError && 'findings' in error) { return { pack: null, findings: (error as unknown as Pack).findings }; }
    throw error;
  }
  const { name, title, rules, inputs, fields, expectations, findings } = pack;
  return { pack: { name, title, rules, inputs, fields, expectations }, findings };
}

type Handlers = { [K in Kind]: (request: Request<K>) => Calls[K]['reply'] };

const handlers: Handlers = {
  shipped({ pack }) {
    const names = Object.keys(packs.names);
    const name = pack === null || !Object.hasOwn(packs.names, pack) ? undefined : packs.names[pack];
    if (name === undefined) { return { names, source: null }; }
    const own = Object.entries(packs.files).filter(([path]) => path === name || path.startsWith(`${name}/`));
    return { names, source: { name, files: Object.fromEntries(own) } };
  },
  look: ({ source }) => described(source),
  describe: ({ source }) => described(source),
  warm({ source }) {
    try {
      compiled(source);
    } catch (error) {
      if (!(error instanceof SpoilsError)) { throw error; } // `look` reports the mistakes of the pack
    }
    return null;
  },
  prove({ source }) {
    return { findings: engine!.findings(filesOf(source), { name: source.name }) };
  },
  remarks({ source, file, inputs }) {
    const service = texts.of(engine!, source, inputs);
    const textDocument = { uri: uriOf(file) };
    const range = { start: { line: 0, character: 0 }, end: { line: source.files[file]!.length + 1, character: 0 } };
    return {
      hints: service.request('textDocument/inlayHint', { textDocument, range }),
      tokens: service.request('textDocument/semanticTokens/full', { textDocument }).data,
      folds: service.request('textDocument/foldingRange', { textDocument }),
    };
  },
  service({ source, file, inputs, method, params }) {
    const service = texts.of(engine!, source, inputs);
    return { result: service.request(method, { textDocument: { uri: uriOf(file) }, ...params }) };
  },
  format({ text, name }) {
    return { text: engine!.format(text, { name }) };
  },
  roll({ source, rule, inputs, seed, first, count }) {
    const roller = compiled(source).roller(rule, inputs);
    try {
      return { rolls: Array.from({ length: count }, (_, i) => rolledOf(roller, seed, first + i)), searched: count };
    } finally {
      roller.dispose();
    }
  },
  find({ source, rule, inputs, seed, first, rolls, most, filter }) {
    const pack = compiled(source);
    const roller = pack.roller(rule, inputs);
    try {
      const wanted = filterOf(filter);
      const fields = fieldsOf(wanted, pack.fields.map(({ name }) => name));
      const batch = roller.batch(seed, { first, rolls, names: fields === null, ...(fields === null ? {} : { fields }) });
      const found = indicesOf(batch, wanted, most).map((index) => rolledOf(roller, seed, index));
      return { rolls: found, searched: found.length < most ? rolls : found.at(-1)!.index - first + 1 };
    } finally {
      roller.dispose();
    }
  },
  explain({ source, rule, inputs, seed, index }) {
    const roller = compiled(source).roller(rule, inputs);
    try {
      return { explanation: roller.explain(seed, index) };
    } finally {
      roller.dispose();
    }
  },
  tweak(base) {
    const { tweaker, refused } = tweaks.of(compiled(base.source), base);
    return { tweaked: JSON.parse(tweaker.json()), refused, script: tweaker.script() };
  },
  choices(base) {
    const { id, from, count } = base;
    return { choices: JSON.parse(tweaks.of(compiled(base.source), base).tweaker.choicesJson(id, from, count)) };
  },
  outlook(base) {
    return { outlook: JSON.parse(tweaks.of(compiled(base.source), base).tweaker.outlookJson(base.id, [base.by], kMostReplays)) };
  },
  reach(base) {
    return { reach: JSON.parse(tweaks.of(compiled(base.source), base).tweaker.reachJson(base.field, base.value)) };
  },
  odds: ({ source, question, milliseconds }) => ({ odds: oddsOf(source, question, milliseconds) }),
  atLeastOnce: ({ source, question, rolls, milliseconds }) => ({ atLeastOnce: atLeastOnceOf(source, question, rolls, milliseconds) }),
  check: ({ source, milliseconds, maxPaths, estimate }) =>
    ({ expectations: compiled(source).checkNow({ milliseconds: 2 * milliseconds, maxPaths, estimate }).expectations }),
  simulate({ source, rule, inputs, seed, first, rolls, by, isWhole, rollsOfRun }) {
    const roller = compiled(source).roller(rule, inputs);
    try {
      if (rollsOfRun > 0) { return { counts: countedRuns(roller, seed, by, first, rolls, rollsOfRun) }; }
      return { counts: counted(roller.batch(seed, { first, rolls, names: by.includes('name'), fields: by.filter((one) => one !== 'name') }), rule, by, rolls, isWhole) };
    } finally {
      roller.dispose();
    }
  },
  // Without room for states only rolls are left.
  sample: ({ source, question }) => ({ odds: plainOdds(compiled(source).oddsNow(question, { maxStates: 1, maxPaths: 1 })) }),
  book: ({ source, depths, maxPaths }) => ({ html: compiled(source).bookNow({ format: 'html', depths }, { maxPaths }) }),
  compare: ({ before, after, question, milliseconds }) =>
    ({ before: oddsOf(before, question, milliseconds), after: oddsOf(after, question, milliseconds) }),
};

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    engine = new Engine(data.module);
    return;
  }
  const out: { -readonly [K in keyof FromWorker]: FromWorker[K] } = { id: data.id };
  try {
    out.reply = (handlers[data.request.kind] as (request: Request) => unknown)(data.request);
  } catch (error) {
    const { code = 'internal', message = String(error), help = '' } = error as Partial<SpoilsError>;
    out.failure = { code, message, help };
  }
  self.postMessage(out);
};
