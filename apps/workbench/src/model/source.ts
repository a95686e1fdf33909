// Whether two packs have the same text. test/unit/drafts.test.ts.
import type { Source } from '../engine/protocol';

export function isSameSource(a: Source, b: Source): boolean {
  const names = Object.keys(a.files);
  return a === b || a.name === b.name && names.length === Object.keys(b.files).length &&
    names.every((name) => a.files[name] === b.files[name]);
}
