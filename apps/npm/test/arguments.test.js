// Each argument of each function is in turn what nobody should pass: a SpoilsError, or an answer; and the engine goes on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import { Engine, Fraction, SpoilsError } from 'spoils';

const engine = await Engine.load();
const source = 'pack p "P" 1.0\ninput depth: 1..9 = 1\nstate seen: 0..9 = 0\nrule r(n: int = 1) { kind = pick {1 a, 2 b}; quantity = n * depth; seen = min(9, seen + 1) }\n';
const pack = engine.compile(source);
const roller = pack.roller();
const world = pack.world();
const tweaker = roller.tweaker(1);
const batch = roller.batch(1, { rolls: 3 });
const service = engine.service();
service.request('initialize', { capabilities: {} });
const closed = pack.world();
closed.dispose();
const circle = [];
circle.push(circle);
const thrower = { get name() { throw new SpoilsError('misuse', 'of its own'); } };

const hostile = [null, undefined, true, -1, 0.5, NaN, Infinity, 2 ** 53, 2n ** 64n, -1n, 2n ** 63n, '', '\0', '\ud800', '{', [], [null], [2 ** 60],
  ['\ud800'], {}, { kind: Symbol('s') }, { depth: {} }, circle, { by: circle }, Symbol('s'), () => 1, new Map(), new Map([[1, 2]]),
  Uint8Array.of(0xff), Object.create(null), new Proxy({}, {}), new Fraction(1, 0n), pack, closed, thrower];

// The object, the function, arguments that are right.
const calls = [
  [engine, 'compile', source, { name: '', checkQuantities: true }], [engine, 'findings', source, {}],
  [engine, 'format', 'rule r {}', { name: 'a.loot' }], [engine, 'seed', 'x'], [engine, 'service', {}],
  [engine, 'roll', pack, { rule: 'r', inputs: { depth: 1 }, seed: 1, index: 0 }],
  [pack, 'roller', 'r', { depth: 2 }], [pack, 'world', 1], [pack, 'restore', world.save()], [pack, 'replay', tweaker.script()],
  [pack, 'oddsNow', { by: ['kind'], inputs: {}, state: {}, where: 'true', fractions: true }, { maxStates: 9, maxPaths: 9, milliseconds: 9, stop: () => false }],
  [pack, 'oddsNow', { sweep: { input: 'depth', first: 1, last: 2 } }, {}], [pack, 'oddsNow', { each: ['kind'] }, {}],
  [pack, 'oddsNow', { count: 'true', estimate: 9, seed: '1' }, {}], [pack, 'oddsNow', { from: '1..2' }, {}],
  [pack, 'reuseAnswers', engine.compile(source)],
  [pack, 'atLeastOnceNow', { by: ['kind'] }, [1, 2], { maxStates: 9, maxPaths: 9, milliseconds: 9, stop: () => false }],
  [pack, 'checkNow', { maxStates: 9, maxPaths: 9, milliseconds: 9, estimate: 9, stop: () => false }],
  [pack, 'bookNow', { format: 'markdown', depths: [1] }, { maxStates: 9, maxPaths: 9, stop: () => false }],
  [roller, 'set', 'depth', 1], [roller, 'setState', 'seen', 0], [roller, 'roll', 1, 0], [roller, 'rollIn', world], [roller, 'rollJson', 1, 0],
  [roller, 'batch', 1, { first: 0, rolls: 2, fields: ['kind'], names: true }], [roller, 'explain', 1, 0], [roller, 'explainJson', 1, 0],
  [roller, 'explainIn', world], [roller, 'tweaker', 1, 0], [roller, 'tweakerIn', world], [roller, 'tweakerByHand', { kind: 'a' }, 1],
  [world, 'state', 'seen'], [tweaker, 'restart', 1, 0], [tweaker, 'apply', 'reroll'], [tweaker, 'choicesJson', 'kind.1', 0, 9],
  [tweaker, 'outlookJson', 'kind.1', ['kind'], 9], [tweaker, 'reachJson', 'kind', 'a', 9],
  [batch, 'name', 0], [batch, 'rule', 0], [batch, 'value', 0, 'kind'], [batch, 'column', 'kind'], [batch, 'thing', 0, 0], [batch, 'roll', 0],
  [service, 'messageJson', '{}'], [service, 'message', {}], [service, 'request', 'workspace/symbol', { query: '' }],
  [service, 'notify', 'initialized', {}],
];

// The arguments, each in turn replaced as a whole, then each member of those that are plain objects.
function* variants(right) {
  for (let at = 0; at < right.length; ++at) {
    for (const bad of hostile) {
      yield [...right.slice(0, at), bad, ...right.slice(at + 1)];
      if (Object.getPrototypeOf(Object(right[at])) !== Object.prototype) { continue; }
      for (const member of Object.keys(right[at])) {
        yield [...right.slice(0, at), { ...right[at], [member]: bad }, ...right.slice(at + 1)];
      }
    }
  }
}

for (const [object, name, ...right] of calls) {
  test(`${object.constructor.name}.${name}(${describe(right[0])})`, () => {
    assert.doesNotThrow(() => object[name](...right), 'what is right');
    for (const given of variants(right)) {
      try {
        const made = object[name](...given);
        if (made !== pack) { made?.dispose?.(); }
      } catch (error) {
        if (!(error instanceof SpoilsError)) { assert.fail(`${name}(${given.map(describe).join(', ')}): ${error.stack}`); }
        assert.notEqual(error.code, 'trap', `${name}: ${error.message}`);
        assert.ok(error.message.length > 0);
      }
    }
    roller.set('n', 1);
    roller.set('depth', 1);
    assert.equal(roller.roll(1)[0].fields.quantity, 1);
    assert.doesNotThrow(() => world.save(), 'the instance is the same as before');
  });
}

test('what computes in a worker', async () => {
  const wrong = [];
  const ask = async (name, given) => {
    try {
      await pack[name](...given);
    } catch (error) {
      if (!(error instanceof SpoilsError)) { wrong.push(`${name}(${given.map(describe).join(', ')}): ${error}`); }
    }
  };
  for (const bad of hostile) {
    await ask('odds', [bad, {}]);
    await ask('odds', [{}, bad]);
    await ask('atLeastOnce', [bad, [1], {}]);
    await ask('atLeastOnce', [{}, bad, {}]);
    await ask('check', [bad]);
    await ask('book', [bad, {}]);
    for (const member of ['maxStates', 'maxPaths', 'milliseconds', 'estimate', 'signal']) { await ask('check', [{ [member]: bad }]); }
    for (const member of ['format', 'depths']) { await ask('book', [{ [member]: bad }]); }
  }
  assert.deepEqual(wrong, []);
  assert.equal((await pack.odds()).exact, true);
  engine.dispose();
});

function describe(value) {
  return inspect(value, { depth: 1, breakLength: Infinity, maxArrayLength: 5, maxStringLength: 40 }).slice(0, 80);
}
