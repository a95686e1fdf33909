// A compiled pack: its declarations, and everything that is made of it.
import { Handle, pointerOf } from './core.js';
import { misuse } from './errors.js';
import { answer, atLeastOnce, book, check, putQuestion } from './odds.js';
import { Roller } from './roller.js';
import { Tweaker } from './tweaker.js';
import { World } from './world.js';

const kDefaultName = 'pack.loot';
let packs = 0;

/** Returns the files of a source: a text, or an object (or Map) of texts by path. */
export function filesOf(source) {
  if (typeof source === 'string' || source instanceof Uint8Array) { return [[kDefaultName, source]]; }
  if (source instanceof Map) { return [...source]; }
  if (typeof source === 'object' && source !== null && !Array.isArray(source)) { return Object.entries(source); }
  throw misuse('the source of a pack is a text, or an object of texts by their paths');
}

/** Compiles files; returns the pointer of the pack and its findings as JSON. */
function compile(core, { files, name, checkQuantities }) {
  return core.run((exports) => {
    const list = core.place(16 * files.length + 8);
    files.forEach(([path, text], i) => {
      core.putText(path, list + 16 * i, 'name');
      core.putText(text, list + 16 * i + 8, path);
    });
    const options = core.place(12);
    core.bytes.fill(0, options, options + 12);
    core.words[(options >> 2) + 2] = checkQuantities ? 0 : 1;
    const out = core.place(8);
    core.bytes.fill(0, out, out + 8);
    const nameText = core.text(name, 'name');
    const failure = exports.spoils_pack_compile(list, files.length, nameText, options, out, out + 4);
    let error;
    try {
      core.check(failure);
    } catch (thrown) {
      error = thrown;
    }
    const findings = core.takeFindings(out + 4, error);
    if (error !== undefined) { throw error; }
    return { pointer: core.word(out), findings };
  });
}

/** See index.d.ts. */
export class Pack {
  #handle;
  #isDisposed = false;

  constructor(engine, core, source) {
    const { pointer, findings } = compile(core, source);
    this.engine = engine;
    this.core = core;
    this.source = { ...source, key: ++packs };
    this.#handle = new Handle(core, pointer);
    this.findings = JSON.parse(findings);
    const about = JSON.parse(core.run(() => core.string('spoils_pack_json', pointer)));
    this.name = about.name;
    this.title = about.title;
    this.version = about.pack_version;
    this.hash = about.hash;
    this.rules = about.rules;
    this.inputs = about.inputs;
    this.states = about.states;
    this.fields = about.fields;
    this.tables = about.tables;
    this.expectations = about.expectations;
    this.fieldNumbers = new Map(about.fields.map(({ name }, i) => [name, i]));
  }

  /** The pointer of the handle, which is made again after a trap. */
  get pointer() {
    if (this.#isDisposed) { throw misuse('the pack was disposed'); }
    if (this.#handle.isLost) { this.#handle = new Handle(this.core, compile(this.core, this.source).pointer); }
    return this.#handle.pointer;
  }

  describe() {
    const { pointer } = this;
    return this.core.run(() => this.core.string('spoils_pack_json', pointer));
  }

  roller(rule = '', inputs = {}) {
    return new Roller(this, rule, inputs);
  }

  world(seed = 0) {
    const value = this.engine.seed(seed);
    const { pointer } = this;
    return this.core.run((exports) => {
      const out = this.core.place(4);
      this.core.check(exports.spoils_world_new(pointer, value, out));
      return new World(this, this.core.word(out));
    });
  }

  restore(saved) {
    const { pointer } = this;
    return this.core.run((exports) => {
      const text = this.core.text(saved, 'saved');
      const out = this.core.place(4);
      this.core.check(exports.spoils_world_restore(pointer, text, out));
      return new World(this, this.core.word(out));
    });
  }

  replay(script) {
    const { pointer } = this;
    return this.core.run((exports) => {
      const text = this.core.text(script, 'script');
      const out = this.core.place(8);
      this.core.check(exports.spoils_tweaker_replay(pointer, text, out, out + 4));
      const tweaker = new Tweaker(this.engine, this.core, this.core.word(out));
      const report = JSON.parse(this.core.takeString(out + 4));
      return { tweaker, samePack: report.same_pack, leftOut: report.left_out };
    });
  }

  reuseAnswers(before) {
    const { core, pointer } = this;
    const there = pointerOf(core, before, Pack, 'before', 'Pack');
    core.run((exports) => core.check(exports.spoils_reuse_answers(pointer, there)));
  }

  oddsNow(question = {}, budget = {}) {
    return answer(this.core, this.pointer, putQuestion(question), budget);
  }

  atLeastOnceNow(question, rolls, budget = {}) {
    return atLeastOnce(this.core, this.pointer, putQuestion(question), rolls, budget);
  }

  checkNow(budget = {}) {
    return check(this.core, this.pointer, budget);
  }

  bookNow(options = {}, budget = {}) {
    return book(this.core, this.pointer, options, budget);
  }

  odds(question = {}, options = {}) {
    return this.engine.inWorker('odds', this, { question: putQuestion(question) }, options);
  }

  atLeastOnce(question, rolls, options = {}) {
    return this.engine.inWorker('atLeastOnce', this, { question: putQuestion(question), rolls }, options);
  }

  check(options = {}) {
    return this.engine.inWorker('check', this, {}, options);
  }

  book(options = {}, budget = {}) {
    return this.engine.inWorker('book', this, { options }, budget);
  }

  dispose() {
    this.#isDisposed = true;
    this.#handle.dispose();
  }
}

if (Symbol.dispose !== undefined) {
  Pack.prototype[Symbol.dispose] = Pack.prototype.dispose;
}
