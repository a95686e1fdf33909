// WebAssembly against native: rolls of every rule of every shipped pack, byte by byte, and exact odds as fractions,
// with the program (SPOILS_BINARY, `make build`) as the other side; and the reproducibility vectors, which are files.
// SPOILS_ROLLS is the number of rolls of a rule; from 1,000 on the hashes of the vectors are computed, too.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Engine, Fraction, SpoilsError } from 'spoils';
import { packs } from 'spoils/packs';

const run = promisify(execFile);
const rolls = Number(process.env.SPOILS_ROLLS ?? 50);
const root = new URL('../../../', import.meta.url);
const binary = process.env.SPOILS_BINARY ?? fileURLToPath(new URL('build/release/spoils', root));
const skip = existsSync(binary) ? false : `there is no ${binary}: make build`;
const vectors = new URL('tests/reproducibility/vectors/', root);

const engine = await Engine.load();

// A value for each parameter without a default.
function valuesOf(rule) {
  const out = {};
  for (const { name, kind, first, choices, initial } of rule.parameters) {
    if (initial !== null) { continue; }
    out[name] = kind === 'integer' ? (first ?? 1) : kind === 'flag' ? true : choices[0] ?? 'none';
  }
  return out;
}

// Runs the program; returns what it printed, and whether it succeeded.
async function native(...words) {
  try {
    const { stdout } = await run(binary, words, { maxBuffer: 1 << 30, encoding: 'buffer' });
    return { stdout, isFine: true };
  } catch (error) {
    if (error.stdout === undefined) { throw error; }
    return { stdout: error.stdout, isFine: false };
  }
}

// The same for any amount of output: a thousand journeys of crawl are longer than a text of JavaScript may be.
function nativeHash(...words) {
  return new Promise((resolve, reject) => {
    const program = spawn(binary, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    const hash = createHash('sha256');
    program.stdout.on('data', (piece) => { hash.update(piece); });
    program.on('error', reject);
    program.on('close', (code) => { resolve({ hash: hash.digest('hex'), isFine: code === 0 }); });
  });
}

function hashOfRolls(roller, seed, count) {
  const hash = createHash('sha256');
  let isFine = true;
  try {
    for (let index = 0; index < count; ++index) { hash.update(roller.rollJson(seed, index)); }
  } catch (error) {
    if (!(error instanceof SpoilsError)) { throw error; }
    isFine = false;
  }
  return { hash: hash.digest('hex'), isFine };
}

for (const name of Object.keys(packs.names)) {
  test(`rolls of ${name}`, { skip }, async () => {
    const pack = await engine.pack(name);
    let compared = 0;
    for (const rule of pack.rules) {
      const values = valuesOf(rule);
      const options = Object.entries(values).flatMap(([key, value]) => [`--${key}`, String(value)]);
      const there = await nativeHash('roll', fileURLToPath(new URL(`packs/${name}`, root)), rule.name, ...options,
        '--seed', 'agreement', '-n', String(rolls), '--format', 'json');
      let here;
      try {
        here = hashOfRolls(pack.roller(rule.name, values), 'agreement', rolls);
      } catch (error) {
        if (!(error instanceof SpoilsError)) { throw error; }
        here = { isFine: false };
      }
      assert.equal(here.isFine, there.isFine, `${name} ${rule.name}`);
      if (!here.isFine) { continue; }
      assert.equal(here.hash, there.hash, `${name} ${rule.name} differs`);
      ++compared;
    }
    assert.ok(compared > 0, 'no rule was compared');
    pack.dispose();
  });
}

// Pack, rule, fields, options of both sides.
const questions = [
  ['hello', 'floor', ['kind'], { depth: 7 }],
  ['rogue', 'ring', ['kind', 'cursed'], {}],
  ['rogue', 'monster', ['kind'], { level: 13 }],
  ['drops', '', ['kind'], {}],
  ['boosters', '', ['kind'], {}],
  ['hoard', '', ['kind'], {}],
  ['crawl', 'book', ['kind'], { depth: 27 }],
  ['powder', 'item', ['kind'], {}],
];

for (const [name, rule, by, inputs] of questions) {
  test(`odds of ${name} ${rule} as fractions`, { skip }, async () => {
    const pack = await engine.pack(name);
    const options = Object.entries(inputs).flatMap(([key, value]) => [`--${key}`, String(value)]);
    const there = await native('odds', fileURLToPath(new URL(`packs/${name}`, root)), ...(rule === '' ? [] : [rule]),
      ...options, '--by', by.join(','), '--fractions', '--format', 'json');
    assert.ok(there.isFine);
    const expected = JSON.parse(there.stdout);
    const odds = pack.oddsNow({ ...(rule === '' ? {} : { rule }), by, inputs, fractions: true });
    assert.ok(odds.exact && odds.rows.length > 0);
    assert.deepEqual(odds.rows.map(({ values, fraction }) => `${values} ${fraction}`),
      expected.rows.map(({ values, num, den }) => `${values} ${num}/${den}`));
    let sum = [0n, 1n];
    for (const { fraction: { numerator, denominator } } of odds.rows) {
      sum = [sum[0] * denominator + numerator * sum[1], sum[1] * denominator];
    }
    assert.equal(sum[0], sum[1], 'the fractions add up to 1');
    pack.dispose();
  });
}

// The text of a roll as tests/things_text.h writes it.
function rollText(pack, things, withNames = true) {
  const text = (value) => {
    if (value instanceof Fraction) { return String(value); }
    if (Array.isArray(value)) { return `[${value.map(text).join(', ')}]`; }
    if (typeof value === 'object') { return `{${Object.entries(value).map(([key, n]) => `${key} ${n}`).join(', ')}}`; }
    return String(value);
  };
  const isText = new Set(pack.fields.filter(({ type }) => type === 'text').map(({ name }) => name));
  let out = '';
  for (const { name, rule, holder, fields } of things) {
    out += `${rule}${holder === null ? '' : ` in ${holder}`}${withNames ? ` "${name}"` : ''}:`;
    for (const field of Object.keys(fields)) {
      out += ` ${field}=${isText.has(field) ? `"${fields[field]}"` : text(fields[field])}`;
    }
    out += '\n';
  }
  return out;
}

// FNV-1a in two halves.
class Hash {
  low = 0x84222325;

  high = 0xcbf29ce4;

  add(text) {
    for (const byte of Buffer.from(text)) {
      const low = (this.low ^ byte) >>> 0;
      // Times 2^40 + 0x1b3.
      const product = low * 0x1b3;
      this.high = (Math.imul(this.high, 0x1b3) + Math.floor(product / 0x100000000) + (low << 8)) >>> 0;
      this.low = product >>> 0;
    }
  }

  toString() {
    return this.high.toString(16).padStart(8, '0') + this.low.toString(16).padStart(8, '0');
  }
}

for (const file of (await readdir(vectors)).sort()) {
  const kept = await readFile(new URL(file, vectors), 'utf8');
  const [first] = kept.split('\n', 1);
  const [, name, rule, rest] = /^pack (\w+) \S+, rule (\w+)(.*)$/.exec(first);
  if (rest.includes(', fused')) { continue; } // precomputed rollers are no part of the C interface
  test(`vector ${file}`, async () => {
    const pack = await engine.pack(name);
    const inputs = Object.fromEntries([...rest.matchAll(/, (\w+) = ([^,]+)/g)].map(([, key, value]) => [key, value]));
    const seed = /seed (0x[0-9a-f]+)/.exec(rest)[1];
    const roller = pack.roller(rule, inputs);
    let out = `${first}\n`;
    for (let index = 0; index < 5; ++index) {
      out += `\nroll ${index}\n${rollText(pack, roller.roll(seed, index))}`;
    }
    const [, count, expected] = /hash of (\d+) rolls: ([0-9a-f]+)/.exec(kept);
    assert.equal(out, kept.slice(0, kept.indexOf('\nhash of')));
    if (rolls >= 1000 || Number(count) <= 100) {
      const hash = new Hash();
      let index = 0;
      for await (const { things } of roller.rolls(seed, { count: Math.min(1000, Number(count)) })) {
        hash.add(rollText(pack, things));
        ++index;
      }
      for await (const { things } of roller.rolls(seed, { first: index, count: Number(count) - index, names: false })) {
        hash.add(rollText(pack, things, false));
      }
      assert.equal(String(hash), expected);
    }
    pack.dispose();
  });
}

test('odds of at least one in several rolls of rogue, which keeps a state', { skip }, async () => {
  const pack = await engine.pack('rogue');
  const rolls = [1, 2, 5, 40];
  for (const [words, question, isIndependent] of [
    [['floor', '--by', 'class'], { rule: 'floor', by: ['class'] }, true],
    [['level', '--count', 'class == food'], { rule: 'level', count: 'class == food' }, false], // no_food counts levels without food
  ]) {
    const here = pack.atLeastOnceNow(question, rolls);
    assert.deepEqual([here.exact, here.independent], [true, isIndependent]);
    for (const [i, count] of rolls.entries()) {
      const { stdout } = await native('odds', fileURLToPath(new URL('packs/rogue', root)), ...words, '--rolls', String(count), '--format', 'json');
      const there = JSON.parse(stdout);
      assert.equal(there.rows.length, here.rows.length);
      for (const row of there.rows) {
        const same = here.rows.find(({ values }) => JSON.stringify(values) === JSON.stringify(row.values));
        assert.ok(Math.abs(same.within[i].low - row.at_least_one) < 1e-12, `${row.values} in ${count}`);
        assert.equal(same.wait.mean?.toPrecision(9), row.mean_wait?.toPrecision(9));
        assert.equal(same.wait.half, row.wait_50);
      }
    }
  }
});
