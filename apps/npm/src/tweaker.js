// A roll whose decisions can be changed one by one while the rest is kept; answers are JSON.
import { Handle, unsigned } from './core.js';
import { SpoilsError, misuse } from './errors.js';

const kMostOf32Bits = 0xffffffff; // size_t of the module

/** See index.d.ts. */
export class Tweaker {
  #handle;

  constructor(engine, core, pointer) {
    this.engine = engine;
    this.core = core;
    this.#handle = new Handle(core, pointer);
  }

  get pointer() {
    if (this.#handle.isLost) {
      throw new SpoilsError('misuse', 'the tweaker was lost when the module was made anew', {
        help: 'make another, and apply the edits of its script',
      });
    }
    return this.#handle.pointer;
  }

  restart(seed, index = 0) {
    const { core, pointer } = this;
    const value = this.engine.seed(seed);
    const at = unsigned(index, 'index');
    core.run((exports) => { core.check(exports.spoils_tweaker_restart(pointer, value, at)); });
  }

  apply(edit) {
    const { core, pointer } = this;
    core.run((exports) => { core.check(exports.spoils_tweaker_apply(pointer, core.text(edit, 'edit'))); });
  }

  #did(name) {
    const { core, pointer } = this;
    return core.run((exports) => {
      const out = core.place(4);
      core.check(exports[name](pointer, out));
      return core.word(out) === 1;
    });
  }

  undo() {
    return this.#did('spoils_tweaker_undo');
  }

  redo() {
    return this.#did('spoils_tweaker_redo');
  }

  json() {
    const { core, pointer } = this;
    return core.run(() => core.string('spoils_tweaker_json', pointer));
  }

  script() {
    const { core, pointer } = this;
    return core.run(() => core.string('spoils_tweaker_script', pointer));
  }

  choicesJson(id, first = 0, count = 100) {
    const { core, pointer } = this;
    const from = unsigned(first, 'first');
    const most = Math.min(Number(unsigned(count, 'count')), kMostOf32Bits);
    return core.run(() => core.string('spoils_tweaker_choices', pointer, core.text(id, 'id'), from, most));
  }

  reachJson(field, value, maxReplays = 0) {
    const { core, pointer } = this;
    const most = unsigned(maxReplays, 'maxReplays');
    return core.run(() => core.string('spoils_tweaker_reach', pointer, core.text(field, 'field'),
      core.text(value, 'value'), most));
  }

  outlookJson(id, by, maxReplays = 0) {
    const { core, pointer } = this;
    if (!Array.isArray(by)) { throw misuse('`by` is no array of texts'); }
    const most = unsigned(maxReplays, 'maxReplays');
    return core.run(() => {
      const columns = core.place(by.length * 8);
      by.forEach((column, i) => { core.putText(column, columns + i * 8, 'by'); });
      return core.string('spoils_tweaker_outlook', pointer, core.text(id, 'id'), columns, by.length, most);
    });
  }

  dispose() {
    this.#handle.dispose();
  }
}

if (Symbol.dispose !== undefined) {
  Tweaker.prototype[Symbol.dispose] = Tweaker.prototype.dispose;
}
