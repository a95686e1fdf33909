// The package by itself: rolls, batches, worlds, odds, explanations, in one thread.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Engine, Fraction, InvalidPack } from 'spoils';
import { packs } from 'spoils/packs';

const engine = await Engine.load();
const cellar = engine.compile(`
pack cellar "The cellar" 1.0
input depth: 1..9 = 1
state opened: 0..99 = 0
field tags: list of symbol
rule find(extra: int = 0) {
  kind = pick {5 rat, 3 bottle, (depth) ghost}
  quantity = d2 + extra
  weight = 7 / 2
  tags = [a, b]
  opened = min(99, opened + 1)
}
display find "& {kind}~"
expect "a rat half of the time at most": odds(find: kind == rat) <= 5/9
`);

test('declarations', () => {
  assert.equal(cellar.name, 'cellar');
  assert.equal(cellar.title, 'The cellar');
  assert.deepEqual(cellar.rules.map(({ name }) => name), ['find']);
  assert.equal(cellar.inputs[0].last, 9);
  assert.deepEqual(cellar.fields.map(({ name }) => name).sort(), ['kind', 'quantity', 'tags', 'weight']);
  assert.deepEqual(cellar.findings, []);
  assert.match(cellar.hash, /^0x[0-9a-f]{16}$/);
  assert.match(engine.version, /^\d+\.\d+\.\d+$/);
});

test('a roll gives the things of its seed and index, alone and in a batch', () => {
  const roller = cellar.roller('find', { depth: 9n });
  const batch = roller.batch('tour', { rolls: 200 });
  for (let index = 0; index < 200; ++index) {
    const things = roller.roll('tour', index);
    assert.deepEqual(batch.roll(index), things);
    assert.deepEqual(engine.roll(cellar, { inputs: { depth: 9 }, seed: 'tour', index }), things);
    const [thing] = things;
    assert.deepEqual(thing.fields.tags, ['a', 'b']);
    assert.ok(thing.fields.weight instanceof Fraction);
    assert.equal(Number(thing.fields.weight), 3.5);
    assert.equal(String(thing.fields.weight), '7/2');
    assert.equal(JSON.parse(roller.rollJson('tour', index)).things[0].name, thing.name);
  }
  const only = roller.batch('tour', { rolls: 200, fields: ['kind'], names: false });
  assert.deepEqual(only.column('kind'), batch.column('kind'));
  assert.equal(only.name(0), null);
});

test('integers beyond 2^53 are bigints, to the last digit', () => {
  const big = engine.compile('pack p "P" 1.0\nrule r(x: int) { kind = a; quantity = 1; low = x }');
  for (const x of [0, -1, 2 ** 53 - 1, -(2 ** 53) + 1, 2n ** 53n, -(2n ** 53n), 2n ** 62n + 1n, -(2n ** 62n) - 7n, 2 ** 32, -(2 ** 32)]) {
    const roller = big.roller('r', { x });
    assert.equal(roller.roll(0)[0].fields.low, x);
    assert.equal(roller.batch(0, { rolls: 1 }).value(0, 'low'), x);
  }
});

test('for await goes on over pieces, and ends at a signal', async () => {
  const roller = cellar.roller();
  const expected = [...roller.batch(7, { rolls: 300 })].map(({ name }) => name);
  const got = [];
  for await (const { index, things } of roller.rolls(7, { count: 300 })) {
    assert.equal(index, BigInt(got.length));
    got.push(...things.map(({ name }) => name));
  }
  assert.deepEqual(got, expected);
  const controller = new AbortController();
  let rolls = 0;
  await assert.rejects(async () => {
    for await (const _ of roller.rolls(7, { signal: controller.signal })) {
      if (++rolls === 500) { controller.abort(); }
    }
  }, { name: 'AbortError' });
  assert.equal(rolls, 500);
});

test('a long run leaves others their turn', async () => {
  let turns = 0;
  const timer = setInterval(() => { ++turns; }, 0);
  for await (const { index } of cellar.roller().rolls(1)) {
    if (turns >= 3 || index > 1000000n) { break; }
  }
  clearInterval(timer);
  assert.ok(turns >= 3);
});

test('worlds remember, and are saved', () => {
  const roller = cellar.roller();
  const world = cellar.world('w');
  assert.equal(world.seed, engine.seed('w'));
  for (let i = 0; i < 5; ++i) { roller.rollIn(world); }
  assert.equal(world.rolls, 5n);
  assert.equal(world.state('opened'), '5');
  const again = cellar.restore(world.save());
  assert.equal(again.save(), world.save());
  assert.deepEqual(roller.rollIn(again), roller.rollIn(world));
  assert.equal(again.state('opened'), '6');
});

test('odds of at least one in several rolls', () => {
  const coin = engine.compile('pack coin "Coin" 1.0\nrule r { kind = pick {3 tin, 1 gold} }\n');
  const rolls = [1, 2, 10, 1000];
  const once = coin.atLeastOnceNow({}, rolls);
  assert.ok(once.exact && once.independent);
  assert.deepEqual([once.columns, once.rolls, once.unlisted], [['kind'], rolls, [0, 0, 0, 0]]);
  assert.deepEqual(once.rows.map(({ values }) => values), [['tin'], ['gold']]);
  once.rows[1].within.forEach(({ low, high }, i) => {
    assert.ok(Math.abs(low - (1 - 0.75 ** rolls[i])) < 1e-13);
    assert.equal(low, high);
  });
  assert.deepEqual(once.rows[1].wait, { mean: 4, half: 3, most: 9, nearlyAll: 17 });
  // A prize at 10%, and for certain after three rolls without one.
  const pity = engine.compile(`pack pity "Pity" 1.0
state misses: 0..3 = 0
rule pull { if misses == 3 or chance 10% { kind = prize; misses = 0 } else { kind = dust; misses += 1 } }
`);
  const kept = pity.atLeastOnceNow({ count: 'kind == prize' }, [1, 3n, 4]);
  assert.equal(kept.independent, false);
  assert.deepEqual(kept.rows.map(({ values }) => values), [[]]);
  assert.deepEqual(kept.rows[0].within.map(({ low }) => low.toFixed(12)), ['0.100000000000', '0.271000000000', '1.000000000000']);
  assert.ok(Math.abs(kept.rows[0].wait.mean - (1 + 0.9 + 0.81 + 0.729)) < 1e-9);
  const begun = pity.atLeastOnceNow({ state: { misses: 3 }, count: 'kind == prize' }, [1]);
  assert.equal(begun.rows[0].within[0].low, 1);
  const never = coin.atLeastOnceNow({ count: 'kind == tin and kind == gold' }, [9]);
  assert.deepEqual([never.rows[0].within[0].high, never.rows[0].wait.mean], [0, null]);
  // Bounds: with one state at once only the likelier outcome is explored.
  const bounds = pity.atLeastOnceNow({}, [1, 4], { maxStates: 1 });
  assert.deepEqual([bounds.exact, bounds.limit], [false, 'states']);
  for (const { within, wait } of bounds.rows) {
    assert.equal(wait.mean, undefined);
    for (const { low, high } of within) { assert.ok(0 <= low && low < high && high <= 1); }
  }
  for (const [question, counts] of [[{}, []], [{}, [0]], [{}, [2, 2]], [{ where: 'kind == tin' }, [2]], [{ fractions: true }, [2]], [{ each: ['kind'] }, [2]],
    [{ estimate: 9 }, [2]]]) {
    assert.throws(() => coin.atLeastOnceNow(question, counts), { code: 'bad_value' });
  }
  for (const counts of [7, ['x'], [-1], [1.5], Array(1001).fill(1)]) { assert.throws(() => coin.atLeastOnceNow({}, counts), { code: 'misuse' }); }
});

test('odds are exact fractions', () => {
  const odds = cellar.oddsNow({ by: ['kind'], inputs: { depth: 2 }, fractions: true });
  assert.deepEqual(odds.columns, ['kind']);
  assert.ok(odds.exact);
  assert.deepEqual(odds.rows.map(({ values, fraction }) => [values[0], String(fraction)]),
    [['rat', '1/2'], ['bottle', '3/10'], ['ghost', '1/5']]);
  const sweep = cellar.oddsNow({ count: 'kind == ghost', sweep: { input: 'depth', first: 1, last: 9 }, fractions: true });
  sweep.answers.forEach(({ value, mean }, i) => {
    assert.equal(value, String(i + 1));
    assert.ok(Math.abs(mean - (i + 1) / (9 + i)) < 1e-12);
  });
});

test('bounds have no figure, and an outcome without a row is not impossible', () => {
  const coins = engine.compile(`pack coins "Coins" 1.0
    rule r {
      a = pick { 8 common, 1 mid, 1 rare }
      kind = if a == rare then gold else if a == mid then tin else dirt
    }`);
  const cut = (question) => {
    const { answers: [answer] } = coins.oddsNow(question, { maxStates: 2 });
    assert.equal(answer.exact, false);
    for (const { probability, fraction } of answer.rows) { assert.deepEqual([probability, fraction], [NaN, null]); }
    return answer;
  };
  const near = (value, wanted) => { assert.ok(Math.abs(value - wanted) < 1e-12, `${value} is not ${wanted}`); };
  // gold, which was not explored, has 10% of all; of what is not common, 50%.
  const all = cut({ fractions: true });
  assert.deepEqual(all.rows.map(({ values }) => values[0]), ['dirt', 'tin']);
  near(all.rows[0].low, 0.8);
  near(all.rows[0].high, 0.9);
  near(all.unlisted, 0.1);
  const given = cut({ where: 'a != common', fractions: true });
  assert.deepEqual(given.rows.map(({ values, low, high }) => [values[0], low, high]), [['tin', 0.5, 1]]);
  near(given.unlisted, 0.5);
  const means = cut({ each: ['kind'] });
  near(means.rows[0].low, 0.8);
  assert.deepEqual([means.rows[0].high, means.unlisted], [Infinity, Infinity]);
  const exact = coins.oddsNow({ where: 'a != common', fractions: true }).answers[0];
  assert.deepEqual([exact.unlisted, String(exact.rows[0].fraction), exact.rows[0].probability], [0, '1/2', 0.5]);
});

test('a tweaked roll: edits, undo, and the odds of what is open', () => {
  const tweaker = cellar.roller('find').tweaker('tour', 0);
  tweaker.apply('pin kind.1 = ghost');
  assert.equal(JSON.parse(tweaker.json()).things[0].fields.kind, 'ghost');
  const outlook = JSON.parse(tweaker.outlookJson('kind.1', ['kind', 'quantity']));
  assert.equal(outlook.exact, true);
  // The quantity is kept; 5, 3 and 1 of 9 are the weights of the kinds at depth 1.
  const quantity = String(JSON.parse(tweaker.json()).things[0].fields.quantity);
  assert.deepEqual(outlook.rows.map(({ values, num, den }) => [...values, `${num}/${den}`]),
    [['rat', quantity, '5/9'], ['bottle', quantity, '1/3'], ['ghost', quantity, '1/9']]);
  assert.throws(() => tweaker.outlookJson('kind.1', 'kind'), { code: 'misuse' });
  assert.throws(() => tweaker.outlookJson('gone.1', ['kind']), { code: 'bad_value' });
  assert.equal(tweaker.undo(), true);
  assert.equal(tweaker.undo(), false);
  tweaker.dispose();
});

test('estimates are beside bounds, and decide nothing', () => {
  const hard = engine.compile(`pack hard "Hard" 1.0
    rule throw { repeat 10 { total += d30 * d30 }; high = total > 1800 }
    field total: int
    expect "high mostly": odds(throw: high) > 50%`);
  const question = { by: ['high'], estimate: 2000, seed: 'tour', whole_rolls: true };
  const [{ exact, estimate, rows }] = hard.oddsNow(question, { maxStates: 50 }).answers;
  assert.deepEqual([exact, estimate.rolls, estimate.counted], [false, 2000, 2000]);
  const share = 2000 * rows.find(({ values }) => values[0] === true).estimate.probability;
  const rolled = [...hard.roller().batch('tour', { rolls: 2000, fields: ['high'] })].filter(({ fields }) => fields.high).length;
  assert.equal(Math.round(share), rolled); // the same rolls
  for (const { low, high, estimate: { low: from, high: to } } of rows) { assert.ok(low <= from && from < to && to <= high); }
  assert.equal(hard.oddsNow({ by: ['high'] }, { maxStates: 50 }).answers[0].estimate, null);
  assert.equal(cellar.oddsNow({ estimate: 100 }).answers[0].estimate, null); // exact
  assert.throws(() => hard.oddsNow({ estimate: -1 }), { code: 'bad_value' });

  const [sure] = hard.checkNow({ maxStates: 50, maxPaths: 100_000 }).expectations;
  const [likely] = hard.checkNow({ maxStates: 50, maxPaths: 100_000, estimate: 10_000 }).expectations;
  assert.deepEqual([sure.likely, likely.likely, likely.holds, likely.settled], [false, true, false, false]);
});

test('books', async () => {
  const text = cellar.bookNow({ depths: [1, 9] });
  assert.match(text, /^# The cellar\n/);
  assert.match(text, /\| rat +\| +55\.56% \| +29\.41% \|/); // 5 of 9, and 5 of 17
  assert.match(cellar.bookNow({ format: 'html' }), /^<!DOCTYPE html>/);
  assert.equal(await cellar.book({ depths: [1, 9] }), text);
  assert.throws(() => cellar.bookNow({ format: 'pdf' }), { code: 'bad_value' });
  assert.throws(() => cellar.bookNow({ depths: [99] }), { code: 'bad_value' });
  assert.throws(() => cellar.bookNow({ depths: 1 }), { code: 'misuse' });
  assert.throws(() => cellar.bookNow({}, { stop: () => true }), { code: 'limit' });
});

test('explanations, expectations, format, findings', () => {
  const told = cellar.roller().explain('tour', 3);
  assert.equal(told.schema, 'spoils.explain');
  const { broken, expectations } = cellar.checkNow();
  assert.equal(broken, 0);
  assert.equal(expectations.length, 1);
  assert.ok(expectations[0].holds);
  assert.equal(engine.format('pack a   "A"   1.0\nrule r { kind=b }'), engine.format(engine.format('pack a "A" 1.0\nrule r { kind=b }')));
  const findings = engine.findings('pack a "A" 1.0\nrule r { kind = pick potoin }\ntable potion { 1 red }');
  assert.equal(findings[0].code, 'E0306');
  assert.throws(() => engine.compile('pack a "A" 1.0\nrule r { kind = pick potoin }\ntable potion { 1 red }'), (error) =>
    error instanceof InvalidPack && error.code === 'invalid_pack' && error.findings[0].line === 2 &&
    error.report.includes('potoin'));
});

test('every shipped pack compiles and rolls', async () => {
  for (const name of Object.keys(packs.names)) {
    const pack = await engine.pack(name);
    assert.equal(pack.name, name);
    pack.dispose();
  }
});

test('a stop function ends work, in time or with bounds; its exception is thrown', () => {
  const heavy = engine.compile(`
pack heavy "Heavy" 1.0
rule r { kind = a; let s = 0; repeat 40 { s = (s * 3 + d1000) mod 1000003 }; quantity = s }`);
  let calls = 0;
  let outcome;
  try {
    outcome = heavy.oddsNow({ by: ['quantity'] }, { stop: () => ++calls >= 3 });
    assert.equal(outcome.exact, false);
  } catch (error) {
    assert.equal(error.code, 'limit');
  }
  assert.ok(calls >= 3);
  assert.throws(() => heavy.oddsNow({ by: ['quantity'] }, { stop: () => { throw new RangeError('mine'); } }),
    { name: 'RangeError', message: 'mine' });
  try {
    assert.equal(heavy.oddsNow({ by: ['quantity'] }, { milliseconds: 50 }).exact, false);
  } catch (error) {
    assert.equal(error.code, 'limit');
  }
  assert.equal(cellar.oddsNow().exact, true);
});
