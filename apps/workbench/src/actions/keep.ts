// Keeps the text while a person types: the draft of this tab is saved after each pause and when the page is left.
import { draftIds, lockDraft, lockedDrafts, readDraft, saveDraft, type Draft } from '../model/drafts';
import type { State, Store } from '../model/state';
import type { Actions } from './actions';

const kPause = 500;
const kOfThisTab = 'spoils.draft';

export class Keeper {
  #store: Store;
  #actions: Actions;
  #id = '';
  /** All drafts that this tab has locked: a lock ends with the page. */
  readonly #held = new Set<string>();
  #source: State['source'] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isFullReported = false;

  constructor(store: Store, actions: Actions) {
    this.#store = store;
    this.#actions = actions;
  }

  /** Takes this tab's draft if it fits, else the newest one that fits and no tab has open, else begins another. */
  async begin(fits: (draft: Draft) => boolean): Promise<Draft | null> {
    try {
      const mine = sessionStorage.getItem(kOfThisTab);
      const ids = [...(mine === null ? [] : [mine]), ...draftIds(localStorage).filter((id) => id !== mine)];
      for (const id of ids) {
        const draft = readDraft(localStorage, id);
        if (draft !== null && fits(draft) && await lockDraft(id)) {
          this.#own(id);
          return draft;
        }
      }
      const fresh = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
      await lockDraft(fresh);
      this.#own(fresh);
    } catch {
      this.#reportFull(); // a browser without storage
    }
    return null;
  }

  #own(id: string): void {
    this.#id = id;
    this.#held.add(id);
    sessionStorage.setItem(kOfThisTab, id);
  }

  /** The drafts that no tab has open; those of files on disk belong to the program that keeps the files. */
  async free(): Promise<State['drafts']> {
    const locked = await lockedDrafts().catch(() => new Set<string>());
    return draftIds(localStorage).filter((id) => id !== this.#id && (this.#held.has(id) || !locked.has(id))).flatMap((id) => {
      const draft = readDraft(localStorage, id);
      return draft === null || draft.disk !== undefined ? [] : [{ id, title: `${titleOf(draft)}, ${new Date(draft.saved).toLocaleString()}`, saved: draft.saved }];
    });
  }

  /** Goes on with another draft; the one before is kept. */
  async open(id: string): Promise<Draft | null> {
    const draft = readDraft(localStorage, id);
    if (draft === null || !(this.#held.has(id) || await lockDraft(id))) { return null; }
    clearTimeout(this.#timer);
    this.#saveNow(new Set());
    this.#own(id);
    return draft;
  }

  /** Saves after a pause whenever the text is another one. */
  watch(): void {
    this.#source = this.#store.get().source;
    this.#store.observe(({ source }) => {
      if (source === this.#source) { return; }
      this.#source = source;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#save(), kPause);
    });
    addEventListener('pagehide', () => this.#saveNow(new Set()));
  }

  async #save(): Promise<void> {
    this.#saveNow(await lockedDrafts().catch(() => new Set<string>()));
  }

  #saveNow(locked: ReadonlySet<string>): void {
    const { origin, opened, source, disk, link } = this.#store.get();
    if (this.#id === '') { return; }
    // A draft of the example whose edits were taken back must not come back.
    if (source === opened && origin === 'example' && !this.#hasDraft()) { return; }
    const seen = disk !== null && this.#actions.disk?.isOpen() === true ? Object.entries(disk.seen) : null;
    const draft: Draft = {
      saved: Date.now(), origin, opened, shared: { ...this.#actions.shared(), source },
      ...(link === '' ? {} : { link }),
      ...(seen === null ? {} : { disk: { place: disk!.place, texts: Object.fromEntries(seen.map(([path, { text }]) => [path, text])) } }),
    };
    try {
      const isSaved = saveDraft(localStorage, this.#id, draft, (id) => locked.size > 0 && !locked.has(id));
      if (isSaved) { this.#isFullReported = false; } else { this.#reportFull(); }
    } catch {
      this.#reportFull();
    }
  }

  #hasDraft(): boolean {
    try {
      return readDraft(localStorage, this.#id) !== null;
    } catch {
      return false; // a browser without storage
    }
  }

  #reportFull(): void {
    if (this.#isFullReported) { return; }
    this.#isFullReported = true;
    this.#actions.say('The browser has no room for a draft of this text: save it as a file before you close the page.', true);
  }
}

function titleOf({ shared, origin }: Draft): string {
  const text = Object.values(shared.source?.files ?? {}).join('\n');
  return /^pack\s+\S+\s+"([^"\n]{1,60})/m.exec(text)?.[1] ?? origin;
}
