// The language service of the page: the remarks in the text (odds of rows, colours by meaning, folds), which follow text,
// file and inputs, and the questions of the editor. test/page/editor.test.ts.
import { call } from '../engine/engine';
import { EngineError, kReplaced } from '../engine/lane';
import type { Settings } from '../engine/protocol';
import type { Suggestion } from '../model/chips';
import type { Location, Method, Methods, WorkspaceEdit } from '../model/language';
import { pathOf, placeOf, withEdits } from '../model/language';
import { ruleOf, settingsFor } from '../model/settings';
import type { State, Store } from '../model/state';

// Details of completions that no question about things can use.
const kNoExpressions = new Set(['word', 'rule']);

export class Language {
  #store: Store;
  #shown: readonly unknown[] = [];

  constructor(store: Store) {
    this.#store = store;
    store.observe((state) => this.#follow(state));
  }

  #inputs({ good, rule, inputs }: State): Settings {
    return good === null ? {} : settingsFor(good.pack, ruleOf(good.pack, rule), inputs);
  }

  // After the findings of a text, which matter more.
  #follow(state: State): void {
    const { source, file, isCompiling } = state;
    if (isCompiling) { return; }
    const inputs = this.#inputs(state);
    const wanted = [source, file, JSON.stringify(inputs)];
    if (wanted.every((one, i) => one === this.#shown[i])) { return; }
    this.#shown = wanted;
    void this.#remark({ source, file, inputs });
  }

  async #remark(of: { source: State['source']; file: string; inputs: Settings }): Promise<void> {
    try {
      const reply = await call('remarks', of);
      if (wantedText(this.#store.get(), of.file) !== of.source.files[of.file]) { return; }
      this.#store.set({ remarks: { file: of.file, text: of.source.files[of.file]!, ...reply } });
    } catch (error) {
      // Without remarks the text is as usable as before; the next change asks again.
      if (!isReplaced(error)) { this.#shown = []; }
    }
  }

  /** Asks about the visible file as it is now; `null`: no answer, which is said, or a newer question replaced this one. */
  async ask<M extends Method>(method: M, params: object): Promise<Methods[M] | null> {
    const state = this.#store.get();
    const { source, file } = state;
    try {
      const { result } = await call('service', { source, file, inputs: this.#inputs(state), method, params });
      return this.#store.get().source === source ? result as Methods[M] : null;
    } catch (error) {
      if (!isReplaced(error)) { this.#store.set({ notice: { text: (error as Error).message, isError: true } }); }
      return null;
    }
  }

  /** What can complete the word at the end of an expression about things of a rule. */
  async complete(rule: string, text: string): Promise<readonly Suggestion[]> {
    const state = this.#store.get();
    if (state.good === null) { return []; }
    const { source } = state.good;
    const file = Object.hasOwn(source.files, state.file) ? state.file : Object.keys(source.files)[0]!;
    // As the end of an expectation of the pack; the next question of the editor takes it back.
    const lines = `${source.files[file]!}\nexpect "": odds(${rule}: ${text.replaceAll('\n', ' ')}`.split('\n');
    const whole = { ...source, files: { ...source.files, [file]: lines.join('\n') } };
    const position = { line: lines.length - 1, character: lines.at(-1)!.length };
    const { result } = await call('service', { source: whole, file, inputs: this.#inputs(state), method: 'textDocument/completion', params: { position } });
    const { items } = result as Methods['textDocument/completion'];
    return items.flatMap(({ label, detail = '' }) => kNoExpressions.has(detail) ? [] : [{ text: label, detail }]);
  }

  /** Shows all places of a word that are in files of the page. */
  list(word: string, found: readonly Location[]): void {
    const { files } = this.#store.get().source;
    const places = found.flatMap(({ uri, range }) => {
      const file = pathOf(uri);
      const text = files[file];
      if (text === undefined) { return []; }
      const line = text.split('\n')[range.start.line] ?? '';
      return [{ file, ...placeOf(text, range.start), text: line.trim() }];
    });
    this.#store.set({ places: { word, places, elsewhere: found.length - places.length } });
  }

  closeList(): void {
    this.#store.set({ places: null });
  }

  /** The texts after the edits of a rename; `null`: a file of another pack would change. */
  edited({ changes }: WorkspaceEdit): State['source'] | null {
    const { source } = this.#store.get();
    const files: Record<string, string> = { ...source.files };
    for (const [uri, edits] of Object.entries(changes)) {
      const path = pathOf(uri);
      if (files[path] === undefined) { return null; }
      files[path] = withEdits(files[path], edits);
    }
    return { ...source, files };
  }
}

function wantedText({ source, file }: State, asked: string): string | undefined {
  return file === asked ? source.files[file] : undefined;
}

function isReplaced(error: unknown): boolean {
  return error instanceof EngineError && error.code === kReplaced;
}
