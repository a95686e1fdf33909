// The language service of a worker: opens the texts of a call in it, tells it of changed ones, then asks. So a call is
// complete by itself, and a worker that was ended costs nothing but time. test/page/editor.test.ts.
import type { Engine, LanguageService } from 'spoils';
import { uriOf } from '../model/language';
import type { Settings, Source } from './protocol';

export class Texts {
  #service: LanguageService | null = null;
  #open = new Map<string, string>();
  #inputs = '{}';

  /** `shipped`: the texts of the packs that can be used, by their paths. */
  constructor(readonly shipped: Readonly<Record<string, string>>) {}

  /** Returns the service with the texts and inputs of a call. */
  of(engine: Engine, { files }: Source, inputs: Settings): LanguageService {
    if (this.#service === null || this.#service.isLost) { this.#begin(engine); }
    const service = this.#service!;
    for (const path of [...this.#open.keys()]) {
      if (Object.hasOwn(files, path)) { continue; }
      service.notify('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
      this.#open.delete(path);
    }
    for (const [path, text] of Object.entries(files)) {
      const before = this.#open.get(path);
      if (before === text) { continue; }
      const uri = uriOf(path);
      if (before === undefined) {
        service.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'loot', version: 1, text } });
      } else {
        service.notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text }] });
      }
      this.#open.set(path, text);
    }
    const wanted = JSON.stringify(inputs);
    if (wanted !== this.#inputs) {
      this.#inputs = wanted;
      service.notify('workspace/didChangeConfiguration', { settings: { spoils: { inputs } } });
    }
    return service;
  }

  #begin(engine: Engine): void {
    this.#service = engine.service(Object.fromEntries(Object.entries(this.shipped).map(([path, text]) => [`/${path}`, text])));
    this.#open.clear();
    this.#inputs = '{}';
    // Findings are requested, not published.
    this.#service.request('initialize', { capabilities: { textDocument: { diagnostic: {} } } });
    this.#service.notify('initialized', {});
  }
}
