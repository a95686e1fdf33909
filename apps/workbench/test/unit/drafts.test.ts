// Drafts in a storage with little room.
import { expect, test } from 'vitest';
import type { Shared } from '../../src/model/link';
import { isSameSource } from '../../src/model/source';
import { draftIds, isLater, readDraft, saveDraft, type Draft, type Shelf } from '../../src/model/drafts';

class Small implements Shelf {
  map = new Map<string, string>();
  constructor(readonly room: number) {}
  get length(): number { return this.map.size; }
  key(i: number): string | null { return [...this.map.keys()][i] ?? null; }
  getItem(key: string): string | null { return this.map.get(key) ?? null; }
  removeItem(key: string): void { this.map.delete(key); }
  setItem(key: string, value: string): void {
    const others = [...this.map].filter(([name]) => name !== key).reduce((sum, [, text]) => sum + text.length, 0);
    if (others + value.length > this.room) { throw new Error('full'); }
    this.map.set(key, value);
  }
}

const draft = (saved: number, text: string) =>
  ({ saved, origin: 'x', opened: { name: 'a', files: {} }, shared: { source: { name: 'a', files: { a: text } } } }) as unknown as Draft;

test('the newest first; broken ones are none', () => {
  const shelf = new Small(10_000);
  expect(saveDraft(shelf, 'one', draft(1, ''), () => true)).toBe(true);
  expect(saveDraft(shelf, 'two', draft(2, ''), () => true)).toBe(true);
  shelf.setItem('spoils.draft.bad', '{');
  shelf.setItem('other', 'x');
  expect(draftIds(shelf)).toEqual(['two', 'one', 'bad']);
  expect(readDraft(shelf, 'bad')).toBeNull();
});

test('a full storage drops the oldest drafts that no tab has open, then says so', () => {
  const shelf = new Small(900);
  saveDraft(shelf, 'old', draft(1, 'x'.repeat(200)), () => true);
  saveDraft(shelf, 'open', draft(2, 'x'.repeat(200)), () => true);
  expect(saveDraft(shelf, 'new', draft(3, 'x'.repeat(300)), (id) => id !== 'open')).toBe(true);
  expect(draftIds(shelf)).toEqual(['new', 'open']);
  expect(saveDraft(shelf, 'new', draft(4, 'x'.repeat(2000)), (id) => id !== 'open')).toBe(false);
  expect(readDraft(shelf, 'new')?.saved).toBe(3);
  expect(readDraft(shelf, 'open')?.saved).toBe(2);
});

test('at most eight drafts', () => {
  const shelf = new Small(100_000);
  for (let i = 0; i < 20; ++i) { saveDraft(shelf, `d${i}`, draft(i, ''), () => true); }
  expect(draftIds(shelf).length).toBe(8);
});

test('a draft is later than its link if its text is another one', () => {
  const of = (text: string) => ({ name: 'a', files: { a: text } });
  const began = (opened: string, now: string) => ({ ...draft(1, now), opened: of(opened) }) as Draft;
  const link = (text: string | null) => ({ source: text === null ? null : of(text) }) as Shared;
  expect(isLater(began('x', 'x'), link('x'))).toBe(false);
  expect(isLater(began('x', 'y'), link('x'))).toBe(true);
  expect(isLater(began('x', 'y'), link('y'))).toBe(false); // copied after the edit
  expect(isLater(began('shipped', 'shipped'), link(null))).toBe(false);
  expect(isLater(began('shipped', 'y'), link(null))).toBe(true);
});

test('packs are the same if their files are', () => {
  const one = { name: 'a', files: { a: 'x', b: 'y' } };
  expect(isSameSource(one, { name: 'a', files: { b: 'y', a: 'x' } })).toBe(true);
  for (const other of [{ ...one, name: 'b' }, { name: 'a', files: { a: 'x' } }, { name: 'a', files: { a: 'x', b: 'z' } }]) {
    expect(isSameSource(one, other)).toBe(false);
  }
});
