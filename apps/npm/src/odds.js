// Questions about odds, and expectations: the calls that may take long, in the thread that makes them.
import { unsigned } from './core.js';
import { jsonOf, misuse, optionsOf } from './errors.js';
import { Fraction, cellValue, written } from './values.js';

const kLimits = ['none', 'states', 'paths', 'memory', 'stopped', 'draw'];

/** Returns a question as the JSON that the engine reads. */
export function putQuestion(question) {
  if (typeof question === 'string') { return question; }
  if (typeof question !== 'object' || question === null) { throw misuse('`question` is neither an object nor JSON'); }
  return jsonOf(question, 'question', (key, value) =>
    (typeof value === 'bigint' || value instanceof Fraction ? written(value, key) : value));
}

// Writes a budget into memory of the call; runs `work` with its address. An exception of `stop` ends the work, too.
function withBudget(core, budget, work) {
  const { maxStates = 0, maxPaths = 0, milliseconds = 0, stop } = optionsOf(budget, 'budget');
  if (stop !== undefined && typeof stop !== 'function') { throw misuse('`stop` is no function'); }
  let thrown = null;
  const run = (exports) => {
    const at = core.place(40);
    core.bytes.fill(0, at, at + 40);
    core.data.setBigUint64(at, unsigned(maxStates, 'maxStates'), true);
    core.data.setBigUint64(at + 8, unsigned(maxPaths, 'maxPaths'), true);
    core.data.setBigUint64(at + 16, unsigned(typeof milliseconds === 'number' ? Math.ceil(milliseconds) : milliseconds, 'milliseconds'), true);
    const around = core.stop;
    if (stop !== undefined) {
      const slot = core.stopFunction(() => {
        try {
          return thrown !== null || stop() === true;
        } catch (error) {
          thrown = { error };
          return true;
        }
      });
      core.words[(at >> 2) + 6] = slot;
    }
    try {
      return work(exports, at);
    } finally {
      core.stop = around;
    }
  };
  try {
    return core.run(run);
  } finally {
    if (thrown !== null) { throw thrown.error; }
  }
}

/** Answers a question; see spoils_odds_of() in spoils.h. */
export function answer(core, pack, question, budget) {
  return withBudget(core, budget, (exports, limits) => {
    const text = core.text(question, 'question');
    const out = core.place(4);
    core.check(exports.spoils_odds_of(pack, text, limits, out));
    const odds = core.word(out);
    try {
      return readOdds(core, exports, odds);
    } finally {
      exports.spoils_free(odds);
    }
  });
}

const kMostRolls = 1000;

/** Answers how likely outcomes occur within numbers of rolls; see spoils_at_least_once() in spoils.h. */
export function atLeastOnce(core, pack, question, rolls, budget) {
  if (!Array.isArray(rolls) || rolls.length > kMostRolls) { throw misuse(`\`rolls\` is no array of at most ${kMostRolls} numbers`); }
  return withBudget(core, budget, (exports, limits) => {
    const at = core.place(8 * rolls.length);
    rolls.forEach((count, i) => { core.data.setBigUint64(at + 8 * i, unsigned(count, 'rolls'), true); });
    const json = core.string('spoils_at_least_once', pack, core.text(question, 'question'), at, rolls.length, limits);
    return readAtLeastOnce(json);
  });
}

// Integers that a number cannot hold are bigints where the engine of JavaScript tells their digits.
function exactIntegers(key, value, context) {
  const isLost = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLost && /^-?\d+$/.test(context?.source ?? '') ? BigInt(context.source) : value;
}

function readAtLeastOnce(json) {
  const whole = JSON.parse(json, exactIntegers);
  const { by, exact, limit, independent, worlds, unlisted } = whole;
  // A time that is not known is undefined, one that never comes is null.
  const time = (row, name) => (row.unknown.includes(name) ? undefined : row[name]);
  return {
    columns: by, rolls: whole.rolls, exact, limit, independent, worlds, allWorlds: whole.all_worlds, unlisted,
    rows: whole.rows.map((row) => ({
      values: row.values,
      within: (row.p ?? row.lo).map((low, i) => ({ low, high: exact ? low : row.hi[i] })),
      wait: { mean: time(row, 'mean_wait'), half: time(row, 'wait_50'), most: time(row, 'wait_90'), nearlyAll: time(row, 'wait_99') },
    })),
    json,
  };
}

function readOdds(core, exports, odds) {
  const json = core.string('spoils_odds_json', odds);
  const out = core.place(8);
  core.check(exports.spoils_odds_count(odds, out));
  const count = core.word(out);
  const about = core.place(48);
  const columns = [];
  const answers = [];
  for (let i = 0; i < count; ++i) {
    core.check(exports.spoils_odds_answer(odds, i, about));
    const base = about >> 2;
    const rows = core.words[base + 2];
    const columnCount = core.words[base + 3];
    while (columns.length < columnCount) {
      core.check(exports.spoils_odds_column(odds, columns.length, out));
      columns.push(core.textAt(out));
    }
    const exact = core.words[base + 4] !== 0;
    core.check(exports.spoils_odds_unlisted(odds, i, out));
    const one = {
      value: core.textAt(about) || null,
      exact,
      limit: kLimits[core.words[base + 5]] ?? 'none',
      given: core.data.getFloat64(about + 24, true),
      unexplored: core.data.getFloat64(about + 32, true),
      unlisted: core.data.getFloat64(out, true),
      mean: core.data.getFloat64(about + 40, true),
      estimate: null,
      rows: [],
    };
    for (let row = 0; row < rows; ++row) { one.rows.push(readRow(core, exports, odds, i, row, columnCount, exact)); }
    answers.push(one);
  }
  addEstimates(answers, json);
  return { columns, answers, rows: answers[0]?.rows ?? [], exact: answers.every(({ exact }) => exact), json };
}

// The structures of the C interface have proven bounds alone.
function addEstimates(answers, json) {
  if (answers.every(({ exact }) => exact) || !json.includes('"estimate"')) { return; }
  const whole = JSON.parse(json);
  const tables = whole.sweep ?? [whole];
  answers.forEach((one, i) => {
    const { estimate = null, rows } = tables[i];
    one.estimate = estimate;
    one.rows.forEach((row, k) => {
      const { estimate: share } = rows[k];
      row.estimate = share === undefined ? null : { probability: share.p ?? share.expected, low: share.lo, high: share.hi };
    });
  });
}

// Of bounds there is no figure: the C interface has the share of what was explored.
function readRow(core, exports, odds, answerNumber, row, columns, exact) {
  const free = core.free;
  const cell = core.place(12);
  const values = [];
  for (let column = 0; column < columns; ++column) {
    core.check(exports.spoils_odds_cell(odds, answerNumber, row, column, cell));
    values.push(cellValue(core.word(cell), core.textAt(cell + 4)));
  }
  const at = core.place(40);
  core.check(exports.spoils_odds_row_of(odds, answerNumber, row, at));
  const numerator = core.textAt(at + 24);
  const out = {
    values,
    probability: exact ? core.data.getFloat64(at, true) : NaN,
    low: core.data.getFloat64(at + 8, true),
    high: core.data.getFloat64(at + 16, true),
    fraction: numerator === '' ? null : new Fraction(numerator, core.textAt(at + 32)),
    estimate: null,
  };
  core.free = free;
  return out;
}

/** Computes the expectations of a pack; see spoils_check_estimated() in spoils.h. */
export function check(core, pack, budget) {
  return withBudget(core, budget, (exports, limits) => {
    const out = core.place(8);
    const rolls = unsigned(budget.estimate ?? 0, 'estimate');
    core.check(exports.spoils_check_estimated(pack, rolls, limits, out, out + 4));
    const broken = core.word(out + 4);
    const json = core.takeString(out);
    const { promises } = JSON.parse(json);
    return { broken, expectations: promises, json };
  });
}

/** Writes the book of a pack; see spoils_book() in spoils.h. */
export function book(core, pack, options, budget) {
  const { format = 'markdown', depths = [] } = optionsOf(options);
  if (!Array.isArray(depths) || !depths.every(Number.isSafeInteger)) { throw misuse('`depths` is no array of integers'); }
  return withBudget(core, budget, (exports, limits) => {
    const at = core.place(8 * depths.length);
    depths.forEach((depth, i) => { core.data.setBigInt64(at + 8 * i, BigInt(depth), true); });
    return core.string('spoils_book', pack, core.text(format, 'format'), at, depths.length, limits);
  });
}
