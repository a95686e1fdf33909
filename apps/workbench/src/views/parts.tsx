// Small parts that several tabs have.
import type { ComponentChildren } from 'preact';
import type { Actions } from '../actions/actions';
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

/** A text box that answers when it is left or Enter is pressed, and while one types. */
export function Box({ label, value, hint, set, list }: { label: string; value: string; hint?: string; set: (value: string) => void; list?: string }) {
  return (
    <label>{label}
      <input type="text" value={value} placeholder={hint} list={list} spellcheck={false} autocomplete="off" autocapitalize="off"
        onInput={(event) => set(event.currentTarget.value)} />
    </label>
  );
}

/** The name that the program knows the pack by. */
export function packWord(shipped: string | null, name: string): string {
  return shipped ?? name;
}
