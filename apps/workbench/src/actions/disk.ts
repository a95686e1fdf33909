// The client of `spoils workbench`: opens the files of the pack on disk, saves them, and asks every second whether they have
// changed there. The address has a token, which goes into the session of the tab, so that neither a bookmark nor a link has
// it. When the server is away, the text stays, and the page says so. test/page/disk.test.ts.
import type { Source } from '../engine/protocol';
import { decide, fileOf, fromBytes, pathOf, takeUp, toFile, unsaved, type DiskState, type OnDisk } from '../model/disk';
import type { Draft } from '../model/drafts';
import type { Store } from '../model/state';
import type { Actions } from './actions';

const kToken = 'spoils.disk.token';
const kPause = 1000;
const kPatience = 10_000;

interface Listing {
  readonly pack: string | null;
  readonly place: string;
  readonly folder: boolean;
  readonly read_only: boolean;
  readonly files: readonly { readonly name: string; readonly version: string; readonly writable: boolean }[];
  readonly left_out: DiskState['leftOut'];
}

class Refused extends Error {}

/** The token of the address, which is removed from it, else that of this tab; `null`: another server has the page. */
function tokenOfTab(): string | null {
  const address = new URL(location.href);
  const given = address.searchParams.get('disk');
  try {
    if (given !== null) { sessionStorage.setItem(kToken, given); }
    if (given === null) { return sessionStorage.getItem(kToken); }
  } catch {
    return given; // a browser without storage: the address keeps it
  }
  address.searchParams.delete('disk');
  history.replaceState(null, '', address.href);
  return given;
}

export class Disk {
  #store: Store;
  #actions: Actions;
  #token: string;
  #round = 0; // a save makes answers of the time before it worthless

  static ofThisTab(store: Store, actions: Actions): Disk | null {
    const token = tokenOfTab();
    return token === null ? null : new Disk(store, actions, token);
  }

  constructor(store: Store, actions: Actions, token: string) {
    this.#store = store;
    this.#actions = actions;
    this.#token = token;
    actions.disk = this;
    document.addEventListener('keydown', (event) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !this.isOpen()) { return; }
      event.preventDefault();
      void this.save();
    });
  }

  async #ask(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`api/files${path}`, {
      ...init, cache: 'no-store', signal: AbortSignal.timeout(kPatience),
      headers: { ...init.headers, Authorization: `Bearer ${this.#token}` },
    });
    if (response.status === 401) { throw new Refused(); }
    return response;
  }

  async #list(): Promise<Listing> {
    const response = await this.#ask('');
    if (!response.ok) { throw new Error(`${response.status}`); }
    return await response.json() as Listing;
  }

  /** Reads the files that differ from what the page knows. */
  async #read(listing: Listing, disk: DiskState): Promise<{ now: Record<string, OnDisk>; leftOut: DiskState['leftOut'] }> {
    const now: Record<string, OnDisk> = {};
    const leftOut = [...listing.left_out];
    for (const { name, version, writable } of listing.files) {
      const path = pathOf(disk, name);
      const known = [disk.seen[path], disk.conflicts[path]].find((one) => one?.version === version);
      if (known !== undefined && known !== null) {
        now[path] = { ...known, writable };
        continue;
      }
      const response = await this.#ask(`/${encodeURIComponent(name)}`);
      if (response.status === 404) { continue; } // deleted since it was listed
      if (!response.ok) { throw new Error(`${response.status}`); }
      const read = fromBytes(await response.arrayBuffer(), (response.headers.get('ETag') ?? '').replaceAll('"', ''), writable);
      if (read !== null) { now[path] = read; } else { leftOut.push({ name, why: 'it is not a text in UTF-8' }); }
    }
    return { now, leftOut };
  }

  /** Requests the list of files. `null`: there is none, or the server does not answer, which the state says. */
  async connect(): Promise<string | null> {
    try {
      const listing = await this.#list();
      if (listing.pack === null) { return null; }
      this.#store.set({
        disk: {
          place: listing.place, name: listing.pack, isFolder: listing.folder, isReadOnly: listing.read_only, seen: {}, conflicts: {},
          leftOut: [], server: 'there', isSaving: false,
        },
      });
      return listing.place;
    } catch (error) {
      this.#sayAway(error);
      return null;
    }
  }

  /** The pack on disk takes the place of the open one; a draft of it has its own changes. */
  async open(draft: Draft | null = null): Promise<void> {
    const before = this.#store.get().disk;
    if (before === null) { return; }
    try {
      const empty: DiskState = { ...before, seen: {}, conflicts: {} };
      const { now, leftOut } = await this.#read(await this.#list(), empty);
      const found: Source = { name: before.name, files: Object.fromEntries(Object.entries(now).map(([path, { text }]) => [path, text])) };
      if (Object.keys(now).length === 0) { return this.#actions.say(`${before.place} has no files that the page can open.`, true); }
      const old = draft?.disk?.texts ?? {};
      const seen = Object.fromEntries(Object.entries(old).map(([path, text]): [string, OnDisk] =>
        [path, { text, version: '', writable: true, mark: false, returns: false }]));
      const taken = draft === null
        ? { disk: { ...empty, seen: now }, source: found }
        : takeUp({ ...empty, seen }, draft.shared.source ?? found, now);
      this.#store.set({ disk: { ...taken.disk, leftOut } });
      this.#actions.open(originOf(before), taken.source, draft === null ? {} : {
        rule: draft.shared.rule, inputs: draft.shared.inputs, seed: draft.shared.seed, index: draft.shared.index,
        asked: draft.shared.asked, edits: draft.shared.edits ?? [], tab: draft.shared.tab, opened: found,
      });
    } catch (error) {
      this.#sayAway(error);
    }
  }

  /** Begins to ask whether files have changed on disk. */
  watch(): void {
    setTimeout(() => void this.#poll().finally(() => this.watch()), kPause);
  }

  /** Whether the open text is that of the disk. */
  isOpen(): boolean {
    const { disk, origin } = this.#store.get();
    return disk !== null && origin === originOf(disk);
  }

  async #poll(): Promise<void> {
    const { disk } = this.#store.get();
    if (disk === null || disk.isSaving || !this.isOpen()) { return; }
    const round = this.#round;
    try {
      const { now, leftOut } = await this.#read(await this.#list(), disk);
      if (round !== this.#round || !this.isOpen()) { return; }
      const state = this.#store.get();
      if (disk.server !== 'there') { this.#actions.say('The server answers again.'); }
      this.#take(takeUp({ ...state.disk!, server: 'there', leftOut }, state.source, now), state.source);
    } catch (error) {
      if (round === this.#round) { this.#sayAway(error); }
    }
  }

  #take({ disk, source, changed, gone }: ReturnType<typeof takeUp>, before: Source): void {
    const { file, disk: old } = this.#store.get();
    if (JSON.stringify(disk) !== JSON.stringify(old)) { this.#store.set({ disk }); }
    if (source === before) { return; }
    this.#actions.replace(source, source.files[file] === undefined ? Object.keys(source.files)[0]! : file);
    if (changed.length > 0) { this.#actions.say(`Changed on disk, and here: ${changed.join(', ')}.`); }
    if (gone.length > 0) { this.#actions.say(`Deleted on disk, and here: ${gone.join(', ')}.`); }
  }

  #sayAway(error: unknown): void {
    const { disk } = this.#store.get();
    const server = error instanceof Refused ? 'refused' : 'away';
    if (disk !== null && disk.server === server) { return; }
    if (disk !== null) { this.#store.set({ disk: { ...disk, server } }); }
    this.#actions.say(server === 'refused'
      ? '`spoils workbench` was started again: open the address that it printed. The text is kept here.'
      : 'The server does not answer: `spoils workbench` has ended, perhaps. The text is kept here.', true);
  }

  /** Writes all changed files to the disk. */
  async save(): Promise<void> {
    const { disk, source } = this.#store.get();
    if (disk === null || disk.isSaving) { return; }
    if (Object.keys(disk.conflicts).length > 0) { return this.#actions.say('A file has changed on disk, too: decide first which text to keep.', true); }
    const paths = unsaved(disk, source);
    if (paths.length === 0) { return this.#actions.say('All is saved.'); }
    this.#round += 1;
    this.#store.set({ disk: { ...disk, isSaving: true } });
    let trouble = '';
    try {
      for (const path of paths) {
        const before = disk.seen[path];
        const response = await this.#ask(`/${encodeURIComponent(fileOf(disk, path))}`, {
          method: 'PUT', body: toFile(source.files[path]!, before),
          headers: before === undefined ? { 'If-None-Match': '*' } : { 'If-Match': `"${before.version}"` },
        });
        const version = (response.headers.get('ETag') ?? '').replaceAll('"', '');
        if (!response.ok) {
          // 412: the next look at the disk shows the conflict.
          trouble = response.status === 412 ? `${path} has changed on disk.` : `${path} is not saved: ${await reasonOf(response)}.`;
          break;
        }
        const now = this.#store.get().disk!;
        const kept: OnDisk = { mark: false, returns: false, writable: true, ...before, text: source.files[path]!, version };
        this.#store.set({ disk: { ...now, server: 'there', seen: { ...now.seen, [path]: kept } } });
      }
      this.#actions.say(trouble === '' ? `Saved: ${paths.join(', ')}.` : trouble, trouble !== '');
    } catch (error) {
      this.#sayAway(error);
    } finally {
      this.#round += 1;
      this.#store.set({ disk: { ...this.#store.get().disk!, isSaving: false } });
    }
    if (trouble !== '') { await this.#poll(); }
  }

  decide(path: string, keep: 'mine' | 'disk'): void {
    const state = this.#store.get();
    if (state.disk === null) { return; }
    if (keep === 'disk' && state.disk.conflicts[path] === null && Object.keys(state.source.files).length === 1) {
      return this.#actions.say('It is the only file of the pack: its text stays here.', true);
    }
    this.#round += 1;
    this.#take({ ...decide(state.disk, state.source, path, keep), changed: [], gone: [] }, state.source);
  }
}

function originOf({ place }: DiskState): string {
  return `on disk: ${place}`;
}

async function reasonOf(response: Response): Promise<string> {
  try {
    const { error } = await response.json() as { error: unknown };
    return typeof error === 'string' ? error : `${response.status}`;
  } catch {
    return `${response.status}`;
  }
}
