// Parts of a question as chips, with a box that completes the next one: the columns, the conditions, or what is counted; and
// the rule, which is one of a list. What is typed is asked after a pause; Enter, a comma or leaving the box makes a chip of it.
// test/page/chips.test.ts.
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { completed, isWholeWord, joined, lastWord, merged, partsOf, suggestions } from '../model/chips';
import type { Name, Parts, Suggestion } from '../model/chips';
import { Combobox } from './combobox';

interface ChipsProps {
  readonly label: string;
  readonly kind: Parts;
  readonly value: string;
  readonly hint: string;
  readonly names: readonly Name[];
  readonly set: (value: string) => void;
  /** Further suggestions for a text, which come later. */
  readonly more?: (text: string) => Promise<readonly Suggestion[]>;
}

// Half a condition is a mistake, which is an alert: without a pause each key press would read one to the blind.
const kPauseOfTyping = 350;

interface Own { readonly value: string; readonly chips: readonly string[]; readonly typed: string }

export function Chips({ label, kind, value, hint, names, set, more }: ChipsProps) {
  const id = `chips-${label}`; // useId() of Preact gives the same to components side by side
  const list = useRef<HTMLUListElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const [, redraw] = useReducer((count: number, more: number) => count + more, 0);
  const [later, setLater] = useState<{ readonly text: string; readonly found: readonly Suggestion[] }>({ text: '', found: [] });
  // The text that is asked, as chips and what is being typed; another text comes from outside, as from a link.
  const own = useRef<Own>({ value: '', chips: [], typed: '' });
  const seen = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  if (value !== seen.current && value !== own.current.value) {
    clearTimeout(timer.current);
    own.current = { value, chips: partsOf(value, kind), typed: '' };
  }
  seen.current = value;
  const { chips, typed } = own.current;

  const put = (next: readonly string[], text: string, pause = 0) => {
    const whole = joined([...next, text], kind);
    own.current = { value: whole, chips: next, typed: text };
    clearTimeout(timer.current);
    if (whole !== seen.current) {
      if (pause === 0) { set(whole); } else { timer.current = setTimeout(() => set(whole), pause); }
    }
    redraw(1);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    // A comma ends a column.
    const parts = kind === 'columns' && /,/.test(text) ? partsOf(`${text} `, kind) : [];
    const isEnded = /,\s*$/.test(text);
    if (parts.length > 1 || isEnded) {
      put([...chips, ...(isEnded ? parts : parts.slice(0, -1))], isEnded ? '' : parts.at(-1)!);
    } else {
      put(chips, text, kPauseOfTyping);
    }
  };
  const commit = () => { if (typed.trim() !== '') { put(kind === 'one' ? [typed.trim()] : [...chips, ...partsOf(typed, kind)], ''); } };
  const take = (suggestion: Suggestion) => {
    const text = completed(typed, suggestion);
    if (kind === 'columns' && text === suggestion.text) {
      put([...chips, text], '');
    } else {
      // What can follow is suggested next; after a value, a flag or a function that is up to the user.
      const name = names.find((one) => one.name === suggestion.text);
      put(chips, name !== undefined && name.type !== 'flag' || /^([=!<>]+|and|or)$/.test(suggestion.text) ? `${text} ` : text);
    }
    box.current?.focus();
  };
  const buttons = () => [...list.current?.querySelectorAll<HTMLButtonElement>('button.chip-text') ?? []];
  const remove = (at: number) => {
    put(chips.filter((_, i) => i !== at), typed);
    // The chip before it, else the box: the focus must not get lost.
    (at > 0 ? buttons()[at - 1] : box.current)?.focus();
  };
  const edit = (at: number) => {
    const rest = chips.filter((_, i) => i !== at);
    put(typed.trim() === '' ? rest : [...rest, typed.trim()], chips[at]!);
    box.current?.focus();
  };
  const onChip = (event: KeyboardEvent, at: number) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      remove(at);
    } else if (event.key === 'ArrowLeft') {
      buttons()[at - 1]?.focus();
    } else if (event.key === 'ArrowRight') {
      (buttons()[at + 1] ?? box.current)?.focus();
    }
  };
  const otherKey = (event: KeyboardEvent, input: HTMLInputElement) => {
    if (input.selectionStart !== 0 || input.selectionEnd !== 0 || chips.length === 0) { return; }
    if (event.key === 'ArrowLeft') {
      buttons().at(-1)?.focus();
    } else if (event.key === 'Backspace' && typed === '') {
      event.preventDefault(); // it would delete in the text of the chip
      edit(chips.length - 1);
    }
  };

  const word = lastWord(typed);
  useEffect(() => {
    if (more === undefined || word === '') { return undefined; }
    let isOld = false;
    more(typed).then((found) => { if (!isOld) { setLater({ text: typed, found }); } }, () => undefined);
    return () => { isOld = true; };
  }, [typed]);
  const free = kind === 'columns' ? names.filter(({ name }) => !chips.includes(name)) : names;
  // Those of an earlier text, as long as it is a beginning of this one, so that the list does not flicker.
  const fitting = word !== '' && later.text !== '' && typed.startsWith(later.text) ? later.found.filter(({ text }) => text.startsWith(word) && text !== word) : [];
  const found = merged(suggestions(typed, free), fitting);
  const isWhole = isWholeWord(typed, names, typed.startsWith(later.text) ? later.found : []);
  return (
    <div class="chip-box">
      <label for={id}>{label}</label>
      {chips.length > 0 && (
        <ul ref={list} aria-label={`Chips of ${label}`}>
          {chips.map((chip, i) => (
            <li key={`${i} ${chip}`} class="chip">
              <button type="button" class="chip-text" aria-label={`Edit ${chip}`} title="Enter: edit. Delete: take out" onClick={() => edit(i)}
                onKeyDown={(event) => onChip(event, i)}>{chip}</button>
              <button type="button" class="chip-out" aria-label={`Take out ${chip}`} onClick={() => remove(i)}>×</button>
            </li>
          ))}
        </ul>
      )}
      <Combobox id={id} box={box} value={typed} {...(chips.length === 0 ? { hint } : {})} suggestions={found} marksFirst={kind === 'columns' && typed !== '' && !isWhole}
        set={type} take={take} goesOn enter={commit} leave={commit} otherKey={otherKey} />
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Suggestion[];
  readonly set: (value: string) => void;
}

/** One of a list, found by a part of its name: as a list of choices, but quick with a hundred of them. */
export function Choice({ label, value, choices, set }: ChoiceProps) {
  const id = `choice-${label}`;
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = (typed ?? '').trim().toLowerCase();
  const fitting = choices.filter(({ text }) => text.toLowerCase().includes(wanted));
  fitting.sort((a, b) => Number(b.text.toLowerCase().startsWith(wanted)) - Number(a.text.toLowerCase().startsWith(wanted)));
  const take = ({ text }: Suggestion) => {
    setTyped(null);
    if (text !== value) { set(text); }
    box.current?.focus();
    requestAnimationFrame(() => box.current?.select());
  };
  // A name that is no choice is taken back.
  const leave = () => {
    const found = choices.find(({ text }) => text === typed?.trim());
    setTyped(null);
    if (found !== undefined && found.text !== value) { set(found.text); }
  };
  return (
    <div class="chip-box choice">
      <label for={id}>{label}</label>
      <Combobox id={id} box={box} value={typed ?? value} suggestions={typed === null ? choices : fitting} marksFirst={typed !== null && typed !== ''} set={setTyped} take={take}
        goesOn={false} enter={leave} leave={leave} focused={() => box.current?.select()} />
    </div>
  );
}
