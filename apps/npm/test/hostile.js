// Packs at the limits of program/limits.h and far beyond, as tests/limits has them, for Node and for browsers.

const times = (n, part) => part.repeat(n);
const around = (n, open, middle, close = '') => times(n, open) + middle + times(n, close);
const each = (n, part) => Array.from({ length: n }, (_, i) => part(i)).join('');
const chain = (n, link, last) => each(n, (i) => link(i, i + 1)) + last(n);
const rule = (body) => `rule floor { ${body} }\n`;
const value = (n, open, middle, close = '') => rule(`x = ${around(n, open, middle, close)}`);

// Name, the most that compiles (0: nothing does), the code of the refusal of 30,000, the source.
export const nestings = [
  ['parentheses', 98, 'E0204', (n) => value(n, '(', '1', ')')],
  ['nots', 97, 'E0204', (n) => value(n, 'not ', 'true')],
  ['sums', 499, 'E0204', (n) => value(n, 'depth + ', '1')],
  ['ands', 497, 'E0204', (n) => value(n, 'depth == 1 and ', 'true')],
  ['else ifs', 97, 'E0204', (n) => value(n, 'if depth == 1 then 1 else ', '0')],
  ['matches', 97, 'E0204', (n) => value(n, 'match depth { else: ', '1', ' }')],
  ['tables without names', 30, 'E0204', (n) => value(n, 'pick { 1 (', '1', '); 2 2 }')],
  ['calls', 48, 'E0204', (n) => value(n, 'max(1, ', 'depth', ')')],
  ['folds', 47, 'E0204', (n) => rule(`x = ${each(n, (i) => `sum(v${i} in [1]: `)}1${times(n, ')')}`)],
  ['blocks', 98, 'E0204', (n) => rule(around(n, 'if true { ', 'x = 1', ' }'))],
  ['withs', 97, 'E0204', (n) => rule(around(n, 'with depth = 1 { ', 'x = 1', ' }'))],
  ['tries', 20, 'E0204', (n) => rule(around(n, 'try { ', 'x = 1', ' } keep true'))],
  ['retries', 20, 'E0204', (n) => rule(around(n, 'retry { ', 'x = 1', ' } while false'))],
  ['defs', 60, 'E0204', (n) => rule('x = q0') + chain(n, (i, k) => `def q${i} = q${k} + depth\n`, (i) => `def q${i} = depth\n`)],
  ['constant defs', 60, 'E0204',
    (n) => rule('x = q0') + chain(n, (i, k) => `constant def q${i} = q${k} + 1\n`, (i) => `constant def q${i} = 1\n`)],
  ['defs with blocks', 60, 'E0204', (n) => rule('x = q0') +
    chain(n, (i, k) => `def q${i} { let p = q${k}; give p + depth }\n`, (i) => `def q${i} = depth\n`)],
  ['world defs', 60, 'E0204',
    (n) => rule('x = q0') + chain(n, (i, k) => `world def q${i} = q${k}\n`, (i) => `world def q${i} = pick 1..6\n`)],
  ['measures', 290, 'E0204',
    (n) => rule('x = 1') + chain(n, (i, k) => `measure q${i} = q${k} + depth\n`, (i) => `measure q${i} = x\n`)],
  ['tables', 290, 'E0204',
    (n) => rule('x = pick q0') + chain(n, (i, k) => `table q${i} { 1 (pick q${k}); 1 a }\n`, (i) => `table q${i} { a }\n`)],
  ['weights', 190, 'E0204', (n) => rule('x = pick q0') +
    chain(n, (i, k) => `table q${i}: c { (q${k}[a].c) a (q${k}[a].c) }\n`, (i) => `table q${i}: c { 1 a (depth) }\n`)],
  ['rules', 60, 'E0508', (n) => rule('q0()') + chain(n, (i, k) => `rule q${i} { q${k}() }\n`, (i) => `rule q${i} { x = 1 }\n`)],
  ['rules that drop', 60, 'E0508',
    (n) => rule('drop q0') + chain(n, (i, k) => `rule q${i} { drop q${k} }\n`, (i) => `rule q${i} { x = 1 }\n`)],
  ['braces left open', 0, 'E0202', (n) => `rule floor {${times(n, '{')}`],
  ['defs in a circle', 0, 'E0204', (n) => rule('x = q0') + each(n, (i) => `def q${i} = q${(i + 1) % n}\n`)],
];

// Rules that call each other, as deep as calls may go, each within eight blocks.
export const deepBlocks = ['if true { ', 'with stream other { ', 'repeat 1 { '].map((block) =>
  `pack limit\n${each(63, (i) => `rule r${i} { ${around(8, block, `r${i + 1}()`, ' }')} }\n`)}rule r63 { x = d6 }\n`);

// Name, code of the error of the roll, source.
export const rolls = [
  ['steps', 'limit', rule('repeat 20000000 { }')],
  ['things', 'limit', `${rule('repeat 100000 { drop coin }')}rule coin { kind = gold }\n`],
  ['fields of things', 'limit', `${rule('repeat 5500 { drop big }')}rule big { kind = gold; if letters == "all" { ${
    each(3000, (i) => `x${i} = 1; `)}} }\ninput letters: text = ""\n`],
  ['dice', 'limit', rule('repeat 100001 { x = roll(10000, 6) }')],
  ['bytes of a text', 'limit', rule('x = "a"\nrepeat 17 { x = "{x}{x}" }')],
];

// Questions of more states or paths than memory has room for; they end with bounds, or with a limit.
export const questions = [
  ['a sum of many dice', rule('let s = 0; repeat 60 { s = (s * 3 + d1000) mod 1000003 }; x = s'), { by: ['x'] }],
  ['lists', `field l: list of int\n${rule('repeat 60 { l += [d1000] }')}`, { by: ['l'] }],
  ['huge fractions', rule('let s = 0; repeat 5000 { s = s + d997 }; x = s'), { by: ['x'], fractions: true }],
];

/** Runs all of it; returns what went wrong, as texts. `SpoilsError` is that of the engine. */
export function runHostile(engine, SpoilsError) {
  const wrong = [];
  const codeOf = (work) => {
    try {
      work();
      return '';
    } catch (error) {
      if (!(error instanceof SpoilsError)) { return `${error.name}: ${error.message}`; }
      return error.code === 'invalid_pack' ? error.findings.find(({ severity }) => severity === 'error').code : error.code;
    }
  };
  const expect = (name, work, ...codes) => {
    const code = codeOf(work);
    if (!codes.includes(code)) { wrong.push(`${name}: ${code || 'no error'}, not ${codes.join(' or ')}`); }
  };
  const head = 'pack nested\ninput depth: 1..9 = 1\n';
  const every = (source) => {
    engine.format(source);
    const pack = engine.compile(source);
    const roller = pack.roller();
    roller.roll(1);
    roller.explain(1);
    roller.batch(1, { rolls: 3 });
    try {
      pack.oddsNow({}, { maxStates: 1000, maxPaths: 10000 });
    } catch (error) {
      if (error.code !== 'limit') { throw error; }
    }
    roller.dispose();
    pack.dispose();
  };
  for (const [name, limit, code, source] of nestings) {
    if (limit > 0) { expect(`${name} at the limit`, () => every(head + source(limit)), ''); }
    expect(`${name} beyond`, () => every(head + source(30000)), code);
  }
  deepBlocks.forEach((source, i) => expect(`blocks through rules, ${i}`, () => every(source), ''));
  for (const [name, code, source] of rolls) {
    const pack = engine.compile(`pack limit\n${source}`);
    expect(name, () => pack.roller().roll(1), code);
    pack.dispose();
  }
  for (const [name, source, question] of questions) {
    const pack = engine.compile(`pack limit\n${source}`);
    expect(name, () => {
      if (pack.oddsNow(question, { milliseconds: 1500 }).exact) { throw new SpoilsError('exact', 'no bounds'); }
    }, '', 'limit', ...(name === 'huge fractions' ? ['exact'] : []));
    pack.dispose();
  }
  expect('nonsense', () => engine.compile('$'.repeat(1000000)), 'E0101', 'E0102', 'E0103', 'E0104');
  return wrong;
}
