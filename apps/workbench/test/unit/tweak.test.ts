// Texts of edits: what docs/tweak.md says of ids, choices and values.
import { expect, test } from 'vitest';
import { tweakCommand } from '../../src/model/command';
import { changesOf, choiceWord, marksOf, pinsOf, setEdit, takeEdit, tweakedText, withoutPins } from '../../src/model/tweak';

const choice = (number: number, value: string, p = 0.5) => ({ choice: number, value, p, current: false });

test('a choice is named by its text where that is it alone, else by its number', () => {
  const all = [choice(1, 'keen'), choice(2, 'dull'), choice(3, 'dull'), choice(4, '7'), choice(0, ''), choice(6, 'a\nb')];
  expect(all.map((one) => choiceWord(one, all, all.length))).toEqual(['keen', '2', '3', '4', '0', '6']);
  expect(choiceWord(all[0]!, all, 100)).toBe('1'); // another page may have the same text
  expect(takeEdit('a.1', choice(1, 'keen', 0), all, 6)).toBe('force a.1 = keen');
  expect(takeEdit('a.1', choice(1, 'keen'), all, 6)).toBe('pin a.1 = keen');
});

test('values of fields, quoted where the type is a text', () => {
  expect(setEdit('name', ' Sting "2" ', 'string', 0)).toBe('set name = "Sting \\"2\\""');
  expect(setEdit('name', '"x"', 'string', 2)).toBe('set name = "x" of 2');
  expect(setEdit('bonus', '7', 'int', 0)).toBe('set bonus = 7');
});

test('marks follow the edits in force', () => {
  const marks = marksOf(['pin a.1 = x', 'force b.1/c.1 = y', 'skip turn.2', 'set bonus = 7', 'set bonus = 8 of 2', 'reroll b.1', 'unset bonus of 2']);
  expect([...marks.wanted]).toEqual([['a.1', 'pinned']]);
  expect(marks.skipped).toEqual(['turn.2']);
  expect([...marks.set]).toEqual(['0.bonus']);
  expect(marksOf(['pin a.1 = x', 'skip b.1', 'reroll', 'unskip b.1'])).toEqual({ wanted: new Map(), skipped: [], set: new Set() });
});

test('changes in words; the command line', () => {
  const tweaked = {
    edits: [], new: [], by_the_rules: true, against: [], decisions: 0, steps: [], things: [{ name: 'a', fields: {} }],
    changed: [{ thing: 0, field: 'name', before: 'a b', after: 'a c' }, { thing: 1, field: null, before: 'lid', after: null }],
    lost: [{ id: 'a.1', choice: 2, gone: true }, { id: 'b.1', choice: 2 }],
  };
  expect(changesOf(tweaked, [])).toEqual(['name: a b → a c', 'gone: lid', 'gone: a.1', 'lost its choice: b.1']);
  expect(tweakCommand('p', 'a', { d: '3' }, '1', 4, ["set n = \"it's\""])).toBe("spoils tweak p a --set d=3 --seed 1 --index 4 --edit 'set n = \"it'\\''s\"'");
});

test('a reroll takes earlier pins away, and a later pin replaces one of the same decision', () => {
  const edits = ['pin a.1 = x', 'force turn.1/b.1 = y', 'set kind = z', 'pin a.1 = w', 'pin turn.10/b.1 = v'];
  expect(pinsOf(edits)).toEqual(['force turn.1/b.1 = y', 'pin a.1 = w', 'pin turn.10/b.1 = v']);
  expect(pinsOf([...edits, 'reroll turn.1'])).toEqual(['pin a.1 = w', 'pin turn.10/b.1 = v']);
  expect(pinsOf([...edits, 'reroll', 'pin c.1 = u'])).toEqual(['pin c.1 = u']);
  expect(withoutPins(edits, 'a.1')).toEqual(['force turn.1/b.1 = y', 'set kind = z', 'pin turn.10/b.1 = v']);
});

test('a text by hand needs no quotes, and the roll as text has what is set', () => {
  expect(setEdit('note', 'plain words', 'text', 0)).toBe('set note = "plain words"');
  expect(tweakedText({ things: [{ name: 'a ring', fields: { kind: 'jade', bonus: null, tags: ['a', 'b'] }, measures: { worth: 7 } }, { name: null, fields: {} }] }, [{ name: 'tags', type: 'set of symbols' }], 'spoils tweak p a'))
    .toBe('a ring\n  kind = jade\n  tags = {a, b}\n  worth = 7\n(no name)\nspoils tweak p a');
});
