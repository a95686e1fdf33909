// Odds and expectations in a worker: answers as in this thread, signals, time budgets.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Engine, Fraction, SpoilsError } from 'spoils';

const engine = await Engine.load();
test.after(() => engine.dispose());
const pack = engine.compile(`
pack p "P" 1.0
input depth: 1..9 = 1
rule r { kind = pick {5 rat, (depth) ghost}; quantity = d6 + d6 }
rule heavy { kind = a; let s = 0; repeat 40 { s = (s * 3 + d1000) mod 1000003 }; quantity = s }
expect "rats": odds(r: kind == rat) >= 5/14
`);

test('the answer of the worker is that of this thread', async () => {
  const question = { by: ['quantity'], where: 'kind == rat', inputs: { depth: 3n }, fractions: true };
  const [there, here] = [await pack.odds(question), pack.oddsNow(question)];
  assert.deepEqual(there, here);
  assert.ok(there.rows[0].fraction instanceof Fraction);
  assert.equal(String(there.rows[0].fraction), '1/6');
  assert.deepEqual(await pack.check(), pack.checkNow());
});

test('errors come back as errors', async () => {
  assert.deepEqual(await pack.atLeastOnce({ by: ['kind'] }, [1, 5]), pack.atLeastOnceNow({ by: ['kind'] }, [1, 5]));
  await assert.rejects(pack.atLeastOnce({}, [0]), { code: 'bad_value' });
  await assert.rejects(pack.atLeastOnce({ rule: 'heavy', by: ['quantity'] }, [5], { signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
  await assert.rejects(pack.odds({ bye: 1 }), (error) => error instanceof SpoilsError && error.code === 'bad_value');
  await assert.rejects(pack.odds({}, { maxStates: -1 }), { code: 'misuse' });
  await assert.rejects(pack.odds({}, null), { code: 'misuse' });
});

test('many questions at once', async () => {
  const answers = await Promise.all(Array.from({ length: 9 }, (_, i) =>
    pack.odds({ inputs: { depth: i + 1 }, fractions: true })));
  answers.forEach(({ rows }, i) => {
    const ghost = rows.find(({ values }) => values[0] === 'ghost').fraction;
    assert.equal(Number(ghost), (i + 1) / (i + 6));
  });
});

test('a signal ends a question, and those that wait are answered', async () => {
  const controller = new AbortController();
  const heavy = pack.odds({ rule: 'heavy', by: ['quantity'] }, { signal: controller.signal });
  const after = pack.odds({ fractions: true });
  const unused = pack.odds({ rule: 'heavy' }, { signal: AbortSignal.abort(new Error('before')) });
  await assert.rejects(unused, { message: 'before' });
  setTimeout(() => controller.abort(), 100);
  await assert.rejects(heavy, { name: 'AbortError' });
  assert.equal(String((await after).rows[0].fraction), '5/6');
});

test('a time budget gives bounds, or no answer', async () => {
  try {
    const odds = await pack.odds({ rule: 'heavy', by: ['quantity'] }, { milliseconds: 100 });
    assert.equal(odds.exact, false);
    assert.equal(odds.answers[0].limit, 'stopped');
  } catch (error) {
    assert.equal(error.code, 'limit');
  }
});

test('dispose rejects what waits', async () => {
  const other = new Engine(engine.module);
  const waiting = other.compile('pack q "Q" 1.0\nrule r { kind = a; let s = 0; repeat 40 { s = (s * 3 + d1000) mod 1000003 }; quantity = s }').odds({ by: ['quantity'] });
  other.dispose();
  await assert.rejects(waiting, { code: 'misuse' });
});
