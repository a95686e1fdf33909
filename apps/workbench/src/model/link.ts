// Links: pack, question, inputs and seed as JSON, deflated, in base64 for addresses, after the `#`. Strangers send links, so
// everything is bounded and checked before it is used, and one message refuses the rest. test/unit/link.test.ts.
import type { Settings, Source } from '../engine/protocol';
import { kMostRolls } from './curves';
import { kTabs, type Asked, type Tab } from './state';

/** All that a link holds. */
export interface Shared {
  readonly shipped: string | null;
  /** `null`: the text of the shipped pack. */
  readonly source: Source | null;
  readonly tab: Tab;
  readonly rule: string;
  readonly inputs: Settings;
  readonly seed: string;
  readonly index: number;
  readonly asked: Asked;
  /** Of the tweaked roll; links of older pages have none. */
  readonly edits: readonly string[];
}

/** The longest fragment; chat programs and mail cut longer addresses. */
export const kLongestLink = 16384;
// What a fragment of that length may unpack to: deflate reaches a factor of 1000 for hostile ones.
const kLongestText = 1 << 20;
const kMostFiles = 64;
const kMostEdits = 1000;
const kMark = 'w1.';

export const kBadLink = 'This link is broken, or not a link of the workbench. Nothing of it was opened.';

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) { text += String.fromCharCode(byte); }
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (mark) => mark.charCodeAt(0));
}

async function piped(bytes: Uint8Array, through: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(through as TransformStream<Uint8Array, Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) { break; }
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error('too long');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** The fragment of a link without its `#`; `null`: it would be too long. */
export async function toFragment(shared: Shared): Promise<string | null> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (bytes.length > kLongestText) { return null; }
  const fragment = kMark + toBase64(await piped(bytes, new CompressionStream('deflate-raw'), kLongestText));
  return fragment.length > kLongestLink ? null : fragment;
}

/** Whether an address is meant to be a link of the workbench. */
export function isLink(fragment: string): boolean {
  return fragment.replace(/^#/, '') !== '';
}

/** Reads a fragment; throws an Error with kBadLink. */
export async function fromFragment(fragment: string): Promise<Shared> {
  try {
    const text = fragment.replace(/^#/, '');
    if (!text.startsWith(kMark) || text.length > kLongestLink) { throw new Error('no link'); }
    const bytes = await piped(fromBase64(text.slice(kMark.length)), new DecompressionStream('deflate-raw'), kLongestText);
    return checked(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    throw new Error(kBadLink);
  }
}

type Json = Readonly<Record<string, unknown>>;

function objectOf(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) { throw new Error('no object'); }
  return value as Json;
}

function textOf(value: unknown, most = 4096): string {
  if (typeof value !== 'string' || value.length > most) { throw new Error('no text'); }
  return value;
}

function textsOf(value: unknown, mostMembers: number, mostLetters: number): Record<string, string> {
  const entries = Object.entries(objectOf(value));
  if (entries.length > mostMembers) { throw new Error('too many'); }
  return Object.fromEntries(entries.map(([name, text]) => [textOf(name, 256), textOf(text, mostLetters)]));
}

/** A path within a pack: no parent folders, nothing absolute. */
export function isPath(path: string): boolean {
  return /^[\w.-]+(\/[\w.-]+)*$/.test(path) && !path.split('/').some((part) => part === '.' || part === '..' || part === '__proto__');
}

function sourceOf(value: unknown): Source {
  const { name, files } = objectOf(value);
  const texts = textsOf(files, kMostFiles, kLongestText);
  const paths = Object.keys(texts);
  const main = textOf(name, 256);
  if (paths.length === 0 || !paths.every(isPath) || !isPath(main)) { throw new Error('no pack'); }
  if (!paths.some((path) => path === main || path.startsWith(`${main}/`))) { throw new Error('no pack of this name'); }
  return { name: main, files: texts };
}

function checked(value: unknown): Shared {
  const { shipped, source, tab, rule, inputs, seed, index, asked, edits = [] } = objectOf(value);
  const { by, where, count, sweep, fractions, logarithmic, rolls = 1 } = objectOf(asked);
  if (!kTabs.includes(tab as Tab)) { throw new Error('no tab'); }
  if (!Number.isSafeInteger(index) || (index as number) < 0) { throw new Error('no index'); }
  if (!Number.isSafeInteger(rolls) || (rolls as number) < 1 || (rolls as number) > kMostRolls) { throw new Error('no number of rolls'); }
  const pack = shipped === null ? null : textOf(shipped, 256);
  const own = source === null ? null : sourceOf(source);
  if (pack === null && own === null) { throw new Error('no pack'); }
  if (!Array.isArray(edits) || edits.length > kMostEdits) { throw new Error('no edits'); }
  return {
    shipped: pack, source: own, tab: tab as Tab, rule: textOf(rule, 256), inputs: textsOf(inputs, 64, 4096),
    seed: textOf(seed, 1024), index: index as number,
    edits: edits.map((edit) => textOf(edit)),
    asked: {
      by: textOf(by), where: textOf(where), count: textOf(count), sweep: textOf(sweep, 256),
      fractions: fractions === true, logarithmic: logarithmic === true, rolls: rolls as number,
    },
  };
}
