// The language service: a server of the Language Server Protocol in this thread. Messages go in and come out as JSON.
import { Handle, describe } from './core.js';
import { SpoilsError, jsonOf, misuse } from './errors.js';

/** See index.d.ts. */
export class LanguageService {
  #handle;
  #last = 0;

  constructor(core, files) {
    this.core = core;
    this.#handle = new Handle(core, core.run((exports) => {
      const list = core.place(16 * files.length + 8);
      files.forEach(([path, text], i) => {
        core.putText(path, list + 16 * i, 'path');
        core.putText(text, list + 16 * i + 8, path);
      });
      const out = core.place(4);
      core.check(exports.spoils_service_new(list, files.length, out));
      return core.word(out);
    }));
  }

  get isLost() {
    return this.#handle.isLost;
  }

  get #pointer() {
    if (this.#handle.isLost) {
      throw new SpoilsError('misuse', 'the service was lost when the module was made anew', {
        help: 'make another, and open its texts again',
      });
    }
    return this.#handle.pointer;
  }

  messageJson(message) {
    const { core } = this;
    const pointer = this.#pointer;
    return core.run(() => core.string('spoils_service_message', pointer, core.text(message, 'message')));
  }

  message(message) {
    if (typeof message !== 'object' || message === null) { throw misuse('`message` is no object'); }
    return JSON.parse(this.messageJson(jsonOf(message, 'message')));
  }

  work() {
    const { core } = this;
    const pointer = this.#pointer;
    return JSON.parse(core.run(() => core.string('spoils_service_work', pointer)));
  }

  request(method, params) {
    const { error, result } = this.message({ jsonrpc: '2.0', id: ++this.#last, method, params }).at(-1);
    if (error !== undefined) {
      throw new SpoilsError('bad_value', error.message, { facts: { code: String(error.code), method: describe(method) } });
    }
    return result;
  }

  notify(method, params) {
    return this.message({ jsonrpc: '2.0', method, params });
  }

  dispose() {
    this.#handle.dispose();
  }
}

if (Symbol.dispose !== undefined) {
  LanguageService.prototype[Symbol.dispose] = LanguageService.prototype.dispose;
}
