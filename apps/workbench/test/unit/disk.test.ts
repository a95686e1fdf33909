import { expect, test } from 'vitest';
import { decide, fileOf, fromBytes, pathOf, takeUp, toFile, unsaved, type DiskState, type OnDisk } from '../../src/model/disk';

const on = (text: string, version = text): OnDisk => ({ text, version, writable: true, mark: false, returns: false });
const disk = (seen: Record<string, OnDisk>): DiskState => ({
  place: '/p', name: 'p', isFolder: true, isReadOnly: false, seen, conflicts: {}, leftOut: [], server: 'there', isSaving: false,
});
const source = (files: Record<string, string>) => ({ name: 'p', files });
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

test('a file keeps its line ends and its byte order mark', () => {
  for (const text of ['', 'a', 'a\nb\n', '\uFEFFa\nb', 'a\r\nb\r\n', '\uFEFFa\r\n']) {
    const read = fromBytes(bytes(text), 'v', true)!;
    expect(read.text).not.toMatch(/[\r\uFEFF]/);
    expect(toFile(read.text, read)).toBe(text);
  }
  const mixed = fromBytes(bytes('a\r\nb\nc\r'), 'v', true)!;
  expect(toFile(mixed.text, mixed)).toBe('a\nb\nc\n');
  expect(fromBytes(new Uint8Array([0xff, 0xfe]).buffer, 'v', true)).toBeNull();
  expect(toFile('a\n', undefined)).toBe('a\n');
});

test('paths of files', () => {
  for (const isFolder of [true, false]) { expect(fileOf({ name: 'p', isFolder }, pathOf({ name: 'p', isFolder }, 'a.loot'))).toBe('a.loot'); }
  expect(pathOf({ name: 'p', isFolder: true }, 'a.loot')).toBe('p/a.loot');
});

// Every combination of what the page saw, has, and the disk has: none, or one of three texts.
test('nothing is lost on either side', () => {
  const texts = [undefined, 'a', 'b', 'c'];
  for (const before of texts) for (const mine of texts) for (const theirs of texts) {
    const name = `${before} ${mine} ${theirs}`;
    const with_ = (text: string | undefined): Record<string, string> => (text === undefined ? {} : { x: text });
    const here = source({ other: 'o', ...with_(mine) });
    const seen: Record<string, OnDisk> = { other: on('o'), ...(before === undefined ? {} : { x: on(before) }) };
    const now: Record<string, OnDisk> = { other: on('o'), ...(theirs === undefined ? {} : { x: on(theirs) }) };
    const taken = takeUp(disk(seen), here, now);
    const isEdited = mine !== undefined && mine !== before;
    const isMoved = theirs !== before;
    if (isEdited) { expect(taken.source.files['x'], name).toBe(mine); } // never overwritten here
    if (isEdited && isMoved && mine !== theirs) {
      expect(taken.disk.conflicts, name).toEqual({ x: theirs === undefined ? null : on(theirs) });
      expect(taken.disk.seen['x'], name).toEqual(seen['x']); // so a save names a version that the disk does not have
    } else {
      expect(taken.disk.conflicts, name).toEqual({});
      if (!isEdited) { expect(taken.source.files['x'], name).toBe(theirs); }
      expect(unsaved(taken.disk, taken.source), name).toEqual(isEdited && mine !== theirs ? ['x'] : []);
    }
    const again = takeUp(taken.disk, taken.source, now);
    expect([again.source, again.disk, again.changed, again.gone], name).toEqual([taken.source, taken.disk, [], []]);
  }
});

test('the last file of a pack is kept', () => {
  const taken = takeUp(disk({ x: on('a') }), source({ x: 'a' }), {});
  expect([taken.source.files, taken.disk.conflicts]).toEqual([{ x: 'a' }, { x: null }]);
  const mine = decide(taken.disk, taken.source, 'x', 'mine');
  expect([mine.disk.seen, mine.disk.conflicts, unsaved(mine.disk, mine.source)]).toEqual([{}, {}, ['x']]);
});

test('a person decides a conflict', () => {
  const { disk: found, source: here } = takeUp(disk({ x: on('a'), y: on('y') }), source({ x: 'mine', y: 'y' }), { x: on('theirs'), y: on('y') });
  const theirs = decide(found, here, 'x', 'disk');
  expect([theirs.source.files['x'], unsaved(theirs.disk, theirs.source), theirs.disk.conflicts]).toEqual(['theirs', [], {}]);
  const mine = decide(found, here, 'x', 'mine');
  expect([mine.source.files['x'], unsaved(mine.disk, mine.source), mine.disk.seen['x']!.version]).toEqual(['mine', ['x'], 'theirs']);
  // A later change of the disk is a conflict again.
  expect(takeUp(mine.disk, mine.source, { x: on('newer'), y: on('y') }).disk.conflicts).toEqual({ x: on('newer') });
});
