// The worker: one engine, one call at a time, in the order of the messages. The last packs stay compiled. The page ends
// the worker if a call takes too long (lane.ts). test/page/page.test.ts uses all calls.
import { Engine, SpoilsError, type Batch, type Finding, type Pack, type Roller } from 'spoils';
import { packs } from 'spoils/packs';
import { fieldsOf, filterOf, fits, type Filter } from '../model/find';
import { uriOf } from '../model/language';
import { isSameSource } from '../model/source';
import { written } from '../model/values';
import { counted, countedRuns, plainOdds, plainRolls } from './answers';
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

// The quantities of a pack are checked by `prove` and `describe` alone, for they take most of the time.
function compiled(source: Source): Pack {
  const at = kept.findIndex((one) => isSameSource(one.source, source));
  const found = at < 0 ? null : kept.splice(at, 1)[0]!;
  const pack = found?.pack ?? engine!.compile(filesOf(source), { name: source.name, checkQuantities: false });
  if (found === null && kept.length > 0) { pack.reuseAnswers(kept[0]!.pack); }
  kept.unshift({ source, pack });
  while (kept.length > kPacksKept) { kept.pop()!.pack.dispose(); }
  return pack;
}

function oddsOf(source: Source, question: OddsQuestion, milliseconds: number): OddsResult {
  const pack = compiled(source);
  return plainOdds(pack.oddsNow(question, { milliseconds }), pack);
}

function atLeastOnceOf(source: Source, question: OddsQuestion, rolls: readonly number[], milliseconds: number): AtLeastOnce {
  const pack = compiled(source);
  return plainRolls(pack.atLeastOnceNow(question, rolls, { milliseconds }), rolls, pack);
}

function typesIn({ fields }: Pack): (field: string) => string {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  return (field) => types.get(field) ?? '';
}

function rolledOf(roller: Roller, seed: string, index: number): Rolled {
  const type = typesIn(roller.pack);
  return {
    index,
    things: roller.roll(seed, index).map(({ name, rule, holder, fields }) =>
      ({
        name: name ?? rule, rule, holder,
        fields: Object.entries(fields).map(([field, value]) => [field, written(value, type(field))] as const),
      })),
  };
}

/** The indices of the first `most` rolls of which a thing fits. */
function indicesOf(batch: Batch, type: (field: string) => string, filter: Filter, most: number): readonly number[] {
  const out: number[] = [];
  for (let i = 0; i < batch.things && out.length < most; ++i) {
    const index = Number(batch.index[i]!);
    if (out.at(-1) === index) { continue; }
    const fields = batch.fields.flatMap((field) => {
      const value = batch.value(i, field);
      return value === null ? [] : [[field, written(value, type(field))] as const];
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
  const { name, title, rules, inputs, states, fields, expectations, findings } = pack;
  return { pack: { name, title, rules, inputs, states, fields, expectations }, findings };
}

/** All findings, those of quantities among them. */
function proved(source: Source): readonly Finding[] {
  return engine!.findings(filesOf(source), { name: source.name });
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
  describe({ source }) {
    const read = described(source);
    return read.pack === null ? read : { pack: read.pack, findings: proved(source) };
  },
  warm({ source }) {
    try {
      compiled(source);
    } catch (error) {
      if (!(error instanceof SpoilsError)) { throw error; } // `look` reports the mistakes of the pack
    }
    return null;
  },
  prove({ source }) {
    return { findings: proved(source) };
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
      const found = indicesOf(batch, typesIn(pack), wanted, most).map((index) => rolledOf(roller, seed, index));
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
      const fields = by.filter((one) => one !== 'name');
      const batch = roller.batch(seed, { first, rolls, names: by.includes('name'), fields });
      return { counts: counted(batch, roller, by, rolls, isWhole) };
    } finally {
      roller.dispose();
    }
  },
  // Without room for states only rolls are left.
  sample({ source, question }) {
    const pack = compiled(source);
    return { odds: plainOdds(pack.oddsNow(question, { maxStates: 1, maxPaths: 1 }), pack) };
  },
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
