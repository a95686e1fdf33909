// Measures rolls in WebAssembly, beside the program if SPOILS_BINARY names it: `npm run bench`. All times are those of
// the processor, so that others on the machine disturb them less.
import { execFileSync } from 'node:child_process';
import { Engine } from 'spoils';

const engine = await Engine.load();
const binary = process.env.SPOILS_BINARY;

function best(work, tries = 5) {
  let least = Infinity;
  for (let i = 0; i < tries; ++i) {
    const begin = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begin);
    least = Math.min(least, user + system);
  }
  return least / 1e6;
}

// The seconds of processor time of a command.
function bestNative(words, tries = 3) {
  let least = Infinity;
  for (let i = 0; i < tries; ++i) {
    const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';
    const out = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', ...words], { encoding: 'utf8' });
    const [user, system] = out.trim().split(' ').map(Number);
    least = Math.min(least, user + system);
  }
  return least;
}

const million = (n) => `${(n / 1e6).toFixed(2)} M`;

for (const [name, rule, inputs, rolls] of [
  ['hello', 'floor', {}, 200000], ['rogue', 'floor', {}, 200000], ['rogue', 'level', { level: 8 }, 5000],
  ['powder', 'item', {}, 100000], ['crawl', 'floor', { depth: 10 }, 100000],
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
  // Both make each roll and its JSON, which the program writes to nowhere.
  const json = best(() => { for (let i = 0; i < rolls; ++i) { roller.rollJson(1, i); } }, 3);
  let beside = '';
  if (binary !== undefined) {
    const words = [binary, 'roll', name, rule,
      ...Object.entries(inputs).flatMap(([key, value]) => [`--${key}`, String(value)]), '--seed', '1', '--format', 'json'];
    const native = bestNative([...words, '-n', String(rolls)]) - bestNative([...words, '-n', '1']);
    beside = `; JSON of a roll ${(json * 1e6 / rolls).toFixed(2)} us, native ${(native * 1e6 / rolls).toFixed(2)} us`;
  }
  console.log(`${name} ${rule}: things a second: ${figures.join(', ')}${beside}`);
}
