// A text box with a list of suggestions: the editable combobox of the ARIA practices. Down opens the list, Up and Down move
// in it, Enter takes the marked suggestion, Escape closes it; the focus stays in the box. The list has a fixed place, so that no
// part of the page that scrolls cuts it off. test/page/chips.test.ts.
import type { Ref } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Suggestion } from '../model/chips';

interface ComboboxProps {
  readonly id: string;
  readonly value: string;
  readonly hint?: string;
  readonly suggestions: readonly Suggestion[];
  /** Whether Enter takes the first suggestion if none is marked. */
  readonly marksFirst: boolean;
  readonly set: (value: string) => void;
  readonly take: (suggestion: Suggestion) => void;
  /** Whether a suggestion that is taken may be followed by others; else it closes the list. */
  readonly goesOn: boolean;
  /** Enter without a marked suggestion. */
  readonly enter: () => void;
  readonly leave: () => void;
  /** Keys that the box does not use. */
  readonly otherKey?: (event: KeyboardEvent, input: HTMLInputElement) => void;
  readonly focused?: () => void;
  readonly box?: Ref<HTMLInputElement>;
}

const kTallest = 260;
const kLeastRoom = 140;

export function Combobox({ id, value, hint, suggestions, marksFirst, set, take, goesOn, enter, leave, otherKey, focused, box }: ComboboxProps) {
  const list = `${id}-list`;
  const place = useRef<HTMLSpanElement>(null);
  const shown = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const isShown = isOpen && suggestions.length > 0;
  const at = !isShown ? -1 : Math.min(marked < 0 && marksFirst ? 0 : marked, suggestions.length - 1);
  // Below the box, or above it if there is more room.
  useLayoutEffect(() => {
    const [around, options] = [place.current, shown.current];
    if (around === null || options === null) { return undefined; }
    const { left, top, bottom } = around.getBoundingClientRect();
    const below = innerHeight - bottom - 8;
    const isAbove = below < kLeastRoom && top > below;
    options.style.maxHeight = `${Math.min(kTallest, isAbove ? top - 8 : below)}px`;
    options.style.left = `${Math.max(4, Math.min(left, innerWidth - options.offsetWidth - 4))}px`;
    options.style.top = isAbove ? 'auto' : `${bottom + 2}px`;
    options.style.bottom = isAbove ? `${innerHeight - top + 2}px` : 'auto';
    const close = (event: Event) => { if (event.target !== options) { setOpen(false); } };
    addEventListener('scroll', close, true);
    addEventListener('resize', close);
    return () => {
      removeEventListener('scroll', close, true);
      removeEventListener('resize', close);
    };
  }, [isShown, suggestions]);
  useLayoutEffect(() => { shown.current?.children[at]?.scrollIntoView({ block: 'nearest' }); }, [at]);
  const open = () => {
    setOpen(true);
    setMarked(-1);
  };
  const choose = (found: Suggestion) => {
    setMarked(-1);
    if (!goesOn) { setOpen(false); }
    take(found);
  };
  const keys = (event: KeyboardEvent) => {
    const { key } = event;
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (by !== 0 && suggestions.length > 0) {
      event.preventDefault();
      if (!isShown) { open(); }
      setMarked(isShown ? (at + by + suggestions.length) % suggestions.length : by > 0 ? 0 : suggestions.length - 1);
    } else if (key === 'Enter') {
      event.preventDefault();
      const found = suggestions[at];
      if (found !== undefined) {
        choose(found);
      } else {
        setOpen(false);
        enter();
      }
    } else if (key === 'Escape' && isShown) {
      event.preventDefault();
      setOpen(false);
    } else {
      otherKey?.(event, event.currentTarget as HTMLInputElement);
    }
  };
  return (
    <span class="combobox" ref={place}>
      <input id={id} ref={box ?? null} type="text" role="combobox" aria-autocomplete="list" aria-expanded={isShown} aria-controls={isShown ? list : undefined}
        aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined} value={value} placeholder={hint} spellcheck={false} autocomplete="off" autocapitalize="off"
        onInput={(event) => { open(); set(event.currentTarget.value); }} onKeyDown={keys} onClick={open} onFocus={() => focused?.()}
        onBlur={() => { setOpen(false); leave(); }} />
      {isShown && (
        <ul id={list} ref={shown} class="suggestions" role="listbox" aria-label="Suggestions">
          {suggestions.map((one, i) => (
            // The box keeps the focus.
            <li key={one.text} id={`${list}-${i}`} role="option" aria-selected={i === at} onMouseDown={(event) => event.preventDefault()} onClick={() => choose(one)}>
              {one.text} <small>{one.detail}</small>
            </li>
          ))}
        </ul>
      )}
    </span>
  );
}
