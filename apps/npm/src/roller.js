// Rolls of one rule: one roll as things, many as a batch, and any number of them by `for await`.
import { Batch } from './batch.js';
import { Handle, describe, pointerOf, unsigned } from './core.js';
import { misuse, optionsOf } from './errors.js';
import { Tweaker } from './tweaker.js';
import { fieldValue, putSettings, settingsOf, written } from './values.js';
import { World } from './world.js';

// Of rolls(): work of some milliseconds, after which other tasks have their turn.
const kFirstChunk = 64;
const kMostInChunk = 4096;
const kChunkMilliseconds = 8;

/** Returns a signal that may be left out, or null. */
export function signalOf(signal) {
  if (signal === undefined || signal === null) { return undefined; }
  if (typeof signal.addEventListener !== 'function' || typeof signal.throwIfAborted !== 'function') { throw misuse('`signal` is no AbortSignal'); }
  return signal;
}

/** See index.d.ts. */
export class Thing {
  constructor(name, rule, holder, fields) {
    this.name = name;
    this.rule = rule;
    this.holder = holder;
    this.fields = fields;
  }

  toString() {
    return this.name;
  }
}

/** See index.d.ts. */
export class Roller {
  #handle = null;
  #settings;
  #states = new Map();
  #isDisposed = false;

  constructor(pack, rule, inputs) {
    this.pack = pack;
    this.core = pack.core;
    this.rule = rule;
    this.#settings = new Map(settingsOf(inputs));
    this.#make();
  }

  #make() {
    const { core } = this;
    const pack = this.pack.pointer;
    const pointer = core.run((exports) => {
      const settings = putSettings(core, [...this.#settings]);
      const out = core.place(4);
      core.check(exports.spoils_roller_new(pack, core.text(this.rule, 'rule'), settings, this.#settings.size, out));
      return core.word(out);
    });
    this.#handle = new Handle(core, pointer);
    for (const [name, text] of this.#states) { this.#put('spoils_roller_set_state', pointer, name, text); }
  }

  #put(setter, pointer, name, text) {
    const { core } = this;
    core.run((exports) => {
      const nameText = core.text(name, 'name');
      core.check(exports[setter](pointer, nameText, core.text(text, 'value')));
    });
  }

  get pointer() {
    if (this.#isDisposed) { throw misuse('the roller was disposed'); }
    if (this.#handle.isLost) { this.#make(); }
    return this.#handle.pointer;
  }

  set(name, value) {
    const text = written(value, name);
    this.#put('spoils_roller_set', this.pointer, name, text);
    this.#settings.set(name, text);
  }

  setState(name, value) {
    const text = written(value, name);
    this.#put('spoils_roller_set_state', this.pointer, name, text);
    this.#states.set(name, text);
  }

  roll(seed, index = 0) {
    const { core, pointer } = this;
    const value = this.pack.engine.seed(seed);
    const at = unsigned(index, 'index');
    return core.run((exports) => {
      const out = core.place(4);
      core.check(exports.spoils_roll(pointer, value, at, out));
      return this.#things(exports, pointer, core.word(out));
    });
  }

  rollIn(world) {
    const { core, pointer } = this;
    const worldPointer = pointerOf(core, world, World, 'world', 'World');
    return core.run((exports) => {
      const out = core.place(4);
      core.check(exports.spoils_roll_world(pointer, worldPointer, out));
      return this.#things(exports, pointer, core.word(out));
    });
  }

  #things(exports, roller, count) {
    const { core } = this;
    const { fields } = this.pack;
    const at = core.place(40);
    const one = core.place(48);
    const text = core.place(8);
    const out = [];
    for (let thing = 0; thing < count; ++thing) {
      const values = Object.create(null);
      for (let field = 0; field < fields.length; ++field) {
        core.check(exports.spoils_thing_field(roller, thing, field, at));
        if (core.words[at >> 2] === 0) { continue; }
        values[fields[field].name] = fieldValue(core, at, (member) => {
          core.check(exports.spoils_thing_member(roller, thing, field, member, one, one + 40));
          return [fieldValue(core, one), core.integer(one + 40)];
        });
      }
      core.check(exports.spoils_thing_name(roller, thing, text));
      const name = core.textAt(text);
      core.check(exports.spoils_thing_made_by(roller, thing, text));
      const rule = core.textAt(text);
      core.check(exports.spoils_thing_holder(roller, thing, text));
      const holder = core.word(text) | 0;
      out.push(new Thing(name, rule, holder < 0 ? null : holder, values));
    }
    return out;
  }

  rollJson(seed, index = 0) {
    const { core, pointer } = this;
    const value = this.pack.engine.seed(seed);
    const at = unsigned(index, 'index');
    return core.run(() => core.string('spoils_roll_json', pointer, value, at));
  }

  batch(seed, options = {}) {
    const { first = 0, rolls = 1000, fields, names = true } = optionsOf(options);
    const value = this.pack.engine.seed(seed);
    const numbers = fields === undefined ? this.pack.fields.map((_, i) => i) : this.#numbersOf(fields);
    return this.#batch(value, unsigned(first, 'first'), unsigned(rolls, 'rolls'), numbers, names);
  }

  #numbersOf(fields) {
    if (!Array.isArray(fields)) { throw misuse('`fields` is no array of names'); }
    return fields.map((name) => {
      const number = this.pack.fieldNumbers.get(name);
      if (number === undefined) { throw misuse(`the pack has no field \`${describe(name)}\``); }
      return number;
    });
  }

  #batch(seed, first, rolls, numbers, names) {
    const { core, pointer } = this;
    return core.run((exports) => {
      const list = core.place(4 * numbers.length + 4);
      core.words.set(numbers, list >> 2);
      const out = core.place(4);
      core.check(exports.spoils_roll_batch(pointer, seed, first, rolls, list, numbers.length, names ? 1 : 0, out));
      const handle = core.word(out);
      try {
        return new Batch(core, handle, first, numbers.map((i) => this.pack.fields[i].name), Thing);
      } finally {
        exports.spoils_free(handle);
      }
    });
  }

  async* rolls(seed, options = {}) {
    const { first = 0, count = Infinity, fields, names = true, signal: given } = optionsOf(options);
    const signal = signalOf(given);
    const value = this.pack.engine.seed(seed);
    const numbers = fields === undefined ? this.pack.fields.map((_, i) => i) : this.#numbersOf(fields);
    let index = unsigned(first, 'first');
    let left = count === Infinity ? (1n << 64n) - index : unsigned(count, 'count');
    let chunk = kFirstChunk;
    while (left > 0n) {
      signal?.throwIfAborted();
      const begin = now();
      const rolls = left < BigInt(chunk) ? left : BigInt(chunk);
      const batch = this.#batch(value, index, rolls, numbers, names);
      for (let roll = 0n; roll < rolls; ++roll) {
        yield { index: index + roll, things: batch.roll(Number(roll)) };
        signal?.throwIfAborted();
      }
      index += rolls;
      left -= rolls;
      const took = now() - begin;
      chunk = Math.max(1, Math.min(kMostInChunk, Math.round(chunk * Math.min(2, kChunkMilliseconds / Math.max(took, 0.1)))));
      await turn();
    }
  }

  explain(seed, index = 0) {
    return JSON.parse(this.explainJson(seed, index));
  }

  explainJson(seed, index = 0) {
    const { core, pointer } = this;
    const value = this.pack.engine.seed(seed);
    const at = unsigned(index, 'index');
    return core.run(() => core.string('spoils_explain', pointer, value, at));
  }

  explainIn(world) {
    const { core, pointer } = this;
    const worldPointer = pointerOf(core, world, World, 'world', 'World');
    return JSON.parse(core.run(() => core.string('spoils_explain_world', pointer, worldPointer)));
  }

  /** Calls `make(exports, out)`, which makes a tweaker. */
  #tweaker(make) {
    const { core } = this;
    const made = core.run((exports) => {
      const out = core.place(4);
      core.check(make(exports, out));
      return core.word(out);
    });
    return new Tweaker(this.pack.engine, core, made);
  }

  tweaker(seed, index = 0) {
    const { pointer } = this;
    const value = this.pack.engine.seed(seed);
    const at = unsigned(index, 'index');
    return this.#tweaker((exports, out) => exports.spoils_tweaker_new(pointer, value, at, out));
  }

  tweakerIn(world) {
    const { core, pointer } = this;
    const worldPointer = pointerOf(core, world, World, 'world', 'World');
    return this.#tweaker((exports, out) => exports.spoils_tweaker_new_world(pointer, worldPointer, out));
  }

  tweakerByHand(fields, seed = 0) {
    const { core, pointer } = this;
    const settings = settingsOf(fields, 'fields');
    const value = this.pack.engine.seed(seed);
    return this.#tweaker((exports, out) => exports.spoils_tweaker_by_hand(
      pointer, putSettings(core, settings), settings.length, value, out));
  }

  dispose() {
    this.#isDisposed = true;
    this.#handle.dispose();
  }
}

if (Symbol.dispose !== undefined) {
  Roller.prototype[Symbol.dispose] = Roller.prototype.dispose;
}

const now = typeof performance === 'object' ? () => performance.now() : () => Date.now();

// Lets other tasks run: events of a page, timers.
function turn() {
  return new Promise((done) => {
    if (typeof setImmediate === 'function') { setImmediate(done); } else { setTimeout(done, 0); }
  });
}
