// Rolls, odds and odds of several rolls of one pack with every type of value, by the engine itself.
import { Engine, type Pack } from 'spoils';
import { beforeAll, expect, test } from 'vitest';
import { counted, plainOdds, plainRolls } from '../../src/engine/answers';
import { withinOf } from '../../src/model/rolls';
import { fit } from '../../src/model/stats';
import { typesOf, wordsOf, written } from '../../src/model/values';

const kPack = `pack mix "Mix" 1.0
field dice: list of int
field bag: list of symbol
field chosen: set of symbol
field notes: set of text
field has: map of symbol to int
rule thing {
  word = pick {'true', 'false', 'none', foo_bar}
  perhaps = if chance 50% then none else 'none'
  note = pick {"none", "'none'", "true", ""}
  half = d4 / 2
  third = d3 / 3
  share = (5 * d3)%
  cursed = chance 1/2
  big = 10000000000 * d2
  repeat d2 { dice += d2; bag += pick {x_y, 'none'} }
  chosen = pick 2 distinct from {b, a_b, 'true'}
  notes = pick 2 distinct from {"b, x", "a", "c d"}
  has = {strength 1}
  if chance 50% { has += {'true' 2} }
}
display thing "{word} {note}"
`;
const kColumns = [
  'name', 'word', 'perhaps', 'note', 'half', 'third', 'share', 'cursed', 'big', 'dice', 'bag', 'chosen', 'notes', 'has',
];
// A set has no order.
const sorted = (text: string) => text.startsWith('{') ? text.slice(1, -1).split(', ').sort().join(', ') : text;
let engine: Engine;
let pack: Pack;
beforeAll(async () => {
  engine = await Engine.load();
  pack = engine.compile(kPack);
});

test.each([...kColumns.map((column) => [column]), ['word', 'dice']])('rolls and odds of %s agree', (...by) => {
  const odds = plainOdds(pack.oddsNow({ rule: 'thing', by }), pack).answers[0]!;
  const roller = pack.roller('thing');
  const tallies = counted(roller.batch('1', { rolls: 4000 }), roller, by, 4000, false);
  const counts = new Map(tallies.map(([key, { total }]) => [key, total]));
  const found = fit(counts, new Map(odds.rows.map(({ key, probability }) => [key, probability])), 4000)!;
  expect(found.impossible).toEqual([]);
  expect(found.p).toBeGreaterThan(1e-6); // the seed is fixed: it stays so
  // The rolls are written as the odds are.
  const types = typesOf(by, pack.fields);
  for (const { key, values } of odds.rows) { expect(wordsOf(key, types).map(sorted)).toEqual(values.map(sorted)); }
  const thing = roller.roll('1', 0)[0]!;
  const texts = by.map((column, i) => column === 'name' ? thing.name! : written(thing.fields[column] ?? null, types[i]));
  expect(odds.rows.map(({ values }) => values)).toContainEqual(texts);
});

const kMore = [['if cursed then word else foo_bar'], ['word', 'half']];
test.each([...kColumns.map((column) => [column]), ...kMore])('each row of %s has its odds of several rolls', (...by) => {
  const odds = plainOdds(pack.oddsNow({ rule: 'thing', by }), pack).answers[0]!;
  const many = withinOf(plainRolls(pack.atLeastOnceNow({ rule: 'thing', by }, [3]), [3], pack), 3)!;
  for (const { key, probability } of odds.rows) {
    const { share, wait } = many(key);
    expect(share.low).toBeCloseTo(1 - (1 - probability) ** 3, 9);
    expect(wait).not.toBe('never');
  }
});

test('each answer of a sweep has the keys of its own rows', () => {
  const levels = engine.compile(`pack p "P" 1.0
input level: 1..2 = 1
rule r { word = if level == 1 then 'none' else 'true' }
`);
  const question = { rule: 'r', by: ['word'], sweep: { input: 'level', values: ['1', '2'] } };
  const { answers } = plainOdds(levels.oddsNow(question), levels);
  expect(answers.map(({ rows }) => rows.map(({ key, values }) => [key, ...values])))
    .toEqual([[['["none"]', "'none'"]], [['["true"]', "'true'"]]]);
});
