// The state that lasts from roll to roll.
import { Handle, describe } from './core.js';
import { SpoilsError } from './errors.js';

/** See index.d.ts. */
export class World {
  #handle;

  constructor(pack, pointer) {
    this.pack = pack;
    this.core = pack.core;
    this.#handle = new Handle(pack.core, pointer);
  }

  get pointer() {
    if (this.#handle.isLost) {
      throw new SpoilsError('world', 'the world was lost when the module was made anew', {
        help: 'restore it from what save() gave',
      });
    }
    return this.#handle.pointer;
  }

  save() {
    const { pointer } = this;
    return this.core.run(() => this.core.string('spoils_world_save', pointer));
  }

  #info(word) {
    const { pointer } = this;
    return this.core.run((exports) => {
      const out = this.core.place(16);
      this.core.check(exports.spoils_world_info_of(pointer, out));
      return this.core.data.getBigUint64(out + word, true);
    });
  }

  get seed() {
    return this.#info(0);
  }

  get rolls() {
    return this.#info(8);
  }

  state(name) {
    const { pointer } = this;
    const number = this.pack.states.findIndex((state) => state.name === name);
    if (number < 0) { throw new SpoilsError('bad_value', `the pack has no state \`${describe(name)}\``); }
    return this.core.run(() => this.core.string('spoils_world_state', pointer, number));
  }

  dispose() {
    this.#handle.dispose();
  }
}

if (Symbol.dispose !== undefined) {
  World.prototype[Symbol.dispose] = World.prototype.dispose;
}
