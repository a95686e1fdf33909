// Drafts in local storage, one for each open page: each tab locks the draft that it writes (Web Locks), so that two tabs never
// write the same. A new tab goes on with the newest draft that no tab has. A full storage drops the oldest drafts first, and
// is reported if there is still no room. test/unit/drafts.test.ts and test/page/hostile.test.ts.
import type { Shared } from './link';
import { isSameSource } from './source';
import { kNothingAsked } from './state';

export interface Draft {
  readonly saved: number;
  readonly origin: string;
  readonly opened: NonNullable<Shared['source']>;
  readonly shared: Shared;
  /** The fragment of the address that the text was opened by, or copied to: with its `#`. */
  readonly link?: string;
  /** The text is of files on disk: where, and what was there when the page last saw it. */
  readonly disk?: { readonly place: string; readonly texts: Readonly<Record<string, string>> };
}

/** Whether a draft has another text than the link that it began with: then it is the later one. */
export function isLater({ shared: { source }, opened }: Draft, link: Shared): boolean {
  // A link without a text is of a shipped pack, which is what was opened.
  return source !== null && !isSameSource(source, link.source ?? opened);
}

const kPrefix = 'spoils.draft.';
const kMostDrafts = 8;

/** The part of Storage that drafts use. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export function draftIds(storage: Shelf): readonly string[] {
  const out: { id: string; saved: number }[] = [];
  for (let i = 0; i < storage.length; ++i) {
    const key = storage.key(i);
    if (key?.startsWith(kPrefix) !== true) { continue; }
    const id = key.slice(kPrefix.length);
    out.push({ id, saved: readDraft(storage, id)?.saved ?? 0 });
  }
  return out.sort((a, b) => b.saved - a.saved).map(({ id }) => id);
}

export function readDraft(storage: Shelf, id: string): Draft | null {
  try {
    const draft = JSON.parse(storage.getItem(kPrefix + id) ?? 'null') as Draft | null;
    const isDraft = typeof draft?.saved === 'number' && typeof draft.shared?.source?.name === 'string' &&
      typeof draft.opened?.name === 'string';
    // Drafts of older pages lack the parts of a question that came later.
    return isDraft ? { ...draft, shared: { ...draft.shared, asked: { ...kNothingAsked, ...draft.shared.asked } } } : null;
  } catch {
    return null;
  }
}

/** Saves a draft. Returns false if there is no room, also without all drafts that no tab has open. */
export function saveDraft(storage: Shelf, id: string, draft: Draft, isFree: (id: string) => boolean): boolean {
  const others = draftIds(storage).filter((other) => other !== id && isFree(other));
  const text = JSON.stringify(draft);
  while (others.length >= kMostDrafts) { storage.removeItem(kPrefix + others.pop()!); }
  for (;;) {
    try {
      storage.setItem(kPrefix + id, text);
      return true;
    } catch {
      const oldest = others.pop();
      if (oldest === undefined) { return false; }
      storage.removeItem(kPrefix + oldest);
    }
  }
}

/** Takes the lock of a draft for as long as the page lives. Returns false if another tab has it. */
export function lockDraft(id: string): Promise<boolean> {
  const { locks } = navigator;
  if (locks === undefined) { return Promise.resolve(false); } // no secure context: each tab begins a draft of its own
  return new Promise((resolve) => {
    void locks.request(kPrefix + id, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<void>(() => undefined);
    });
  });
}

/** The drafts that tabs have open now. */
export async function lockedDrafts(): Promise<ReadonlySet<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(kPrefix) === true ? [name.slice(kPrefix.length)] : [])));
}
