// Hostile packs: each ends in an error of its own, none in a trap; and what happens at a trap all the same.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Engine, SpoilsError } from 'spoils';
import { runHostile } from './hostile.js';

test('no pack traps', async () => {
  const engine = await Engine.load();
  const world = engine.compile('pack p "P" 1.0\nrule r { kind = a }').world();
  assert.deepEqual(runHostile(engine, SpoilsError), []);
  assert.doesNotThrow(() => world.save(), 'the instance is the same as before');
});

test('a stack that is used up is an error; packs and rollers go on, worlds are lost', async () => {
  const engine = await Engine.load();
  const pack = engine.compile('pack p "P" 1.0\ninput depth: 1..9 = 1\nstate n: 0..9 = 0\nrule r { kind = a; quantity = depth; was = n; n = min(9, n + 1) }');
  const roller = pack.roller('r', { depth: 7 });
  roller.set('depth', 8);
  roller.setState('n', 4);
  const world = pack.world();
  roller.rollIn(world);
  const saved = world.save();

  // Calls from deeper and deeper in the stack of JavaScript, until the module has none.
  let codes = new Set();
  const deep = () => {
    try {
      deep();
    } catch (error) {
      if (error instanceof SpoilsError) { codes.add(error.code); return; }
    }
    try {
      pack.oddsNow();
    } catch (error) {
      if (error instanceof SpoilsError) { codes.add(error.code); }
    }
  };
  deep();
  for (const code of codes) { assert.equal(code, 'trap'); }

  const lost = codes.size > 0;
  assert.equal(roller.roll(1)[0].fields.quantity, 8);
  assert.equal(roller.roll(1)[0].fields.was, 4);
  assert.equal(pack.oddsNow().rows[0].probability, 1);
  if (lost) { assert.throws(() => world.save(), { code: 'world' }); }
  const again = pack.restore(saved);
  roller.rollIn(again);
  assert.equal(again.state('n'), '2');
});
