// The things of many rolls, in columns: copies of the module's arrays, so that a batch needs no care.
import { describe, integerOf } from './core.js';
import { misuse } from './errors.js';
import { Fraction, Kind } from './values.js';

/** See index.d.ts. */
export class Batch {
  #texts;
  #textIndexes;
  #madeBy;
  #names = null;
  #columns = [];
  #starts = null;
  #thing;

  constructor(core, handle, first, fields, thing) {
    this.first = first;
    this.fields = fields;
    this.#thing = thing;
    const { exports } = core;
    const about = core.place(32);
    core.check(exports.spoils_batch_info_of(handle, about));
    const [things, , index, holder, madeBy, name, texts, textCount] =
      core.words.subarray(about >> 2, (about >> 2) + 8);
    this.things = things;
    const copy = (Type, at, count = things) => new Type(core.memory.buffer, at, count).slice();
    this.index = copy(BigUint64Array, index);
    // The upper halves of holders are those of a sign.
    const holders = copy(Int32Array, holder, things * 2);
    this.holder = Int32Array.from({ length: things }, (_, i) => holders[2 * i]);
    this.#madeBy = copy(Uint32Array, madeBy);
    if (name !== 0) { this.#names = copy(Uint32Array, name); }
    this.#texts = new Array(textCount);
    for (let i = 0; i < textCount; ++i) { this.#texts[i] = core.textAt(texts + 8 * i); }
    const column = core.place(12);
    for (let i = 0; i < fields.length; ++i) {
      core.check(exports.spoils_batch_column(handle, i, column));
      const [kind, number, denominator] = core.words.subarray(column >> 2, (column >> 2) + 3);
      this.#columns.push({
        kind: copy(Uint8Array, kind),
        number: copy(Int32Array, number, things * 2),
        denominator: denominator === 0 ? null : copy(Int32Array, denominator, things * 2),
      });
    }
  }

  // Throws unless there is a thing of that number: another one would read beside the columns.
  #check(thing) {
    if (!(Number.isInteger(thing) && thing >= 0 && thing < this.things)) { throw misuse(`the batch has no thing ${describe(thing)}`); }
  }

  name(thing) {
    this.#check(thing);
    return this.#names === null ? null : this.#texts[this.#names[thing]];
  }

  rule(thing) {
    this.#check(thing);
    return this.#texts[this.#madeBy[thing]];
  }

  #value(column, thing) {
    const { kind, number, denominator } = column;
    const low = number[2 * thing];
    switch (kind[thing]) {
      case Kind.unset: return null;
      case Kind.integer: return integerOf(low >>> 0, number[2 * thing + 1]);
      case Kind.number:
        return new Fraction(integerOf(low >>> 0, number[2 * thing + 1]),
          integerOf(denominator[2 * thing] >>> 0, denominator[2 * thing + 1]));
      case Kind.flag: return low !== 0;
      case Kind.symbol:
      case Kind.string: return this.#texts[low];
      default: return JSON.parse(this.#texts[low]);
    }
  }

  #columnOf(field) {
    const number = this.fields.indexOf(field);
    if (number < 0) { throw misuse(`the batch has no field \`${describe(field)}\``); }
    return this.#columns[number];
  }

  value(thing, field) {
    this.#check(thing);
    return this.#value(this.#columnOf(field), thing);
  }

  column(field) {
    const column = this.#columnOf(field);
    const out = new Array(this.things);
    for (let thing = 0; thing < this.things; ++thing) { out[thing] = this.#value(column, thing); }
    return out;
  }

  thing(thing) {
    this.#check(thing);
    return this.#thingOf(thing, 0);
  }

  #thingOf(thing, base) {
    const values = Object.create(null);
    for (let i = 0; i < this.fields.length; ++i) {
      const column = this.#columns[i];
      if (column.kind[thing] !== Kind.unset) { values[this.fields[i]] = this.#value(column, thing); }
    }
    const holder = this.holder[thing];
    const name = this.#names === null ? null : this.#texts[this.#names[thing]];
    return new this.#thing(name, this.#texts[this.#madeBy[thing]], holder < 0 ? null : holder - base, values);
  }

  /** Returns the things of one roll of the batch; their holders count from the roll's first thing. */
  roll(roll) {
    if (!(Number.isInteger(roll) && roll >= 0)) { throw misuse(`the batch has no roll ${describe(roll)}`); }
    if (this.#starts === null) {
      this.#starts = [];
      for (let thing = 0; thing < this.things; ++thing) {
        const of = Number(this.index[thing] - this.first);
        while (this.#starts.length <= of) { this.#starts.push(thing); }
      }
    }
    const begin = this.#starts[roll] ?? this.things;
    const end = this.#starts[roll + 1] ?? this.things;
    const out = [];
    for (let thing = begin; thing < end; ++thing) { out.push(this.#thingOf(thing, begin)); }
    return out;
  }

  * [Symbol.iterator]() {
    for (let thing = 0; thing < this.things; ++thing) { yield this.#thingOf(thing, 0); }
  }
}
