// Bad input: always an error, and the engine goes on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Engine, SpoilsError } from 'spoils';

const engine = await Engine.load();
const source = 'pack p "P" 1.0\ninput depth: 1..9 = 1\nstate seen: 0..9 = 0\nrule r(n: int = 1) { kind = pick {1 a, 2 b}; quantity = n * depth; seen = min(9, seen + 1) }\n';
const pack = engine.compile(source);
const roller = pack.roller();
const other = engine.compile('pack q "Q" 1.0\nstate z: 0..1 = 0\nrule r { kind = a }');
const tweaker = roller.tweaker(1);

// What is wrong, the call, the code of the error.
const rows = [
  ['no source', () => engine.compile(), 'misuse'],
  ['a number as source', () => engine.compile(7), 'misuse'],
  ['a source of arrays', () => engine.compile([source]), 'misuse'],
  ['a file that is null', () => engine.compile({ 'a.loot': null }), 'misuse'],
  ['no files', () => engine.compile({}), 'file'],
  ['a missing file', () => engine.compile({ 'a.loot': source }, { name: 'b.loot' }), 'file'],
  ['a pack that is not UTF-8', () => engine.compile(Uint8Array.of(0xff, 0xfe)), 'invalid_pack'],
  ['half of a surrogate pair in a pack', () => engine.compile('pack p "\ud800" 1.0'), 'invalid_text'],
  ['a rule that is not UTF-8', () => pack.roller(Uint8Array.of(0xc0)), 'invalid_text'],
  ['a NUL in a name', () => pack.roller('r\0'), 'invalid_text'],
  ['half of a surrogate pair', () => pack.roller('\udc00'), 'invalid_text'],
  ['an unknown rule', () => pack.roller('flor'), 'unknown_rule'],
  ['null as rule', () => pack.roller(null), 'misuse'],
  ['an unknown input', () => pack.roller('r', { dept: 1 }), 'unknown_input'],
  ['an input out of range', () => pack.roller('r', { depth: 10 }), 'bad_value'],
  ['an input that is NaN', () => pack.roller('r', { depth: NaN }), 'misuse'],
  ['an input that is no integer', () => pack.roller('r', { depth: 1.5 }), 'misuse'],
  ['an input beyond exact numbers', () => pack.roller('r', { n: 2 ** 53 }), 'misuse'],
  ['an input beyond 64 bits', () => pack.roller('r', { n: 2n ** 64n }), 'bad_value'],
  ['an input that is an object', () => pack.roller('r', { depth: {} }), 'misuse'],
  ['inputs that are an array', () => pack.roller('r', [1]), 'misuse'],
  ['an index below 0', () => roller.roll(1, -1), 'misuse'],
  ['an index of 2^64', () => roller.roll(1, 2n ** 64n), 'misuse'],
  ['an index that is a text', () => roller.roll(1, '1'), 'misuse'],
  ['a seed below 0', () => roller.roll(-1), 'misuse'],
  ['a seed that is null', () => roller.roll(null), 'misuse'],
  ['a seed that is no integer', () => roller.roll(0.5), 'misuse'],
  ['rolls beyond the last index', () => roller.batch(1, { first: 2n ** 64n - 1n, rolls: 2 }), 'limit'],
  ['too many rolls', () => roller.batch(1, { rolls: 2n ** 63n }), 'limit'],
  ['an unknown field', () => roller.batch(1, { fields: ['no'] }), 'misuse'],
  ['fields that are a text', () => roller.batch(1, { fields: 'kind' }), 'misuse'],
  ['a field of a batch', () => roller.batch(1, { rolls: 1, fields: [] }).column('kind'), 'misuse'],
  ['no world', () => roller.rollIn(null), 'misuse'],
  ['an object as world', () => roller.rollIn({ pointer: 8 }), 'misuse'],
  ['a world of another pack', () => roller.rollIn(other.world()), 'world'],
  ['a text that is no world', () => pack.restore('{}'), 'world'],
  ['a world that is null', () => pack.restore(null), 'misuse'],
  ['an unknown state', () => pack.world().state('no'), 'bad_value'],
  ['a wrong question', () => pack.oddsNow({ bye: [] }), 'bad_value'],
  ['a question that is null', () => pack.oddsNow(null), 'misuse'],
  ['a question that is no JSON', () => pack.oddsNow('{'), 'bad_value'],
  ['a budget below 0', () => pack.oddsNow({}, { maxStates: -1 }), 'misuse'],
  ['a time that is NaN', () => pack.oddsNow({}, { milliseconds: NaN }), 'misuse'],
  ['a time without end', () => pack.oddsNow({}, { milliseconds: Infinity }), 'misuse'],
  ['a stop that is no function', () => pack.oddsNow({}, { stop: true }), 'misuse'],
  ['an edit that is null', () => tweaker.apply(null), 'misuse'],
  ['an edit that is not UTF-8', () => tweaker.apply(Uint8Array.of(0xff)), 'invalid_text'],
  ['an edit with a number beyond 64 bits', () => tweaker.apply('set quantity = 9223372036854775808'), 'bad_value'],
  ['a first choice below 0', () => tweaker.choicesJson('kind.1', -1), 'misuse'],
  ['an index of a tweaker of 2^64', () => tweaker.restart(1, 2n ** 64n), 'misuse'],
  ['a tweaker in no world', () => roller.tweakerIn(null), 'misuse'],
  ['a tweaker in an object', () => roller.tweakerIn({ pointer: 8 }), 'misuse'],
  ['a tweaker in a world of another pack', () => roller.tweakerIn(other.world()), 'world'],
  ['a tweaker of a world with another roll', () => roller.tweakerIn(pack.world()).restart(1), 'bad_value'],
  ['fields that are an array', () => roller.tweakerByHand([1]), 'misuse'],
  ['a field that is NaN', () => roller.tweakerByHand({ quantity: NaN }), 'misuse'],
  ['a field that the rule does not have', () => roller.tweakerByHand({ wheels: 4 }), 'bad_value'],
  ['a field of another type', () => roller.tweakerByHand({ quantity: 'heavy' }), 'bad_value'],
  ['a script that is null', () => pack.replay(null), 'misuse'],
  ['a script that is no JSON', () => pack.replay('{'), 'bad_value'],
  ['a script of another pack', () => other.replay(tweaker.script()), 'bad_value'],
  ['format of a mistake', () => engine.format('pack'), 'invalid_pack'],
  ['format of nothing', () => engine.format(), 'misuse'],
  ['a roll of no pack', () => engine.roll({}), 'misuse'],
];

for (const [name, call, code] of rows) {
  test(name, () => {
    assert.throws(call, (error) => error instanceof SpoilsError && error.code === code && error.message.length > 0);
    assert.equal(roller.roll(1)[0].fields.quantity, 1);
  });
}

test('a script of another version of the pack', () => {
  tweaker.apply('set quantity = 3');
  const script = JSON.parse(tweaker.script());
  const same = pack.replay(JSON.stringify(script));
  assert.deepEqual([same.samePack, same.leftOut, same.tweaker.json()], [true, [], tweaker.json()]);
  script.hash = '0x0';
  script.edits.unshift('set wheels = 4');
  const { tweaker: again, samePack, leftOut } = pack.replay(JSON.stringify(script));
  assert.deepEqual([samePack, leftOut.map(({ edit }) => edit), again.json()], [false, ['set wheels = 4'], tweaker.json()]);
  again.dispose();
  assert.throws(() => again.json(), { code: 'misuse' });
  tweaker.restart(1);
  assert.equal(tweaker.json(), roller.tweaker(1).json());
});

test('disposed objects', () => {
  const own = engine.compile(source);
  const rollerOfIt = own.roller();
  const world = own.world();
  own.dispose();
  own.dispose();
  assert.equal(rollerOfIt.roll(1).length, 1); // it keeps what it needs
  assert.equal(rollerOfIt.rollIn(world).length, 1);
  assert.throws(() => own.roller(), { code: 'misuse' });
  assert.throws(() => own.oddsNow(), { code: 'misuse' });
  rollerOfIt.dispose();
  assert.throws(() => rollerOfIt.roll(1), { code: 'misuse' });
  world.dispose();
  assert.throws(() => world.save(), { code: 'misuse' });
});

test('objects of another engine, and of one that was disposed', async () => {
  const other = new Engine(engine.module);
  const world = other.compile(source).world();
  assert.throws(() => roller.rollIn(world), { code: 'misuse' });
  other.dispose();
  assert.throws(() => world.save(), { code: 'misuse' });
  assert.throws(() => other.compile(source), { code: 'misuse' });
  assert.equal(roller.roll(1).length, 1);
});

test('no module', async () => {
  assert.throws(() => new Engine(), { code: 'misuse' });
  await assert.rejects(Engine.load({ wasm: 7 }), { code: 'misuse' });
  await assert.rejects(Engine.load({ wasm: new Uint8Array(8) }), WebAssembly.CompileError);
});
