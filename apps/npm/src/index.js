// Spoils for JavaScript: index.d.ts documents everything that is exported here.
import { Batch } from './batch.js';
import { WorkerClient } from './client.js';
import { Core, unsigned } from './core.js';
import { InvalidPack, SpoilsError, misuse, optionsOf } from './errors.js';
import { loadModule } from './load.js';
import { Pack, filesOf } from './pack.js';
import { Roller, Thing, signalOf } from './roller.js';
import { LanguageService } from './service.js';
import { Fraction } from './values.js';
import { Tweaker } from './tweaker.js';
import { World } from './world.js';

/** See index.d.ts. */
export class Engine {
  #core;
  #client;

  constructor(module) {
    if (!(module instanceof WebAssembly.Module)) { throw misuse('Engine.load() makes engines'); }
    this.module = module;
    this.#core = new Core(module);
    this.#client = new WorkerClient(module);
  }

  static async load({ wasm } = {}) {
    return new Engine(await loadModule(wasm));
  }

  get version() {
    return this.#core.run((exports) => {
      const out = this.#core.place(8);
      exports.spoils_version(out);
      return this.#core.textAt(out);
    });
  }

  seed(text) {
    if (typeof text === 'number' || typeof text === 'bigint') { return unsigned(text, 'seed'); }
    return this.#core.run((exports) => {
      const out = this.#core.place(8);
      this.#core.check(exports.spoils_seed(this.#core.text(text, 'seed'), out));
      return this.#core.data.getBigUint64(out, true);
    });
  }

  compile(source, options = {}) {
    const { name = '', checkQuantities = true } = optionsOf(options);
    return new Pack(this, this.#core, { files: filesOf(source), name, checkQuantities });
  }

  async pack(name) {
    const { packs } = await import('../packs.js');
    if (!Object.hasOwn(packs.names, name)) {
      throw new SpoilsError('file', `there is no shipped pack \`${String(name)}\``, {
        help: `there are ${Object.keys(packs.names).join(', ')}`,
      });
    }
    return this.compile(packs.files, { name: packs.names[name] });
  }

  findings(source, options) {
    try {
      const pack = this.compile(source, options);
      const { findings } = pack;
      pack.dispose();
      return findings;
    } catch (error) {
      if (error instanceof InvalidPack) { return error.findings; }
      throw error;
    }
  }

  format(text, options = {}) {
    const { name = 'pack.loot' } = optionsOf(options);
    const core = this.#core;
    return core.run((exports) => {
      const out = core.place(8);
      core.bytes.fill(0, out, out + 8);
      const nameText = core.text(name, 'name');
      const failure = exports.spoils_format(nameText, core.text(text, 'text'), out, out + 4);
      let error;
      try {
        core.check(failure);
      } catch (thrown) {
        error = thrown;
      }
      core.takeFindings(out + 4, error);
      if (error !== undefined) { throw error; }
      return core.takeString(out);
    });
  }

  roll(pack, options = {}) {
    const { rule = '', inputs = {}, seed = 0, index = 0 } = optionsOf(options);
    if (!(pack instanceof Pack)) { throw misuse('`pack` is no Pack'); }
    const roller = pack.roller(rule, inputs);
    try {
      return roller.roll(seed, index);
    } finally {
      roller.dispose();
    }
  }

  service(files = {}) {
    return new LanguageService(this.#core, filesOf(files));
  }

  async inWorker(call, pack, request, options) {
    const { signal, maxStates = 0, maxPaths = 0, milliseconds = 0, estimate = 0 } = optionsOf(options);
    return this.#client.ask({ call, source: pack.source, request, budget: { maxStates, maxPaths, milliseconds, estimate } }, signalOf(signal));
  }

  dispose() {
    this.#core.dispose();
    this.#client.dispose(misuse('the engine was disposed'));
  }
}

if (Symbol.dispose !== undefined) {
  Engine.prototype[Symbol.dispose] = Engine.prototype.dispose;
}

export { Batch, Fraction, InvalidPack, LanguageService, Pack, Roller, SpoilsError, Thing, Tweaker, World };
