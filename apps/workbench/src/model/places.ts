// Places of the engine (lines and columns from 1, columns in code points) as offsets of a text (in UTF-16), and back.
// Places beyond the text are its nearest offset: findings may be of an older text. test/unit/model.test.ts.

/** The offset of a place. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let i = 1; i < line; ++i) {
    const end = text.indexOf('\n', start);
    if (end < 0) { return text.length; }
    start = end + 1;
  }
  let at = start;
  for (let i = 1; i < column && at < text.length && text[at] !== '\n'; ++i) { at += text.codePointAt(at)! > 0xffff ? 2 : 1; }
  return at;
}

export interface Edit {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly replacement: string;
}

/** The text after a quick fix. */
export function withEdit(text: string, { line, column, endLine, endColumn, replacement }: Edit): string {
  const from = offsetOf(text, line, column);
  const to = Math.max(from, offsetOf(text, endLine, endColumn));
  return text.slice(0, from) + replacement + text.slice(to);
}

/** The smallest single change from one text to another: what an editor needs to keep its cursor. */
export function changeOf(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) { ++from; }
  let end = 0;
  while (end < most - from && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) { ++end; }
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
