// Which packs have rolls that depend on each other.
import { expect, test } from 'vitest';
import { carriedBy, textsOf } from '../../src/model/carried';

test('states, and what a world settles', () => {
  expect(carriedBy([], ['rule r { kind = world }'])).toBeNull();
  expect(carriedBy(['misses', 'made'], [])).toBe('the pack keeps misses, made from roll to roll');
  for (const text of ['world def colour = pick {red, blue}', 'override  world\n rule owner { kind = orc }']) {
    expect(carriedBy([], ['pack a "A" 1.0', text])).toBe('the pack settles things once in a world');
  }
});

test('the texts of a pack are its files and the shipped ones that these use, through others, too', () => {
  const shipped = { 'lib/power.loot': 'use affixes', 'lib/affixes.loot': 'A', 'rogue/rogue.loot': 'R', 'rogue/level.loot': 'L use power', 'other/other.loot': 'O' };
  expect([...textsOf({ 'a.loot': 'use rogue' }, shipped)].sort()).toEqual(['A', 'L use power', 'R', 'use affixes', 'use rogue']);
  expect(textsOf({ 'a.loot': 'x' }, shipped)).toEqual(['x']);
  expect(textsOf({ 'a.loot': 'use a' }, { 'lib/a.loot': 'use a' })).toEqual(['use a', 'use a']); // in a circle
});
