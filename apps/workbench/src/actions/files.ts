// Files of this computer: gives a person a file, as a download of the browser, and reads those that a person chose.
import type { Source } from '../engine/protocol';
import { fromBytes, type OnDisk } from '../model/disk';
import { isPath } from '../model/link';

/** The largest file: the engine reads no larger ones. */
export const kLargestFile = 16 << 20;

export function download(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Reads a file. Rejects with the reason if it cannot be one of a pack. */
async function readFile(file: File): Promise<OnDisk> {
  if (file.size > kLargestFile) { throw new Error(`${file.name} is larger than 16 MiB, the limit of the engine.`); }
  const read = fromBytes(await file.arrayBuffer(), '', true);
  if (read === null) { throw new Error(`${file.name} is not a text in UTF-8.`); }
  return read;
}

/** A file that a person chose, with its path within the chosen folder; empty: it was chosen by itself. */
export interface Picked { readonly file: File; readonly path: string }

/** The files of an input. */
export function ofInput(files: readonly File[]): readonly Picked[] {
  return files.map((file) => ({ file, path: file.webkitRelativePath ?? '' }));
}

// The path in the pack: that within the chosen folder, or below one that the page names.
function pathIn({ file, path }: Picked, isAlone: boolean): string {
  const parts = (path === '' ? file.name : path).split('/').map((part) => part.replace(/[^\w.-]/g, '_'));
  return isAlone || parts.length > 1 ? parts.join('/') : `mine/${parts[0]!}`;
}

export interface Chosen {
  /** What the page says that the text is from. */
  readonly origin: string;
  readonly source: Source;
  /** What was chosen for each path, and what it held. */
  readonly files: ReadonlyMap<string, { readonly picked: Picked; readonly seen: OnDisk }>;
}

/** Makes a pack of the files that a person chose: one, several that are a folder, or a folder. Rejects with the reason. */
export async function chosenSource(chosen: readonly Picked[]): Promise<Chosen> {
  const loot = chosen.filter(({ file }) => file.name.endsWith('.loot'));
  if (loot.length === 0) { throw new Error('A pack is one or more files whose names end in .loot.'); }
  const isAlone = loot.length === 1 && loot[0]!.path === '';
  const texts: Record<string, string> = {};
  const files = new Map<string, { picked: Picked; seen: OnDisk }>();
  for (const one of loot) {
    const path = pathIn(one, isAlone);
    if (!isPath(path) || files.has(path)) { throw new Error(`${one.file.name} is not a name of a file of a pack, or there are two of it.`); }
    const seen = await readFile(one.file);
    texts[path] = seen.text;
    files.set(path, { picked: one, seen });
  }
  const first = [...files.keys()][0]!;
  const folder = first.split('/')[0]!;
  const origin = isAlone ? loot[0]!.file.name : loot[0]!.path === '' ? `${loot.length} files` : `folder ${folder}`;
  return { origin, source: { name: isAlone ? first : folder, files: texts }, files };
}
