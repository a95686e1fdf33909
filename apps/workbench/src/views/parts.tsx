// Small parts that several tabs have.
import type { ComponentChildren } from 'preact';
import type { Actions } from '../actions/actions';
import { completions } from '../model/settings';
import type { Answered } from '../model/state';

/** An answer, or why there is none. */
export function Answer<T>({ of, children }: { of: Answered<T>; children: (value: T) => ComponentChildren }) {
  return (
    <div class="answer" aria-busy={of.isBusy}>
      {of.error !== null && <p class="bad" role="alert">{of.error}</p>}
      {of.error === null && of.value === null && <p class="quiet">computing…</p>}
      {of.value !== null && children(of.value)}
    </div>
  );
}

/** The command line that gives the same. */
export function Command({ text, actions }: { text: string; actions: Actions }) {
  return (
    <p class="command">
      <code tabIndex={0} aria-label="The command line that gives the same">{text}</code>
      <button type="button" onClick={() => void actions.copy(text)}>Copy</button>
    </p>
  );
}

/** A text box that answers while one types; its last word can be completed to one of the names. */
export function Box({ label, value, hint, set, names }: { label: string; value: string; hint?: string; set: (value: string) => void; names?: readonly string[] }) {
  const list = `names-${label}`; // useId() of Preact gives the same to components side by side
  return (
    <label>{label}
      <input type="text" value={value} placeholder={hint} list={names === undefined ? undefined : list} spellcheck={false} autocomplete="off" autocapitalize="off"
        onInput={(event) => set(event.currentTarget.value)} />
      {names !== undefined && <datalist id={list}>{completions(value, names).map((one) => <option key={one} value={one} />)}</datalist>}
    </label>
  );
}

/** What makes a file input choose a folder; the types of Preact do not know it. */
export interface FolderInput { readonly webkitdirectory: boolean }

/** The name that the program knows the pack by. */
export function packWord(shipped: string | null, name: string): string {
  return shipped ?? name;
}
