// Files on disk, of which the program `spoils workbench` is the keeper: what the page has, what it last saw on disk, and how
// the two are brought together when the disk changes. Nothing is overwritten unasked on either side: a file that changed in
// both places is a conflict, which a person decides. test/unit/disk.test.ts and test/page/disk.test.ts.
import type { Source } from '../engine/protocol';

/** A file as it is on disk. The text has neither a byte order mark nor carriage returns; a save puts them back. */
export interface OnDisk {
  readonly text: string;
  /** What the server calls this state of the file; empty: not known yet. */
  readonly version: string;
  readonly writable: boolean;
  readonly mark: boolean;
  readonly returns: boolean;
}

export interface DiskState {
  /** The absolute path of the pack, and its name as that of a source. */
  readonly place: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly isReadOnly: boolean;
  /** What the page last saw and took up, by the paths of the source. */
  readonly seen: Readonly<Record<string, OnDisk>>;
  /** Files that changed on disk and here: what is on disk, `null` if the file was deleted. */
  readonly conflicts: Readonly<Record<string, OnDisk | null>>;
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
  /** `refused`: another run of the program has another token. */
  readonly server: 'there' | 'away' | 'refused';
  readonly isSaving: boolean;
}

const kMark = '\uFEFF';

/** Reads bytes; `null`: they are no text in UTF-8. */
export function fromBytes(bytes: ArrayBuffer, version: string, writable: boolean): OnDisk | null {
  try {
    const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const mark = whole.startsWith(kMark);
    const text = whole.slice(mark ? 1 : 0).replace(/\r\n?/g, '\n');
    const lines = text.split('\n').length - 1;
    // A file with both kinds of line ends gets the plain kind when it is saved.
    return { text, version, writable, mark, returns: lines > 0 && whole.split('\r\n').length - 1 === lines };
  } catch {
    return null;
  }
}

/** The text as a file has it. */
export function toFile(text: string, before: OnDisk | undefined): string {
  return (before?.mark === true ? kMark : '') + (before?.returns === true ? text.replaceAll('\n', '\r\n') : text);
}

/** The path of a file in the source of the pack. */
export function pathOf(disk: Pick<DiskState, 'name' | 'isFolder'>, file: string): string {
  return disk.isFolder ? `${disk.name}/${file}` : file;
}

export function fileOf(disk: Pick<DiskState, 'name' | 'isFolder'>, path: string): string {
  return disk.isFolder ? path.slice(disk.name.length + 1) : path;
}

/** The files whose text is not on disk. */
export function unsaved({ seen }: DiskState, { files }: Source): readonly string[] {
  return Object.keys(files).filter((path) => files[path] !== seen[path]?.text);
}

export interface Taken {
  readonly disk: DiskState;
  readonly source: Source;
  /** Files whose text is now that of the disk, and files that are gone. */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
}

/** Takes up what is on disk now. Files that only the disk changed follow it; files that both changed become conflicts. */
export function takeUp(disk: DiskState, source: Source, now: Readonly<Record<string, OnDisk>>): Taken {
  const seen = { ...disk.seen };
  const files = { ...source.files };
  const conflicts: Record<string, OnDisk | null> = {};
  const changed: string[] = [];
  const gone: string[] = [];
  for (const path of new Set([...Object.keys(seen), ...Object.keys(now), ...Object.keys(files)])) {
    const mine = files[path];
    const before = seen[path];
    const theirs = now[path];
    if (theirs === undefined && before === undefined) { continue; } // new here, not saved yet
    if (theirs !== undefined && (theirs.text === before?.text || theirs.text === mine)) {
      seen[path] = theirs;
      if (mine === undefined) { files[path] = theirs.text; }
    } else if (mine !== undefined && mine !== before?.text) {
      conflicts[path] = theirs ?? null;
    } else if (theirs !== undefined) {
      seen[path] = theirs;
      files[path] = theirs.text;
      changed.push(path);
    } else if (mine === undefined || Object.keys(files).length > 1) {
      delete seen[path];
      delete files[path];
      gone.push(path);
    } else {
      conflicts[path] = null; // a pack without any text is none
    }
  }
  const isSame = changed.length === 0 && gone.length === 0 && Object.keys(files).length === Object.keys(source.files).length;
  return { disk: { ...disk, seen, conflicts }, source: isSame ? source : { ...source, files }, changed, gone };
}

/** Decides a conflict: the page follows the disk, or the next save replaces what is on disk now. */
export function decide(disk: DiskState, source: Source, path: string, keep: 'mine' | 'disk'): Pick<Taken, 'disk' | 'source'> {
  const theirs = disk.conflicts[path];
  if (theirs === undefined) { return { disk, source }; }
  const { [path]: _, ...conflicts } = disk.conflicts;
  const { [path]: __, ...others } = disk.seen;
  const seen = theirs === null ? others : { ...others, [path]: theirs };
  if (keep === 'mine') { return { disk: { ...disk, seen, conflicts }, source }; }
  const { [path]: ___, ...files } = source.files;
  return { disk: { ...disk, seen, conflicts }, source: { ...source, files: theirs === null ? files : { ...source.files, [path]: theirs.text } } };
}
