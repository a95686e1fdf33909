// The Language Server Protocol as the page needs it: addresses as paths, places as offsets of a text (lines and UTF-16
// units from 0) and as places of the engine (from 1, in code points). test/unit/language.test.ts.
export interface Position { readonly line: number; readonly character: number }
export interface Range { readonly start: Position; readonly end: Position }
export interface TextEdit { readonly range: Range; readonly newText: string }
export interface Location { readonly uri: string; readonly range: Range }
export interface WorkspaceEdit { readonly changes: Readonly<Record<string, readonly TextEdit[]>> }
export interface CompletionItem {
  readonly label: string;
  readonly detail?: string;
  readonly documentation?: string;
  readonly textEdit: TextEdit;
}
export interface Hint { readonly position: Position; readonly label: string; readonly tooltip: string }
export interface Fold { readonly startLine: number; readonly endLine: number }

/** The requests of the page: what the service answers to each (docs/editors.md). */
export interface Methods {
  'textDocument/completion': { readonly isIncomplete: boolean; readonly items: readonly CompletionItem[] };
  'textDocument/hover': { readonly contents: { readonly value: string }; readonly range: Range } | null;
  'textDocument/definition': readonly Location[];
  'textDocument/references': readonly Location[];
  'textDocument/prepareRename': { readonly range: Range; readonly placeholder: string } | null;
  'textDocument/rename': WorkspaceEdit;
}
export type Method = keyof Methods;

/** Names of token types, by the numbers of tokens. */
export const kTokenTypes = ['keyword', 'comment', 'number', 'string', 'variable', 'property', 'function', 'class', 'enum', 'enumMember',
  'parameter', 'type', 'struct', 'namespace'] as const;

const kFile = 'file:///';

export function uriOf(path: string): string {
  return kFile + path.split('/').map(encodeURIComponent).join('/');
}

/** The path of an address that uriOf() or the service made. */
export function pathOf(uri: string): string {
  return uri.startsWith(kFile) ? decodeURIComponent(uri.slice(kFile.length)) : uri;
}

/** The beginnings of the lines of a text. */
function startsOf(text: string): readonly number[] {
  const out = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) { out.push(at + 1); }
  return out;
}

/** Turns positions into offsets of a text; those beyond it are its nearest offset. */
export function offsetsOf(text: string): (position: Position) => number {
  const starts = startsOf(text);
  return ({ line, character }) => {
    if (line >= starts.length) { return text.length; }
    const end = line + 1 < starts.length ? starts[line + 1]! - 1 : text.length;
    return Math.min(starts[line]! + character, end);
  };
}

/** The text after edits, which do not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const offset = offsetsOf(text);
  const sorted = edits.map(({ range, newText }) => ({ from: offset(range.start), to: offset(range.end), newText }));
  sorted.sort((a, b) => b.from - a.from);
  return sorted.reduce((out, { from, to, newText }) => out.slice(0, from) + newText + out.slice(to), text);
}

/** A place of the engine: from 1, in code points. */
export function placeOf(text: string, { line, character }: Position): { readonly line: number; readonly column: number } {
  const start = offsetsOf(text)({ line, character: 0 });
  return { line: line + 1, column: [...text.slice(start, start + character)].length + 1 };
}
