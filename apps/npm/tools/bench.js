// Measures rolls in WebAssembly, beside the program if SPOILS_BINARY names it: `npm run bench`.
import { execFileSync } from 'node:child_process';
import { Engine } from 'spoils';

const engine = await Engine.load();
const binary = process.env.SPOILS_BINARY;

function best(work, tries = 5) {
  let least = Infinity;
  for (let i = 0; i < tries; ++i) {
    const begin = performance.now();
    work();
    least = Math.min(least, performance.now() - begin);
  }
  return least / 1000;
}

const million = (n) => `${(n / 1e6).toFixed(2)} M`;

for (const [name, rule, inputs, rolls] of [
  ['hello', 'floor', {}, 200000], ['rogue', 'floor', {}, 200000], ['rogue', 'level', { level: 8 }, 5000],
  ['powder', 'item', {}, 100000], ['crawl', 'item', {}, 50000],
]) {
  const pack = await engine.pack(name);
  if (!pack.rules.some((one) => one.name === rule)) { continue; }
  const roller = pack.roller(rule, inputs);
  let things = 0;
  const figures = [];
  const measure = (what, work) => {
    const seconds = best(work);
    figures.push(`${what} ${million(things / seconds)}`);
    return seconds;
  };
  measure('kinds', () => { things = roller.batch(1, { rolls, fields: ['kind'], names: false }).column('kind').length; });
  measure('all fields', () => { things = 0; for (const _ of roller.batch(1, { rolls, names: false })) { ++things; } });
  measure('with names', () => { things = 0; for (const _ of roller.batch(1, { rolls })) { ++things; } });
  measure('one by one', () => { things = 0; for (let i = 0; i < rolls / 10; ++i) { things += roller.roll(1, i).length; } });
  const json = best(() => { for (let i = 0; i < rolls / 10; ++i) { roller.rollJson(1, i); } }, 3);
  let beside = '';
  if (binary !== undefined) {
    const words = ['roll', name, rule, ...Object.entries(inputs).flatMap(([key, value]) => [`--${key}`, String(value)]),
      '--seed', '1', '--format', 'json'];
    const run = (n) => best(() => execFileSync(binary, [...words, '-n', String(n)], { stdio: ['ignore', 'ignore', 'ignore'] }), 3);
    const native = run(rolls / 10 + 1) - run(1);
    beside = `; JSON ${(json * 1e7 / rolls).toFixed(2)} us a roll, native ${(native * 1e7 / rolls).toFixed(2)}`;
  }
  console.log(`${name} ${rule}: things a second: ${figures.join(', ')}${beside}`);
}
