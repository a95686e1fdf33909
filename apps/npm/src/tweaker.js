// A roll whose decisions can be changed one by one while the rest is kept; answers are JSON.
import { Handle, unsigned } from './core.js';
import { SpoilsError } from './errors.js';

/** See index.d.ts. */
export class Tweaker {
  #handle;

  constructor(core, pointer) {
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
    return core.run(() => core.string('spoils_tweaker_choices', pointer, core.text(id, 'id'), from, count));
  }

  reachJson(field, value) {
    const { core, pointer } = this;
    return core.run(() => core.string('spoils_tweaker_reach', pointer, core.text(field, 'field'),
      core.text(value, 'value'), 0n));
  }

  dispose() {
    this.#handle.dispose();
  }
}

if (Symbol.dispose !== undefined) {
  Tweaker.prototype[Symbol.dispose] = Tweaker.prototype.dispose;
}
