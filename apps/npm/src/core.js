// One instance of the module, and what every call needs: texts in and out, places for results, errors, handles. An
// instance that traps (its stack or memory is exhausted) is replaced by a new one of the next `generation`; packs and
// rollers are then made again when they are used, worlds are lost.
import { InvalidPack, SpoilsError, misuse } from './errors.js';
import { importsOf } from './wasi.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8');

// Results and short texts of a call go here; longer texts have memory of their own.
const kScratchBytes = 32768;
const kShortText = 1024;

// What is freed when a handle was collected.
const registry = new FinalizationRegistry(({ core, generation, pointer }) => core.release(generation, pointer));

export class Core {
  constructor(module) {
    this.module = module;
    this.generation = 0;
    this.isDisposed = false;
    this.running = 0; // calls of run() that have not returned
    this.#start();
  }

  #start() {
    this.generation += 1;
    let memory = null;
    const instance = new WebAssembly.Instance(this.module, importsOf(this.module, () => memory));
    memory = instance.exports.memory;
    this.exports = instance.exports;
    this.memory = memory;
    this.renewViews();
    this.exports._initialize();
    this.scratch = this.exports.malloc(kScratchBytes);
    this.free = this.scratch;
    this.owned = [];
    this.stopSlot = null;
    this.renewViews();
  }

  /** After memory has grown, views of it are of length 0. */
  renewViews() {
    const { buffer } = this.memory;
    this.bytes = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer);
    this.data = new DataView(buffer);
  }

  /**
   * Runs `work(exports)`; texts and places that it makes end with it. A trap makes the instance anew, and is an error.
   */
  run(work) {
    if (this.isDisposed) { throw misuse('the engine was disposed'); }
    const { free } = this;
    const ownedBefore = this.owned.length;
    const { generation } = this;
    this.running += 1;
    try {
      if (this.bytes.length === 0) { this.renewViews(); }
      return work(this.exports);
    } catch (error) {
      if (error instanceof SpoilsError) { throw error; }
      if (error instanceof WebAssembly.RuntimeError || error instanceof WebAssembly.Exception ||
          error instanceof RangeError || error?.name === 'InternalError') { // the stack, in V8 and others
        throw this.#trapped(error, generation);
      }
      throw error;
    } finally {
      this.running -= 1;
      if (generation === this.generation) {
        while (this.owned.length > ownedBefore) { this.exports.free(this.owned.pop()); }
        this.free = free;
      }
    }
  }

  #trapped(cause, generation) {
    if (generation === this.generation) { this.#start(); }
    const isStack = !(cause instanceof WebAssembly.RuntimeError || cause instanceof WebAssembly.Exception);
    return new SpoilsError('trap', `the module had to be made anew: ${isStack ? 'its stack is exhausted' : cause.message}`, {
      help: 'its worlds are lost: restore them from what World.save() gave', cause,
    });
  }

  /** Returns `size` bytes of memory for the current call, aligned for every type. */
  place(size) {
    const at = (this.free + 15) & ~15;
    if (at + size <= this.scratch + kScratchBytes) {
      this.free = at + size;
      return at;
    }
    const pointer = this.exports.malloc(size);
    if (pointer === 0) { throw new SpoilsError('out_of_memory', 'out of memory'); }
    this.owned.push(pointer);
    if (this.bytes.length === 0) { this.renewViews(); }
    return pointer;
  }

  /** Writes a text as spoils_text to `at`. */
  putText(text, at, name = 'text') {
    let pointer = 0;
    let size = 0;
    if (typeof text === 'string') {
      if (!isWellFormed(text)) {
        throw new SpoilsError('invalid_text', `\`${name}\` has half of a surrogate pair`, { facts: { argument: name } });
      }
      if (text.length * 3 <= kShortText) {
        pointer = this.place(text.length * 3 + 1);
        size = encoder.encodeInto(text, this.bytes.subarray(pointer, pointer + text.length * 3)).written;
      } else {
        text = encoder.encode(text);
      }
    } else if (!(text instanceof Uint8Array)) {
      throw misuse(`\`${name}\` is neither a string nor a Uint8Array`);
    }
    if (typeof text !== 'string') {
      size = text.length;
      pointer = this.place(size + 1);
      this.bytes.set(text, pointer);
    }
    if (this.words.length === 0) { this.renewViews(); }
    this.words[at >> 2] = pointer;
    this.words[(at >> 2) + 1] = size;
    return at;
  }

  /** Returns the address of a spoils_text of `text`. */
  text(text, name) {
    const at = this.place(8);
    return this.putText(text, at, name);
  }

  /** Returns the text of the spoils_text at `at`. */
  textAt(at) {
    if (this.words.length === 0) { this.renewViews(); }
    const pointer = this.words[at >> 2];
    return this.decode(pointer, this.words[(at >> 2) + 1]);
  }

  decode(pointer, size) {
    const { bytes } = this;
    if (size > 32) { return decoder.decode(bytes.subarray(pointer, pointer + size)); }
    let out = '';
    for (let i = pointer; i < pointer + size; ++i) {
      if (bytes[i] >= 128) { return decoder.decode(bytes.subarray(pointer, pointer + size)); }
      out += String.fromCharCode(bytes[i]);
    }
    return out;
  }

  word(at) {
    if (this.words.length === 0) { this.renewViews(); }
    return this.words[at >> 2];
  }

  /** The 64-bit integer at `at`: a number if it is safe, else a bigint. */
  integer(at) {
    if (this.words.length === 0) { this.renewViews(); }
    const low = this.words[at >> 2];
    const high = this.words[(at >> 2) + 1] | 0;
    return integerOf(low, high);
  }

  /** Throws the error that a function returned, if it did. */
  check(pointer) {
    if (pointer !== 0) { throw this.#errorOf(pointer); }
    if (this.bytes.length === 0) { this.renewViews(); }
  }

  #errorOf(pointer) {
    const out = this.place(8);
    this.exports.spoils_error_json(out, pointer);
    const json = this.textAt(out);
    this.exports.spoils_free(pointer);
    const plain = JSON.parse(json);
    const error = new SpoilsError(plain.code, plain.message, plain);
    Object.defineProperty(error, 'json', { value: json });
    return error;
  }

  /** Calls a function whose last parameter gives a spoils_string; returns its text. */
  string(name, ...values) {
    const out = this.place(4);
    this.check(this.exports[name](...values, out));
    return this.takeString(out);
  }

  takeString(out) {
    const handle = this.word(out);
    const text = this.place(8);
    this.exports.spoils_string_text(text, handle);
    const got = this.textAt(text);
    this.exports.spoils_free(handle);
    return got;
  }

  /** Adds the findings to an error about a pack, and frees them; returns them as JSON. */
  takeFindings(out, error) {
    const handle = this.word(out);
    if (handle === 0) { return '[]'; }
    const json = this.string('spoils_findings_json', handle);
    const report = error === undefined ? '' : this.string('spoils_findings_text', handle);
    this.exports.spoils_free(handle);
    if (error !== undefined && error.code === 'invalid_pack') {
      const invalid = new InvalidPack(error.message, error, JSON.parse(json), report);
      Object.defineProperty(invalid, 'json', { value: error.json });
      throw invalid;
    }
    return json;
  }

  /** Returns the number in the module's table of a function that calls `callback`, an int(void*). */
  stopFunction(callback) {
    this.stop = callback;
    if (this.stopSlot === null) {
      const table = this.exports.__indirect_function_table;
      this.stopSlot = table.grow(1);
      table.set(this.stopSlot, asWasmFunction(() => this.#callStop()));
    }
    return this.stopSlot;
  }

  // The callback may have made the instance anew: then the call that is under way must not return to it.
  #callStop() {
    const { generation } = this;
    const stops = this.stop();
    if (generation !== this.generation) { throw new SpoilsError('trap', 'the module was made anew by the stop function'); }
    return stops ? 1 : 0;
  }

  release(generation, pointer) {
    if (generation !== this.generation || this.isDisposed) { return; }
    try {
      this.exports.spoils_free(pointer);
    } catch {
      this.#start();
    }
  }

  /** Not the memory of the module, in the JSON of an object that has an engine. */
  toJSON() {
    return undefined;
  }

  dispose() {
    if (this.running > 0) { throw misuse('the engine is at work'); }
    this.isDisposed = true;
    this.exports = null;
    this.memory = null;
    this.bytes = this.words = this.data = null;
  }
}

/** The pointer of the argument `name`, which must be a Kind of the same engine; `kind` is the name of that class. */
export function pointerOf(core, value, Kind, name, kind) {
  if (!(value instanceof Kind)) { throw misuse(`\`${name}\` is no ${kind}`); }
  if (value.core !== core) { throw misuse(`\`${name}\` is of another engine`); }
  return value.pointer;
}

/** A handle of the module, freed when this object is collected, or by dispose(). */
export class Handle {
  #pointer;

  constructor(core, pointer) {
    this.core = core;
    this.generation = core.generation;
    this.#pointer = pointer;
    registry.register(this, { core, generation: core.generation, pointer }, this);
  }

  /** The pointer; throws if the handle was freed, or ended with its instance. */
  get pointer() {
    if (this.#pointer === 0) { throw misuse('a handle was used after dispose()'); }
    return this.#pointer;
  }

  get isLost() {
    return this.generation !== this.core.generation;
  }

  dispose() {
    if (this.#pointer === 0) { return; }
    registry.unregister(this);
    this.core.release(this.generation, this.#pointer);
    this.#pointer = 0;
  }
}

export function integerOf(low, high) {
  if (high >= -0x200000 && high < 0x200000) {
    const number = high * 0x100000000 + low;
    if (number !== -0x20000000000000) { return number; }
  }
  return (BigInt(high) << 32n) | BigInt(low);
}

/** Returns an unsigned integer of 64 bits as a bigint; throws if it is none. */
export function unsigned(value, name) {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) { return BigInt(value); }
  if (typeof value === 'bigint' && value >= 0n && value < 1n << 64n) { return value; }
  throw misuse(`\`${name}\` is ${describe(value)}, but must be an integer from 0 to 2^64 - 1 (a bigint above 2^53)`);
}

export function describe(value) {
  return typeof value === 'symbol' || (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? `a value of type ${typeof value}` : String(value);
}

function isWellFormed(text) {
  if (typeof text.isWellFormed === 'function') { return text.isWellFormed(); }
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
}

// A module that imports a function and exports it again: the way to put a function of JavaScript into a table.
function asWasmFunction(callback) {
  const bytes = Uint8Array.of(
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // magic, version
    1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f, // types: (i32) -> i32
    2, 7, 1, 1, 0x65, 1, 0x66, 0, 0, // imports: "e" "f", of type 0
    7, 5, 1, 1, 0x66, 0, 0, // exports: "f", function 0
  );
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { f: callback } }).exports.f;
}
