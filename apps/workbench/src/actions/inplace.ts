// Files that open and save in place, where the browser has pickers (the File System Access API: Chromium); else the page
// uses file inputs and downloads. A file that another program changed since is not overwritten before a person asks twice.
// test/page/inplace.test.ts, with the browser's own files in the place of the picker.
import { fromBytes, toFile, type OnDisk } from '../model/disk';
import type { Store } from '../model/state';
import type { Actions } from './actions';
import { chosenSource, type Picked } from './files';

/** What the page needs of the pickers; TypeScript does not know them. */
interface Pickers {
  showOpenFilePicker?: (options: object) => Promise<readonly FileSystemFileHandle[]>;
  showDirectoryPicker?: (options: object) => Promise<FileSystemDirectoryHandle>;
}

type Folder = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemFileHandle | FileSystemDirectoryHandle> };

interface Kept {
  readonly handle: FileSystemFileHandle;
  /** As it was last read or written. */
  readonly seen: OnDisk;
  /** The text of another program that a person was warned of: the next save replaces it. */
  readonly warnedOf: string | null;
}

const kMostFiles = 1000;
const pickers = globalThis as unknown as Pickers;

export class InPlace {
  #store: Store;
  #actions: Actions;
  #kept = new Map<string, Kept>();
  #isSaving = false;

  constructor(store: Store, actions: Actions) {
    this.#store = store;
    this.#actions = actions;
    document.addEventListener('keydown', (event) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !this.isOpen()) { return; }
      event.preventDefault();
      void this.save();
    });
  }

  /** Whether the open text is that of files that can be saved in place. */
  isOpen(): boolean {
    return this.#kept.size > 0;
  }

  /** Another pack is opened. */
  forget(): void {
    this.#kept.clear();
  }

  /** Lets a person pick files or a folder; false: the browser has no picker. */
  async pick(what: 'files' | 'folder'): Promise<boolean> {
    const { showOpenFilePicker, showDirectoryPicker } = pickers;
    if (what === 'files' ? showOpenFilePicker === undefined : showDirectoryPicker === undefined) { return false; }
    try {
      const handles = what === 'files'
        ? (await showOpenFilePicker!({ multiple: true, types: [{ description: 'Packs', accept: { 'text/plain': ['.loot'] } }] })).map((handle) => ({ handle, path: '' }))
        : await filesOf(await showDirectoryPicker!({ mode: 'read' }) as Folder);
      await this.#open(handles);
    } catch (error) {
      // A person may close the picker.
      if ((error as Error).name !== 'AbortError') { this.#actions.say((error as Error).message, true); }
    }
    return true;
  }

  async #open(handles: readonly { handle: FileSystemFileHandle; path: string }[]): Promise<void> {
    const picked = new Map<Picked, FileSystemFileHandle>();
    for (const { handle, path } of handles) { picked.set({ file: await handle.getFile(), path }, handle); }
    const { origin, source, files } = await chosenSource([...picked.keys()]);
    this.#actions.open(origin, source); // forgets the files before
    for (const [path, one] of files) { this.#kept.set(path, { handle: picked.get(one.picked)!, seen: one.seen, warnedOf: null }); }
  }

  /** Writes all files that changed. */
  async save(): Promise<void> {
    if (this.#isSaving) { return; }
    this.#isSaving = true;
    try {
      const { files } = this.#store.get().source;
      const saved: string[] = [];
      for (const [path, kept] of this.#kept) {
        const text = files[path];
        if (text === undefined || text === kept.seen.text) { continue; }
        // No text: another program wrote something else, which is lost as well.
        const now = fromBytes(await (await kept.handle.getFile()).arrayBuffer(), '', true)?.text ?? '\0';
        if (now !== kept.seen.text && now !== kept.warnedOf) {
          this.#kept.set(path, { ...kept, warnedOf: now });
          return this.#actions.say(`${path} was changed by another program since it was opened. Save again to replace that text, or open the file again to take it.`, true);
        }
        const writable = await kept.handle.createWritable();
        await writable.write(toFile(text, kept.seen));
        await writable.close(); // the browser replaces the file as a whole
        this.#kept.set(path, { ...kept, seen: { ...kept.seen, text }, warnedOf: null });
        saved.push(path);
      }
      this.#actions.say(saved.length === 0 ? 'All is saved.' : `Saved: ${saved.join(', ')}.`);
    } catch (error) {
      this.#actions.say(`The file is not saved: ${(error as Error).message} The text is kept here.`, true);
    } finally {
      this.#isSaving = false;
    }
  }
}

/** The files of packs in a folder and its folders, with their paths, which begin with its name. */
async function filesOf(folder: Folder): Promise<readonly { handle: FileSystemFileHandle; path: string }[]> {
  const out: { handle: FileSystemFileHandle; path: string }[] = [];
  const open: { folder: Folder; path: string }[] = [{ folder, path: folder.name }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for await (const entry of one.folder.values()) {
      const path = `${one.path}/${entry.name}`;
      if (entry.kind === 'directory') {
        if (!entry.name.startsWith('.')) { open.push({ folder: entry as Folder, path }); }
      } else if (entry.name.endsWith('.loot')) {
        out.push({ handle: entry as FileSystemFileHandle, path });
      }
      if (out.length > kMostFiles) { throw new Error(`The folder ${folder.name} has more than ${kMostFiles} files of packs.`); }
    }
  }
  return out.sort((a, b) => a.path < b.path ? -1 : 1);
}
