// Runs one case of the conformance suite; in Node and in a browser.

/** Returns what the case gives, as text. */
export function runCase(engine, packs, one, classes) {
  try {
    return run(engine, packs, one, classes);
  } catch (error) {
    if (!(error instanceof classes.SpoilsError) || error.json === undefined) { throw error; }
    return error.json;
  }
}

function run(engine, packs, one, { Fraction }) {
  if (one.call === 'seed') { return String(engine.seed(one.text)); }
  if (one.call === 'format') { return engine.format(one.text, { name: one.file }); }
  if (one.call === 'service') { return service(engine, one); }
  const { files, name, skip_quantities: skips } = packs[one.pack];
  const options = { name: name ?? '', checkQuantities: skips !== 'true' };
  if (one.call === 'findings') { return findingsJson(engine, files, options); }
  const pack = engine.compile(files, options);
  switch (one.call) {
    case 'pack': return pack.describe();
    case 'odds': return pack.oddsNow(one.question).json;
    case 'rows': return rows(pack.oddsNow(one.question));
    case 'at_least_once': return pack.atLeastOnceNow(one.question, one.rolls.split(' ').filter(Boolean).map(Number), states(one)).json;
    case 'unlisted': return pack.oddsNow(one.question, states(one)).answers.map(({ unlisted }) => `${unlisted}\n`).join('');
    case 'check': {
      const { broken, json } = pack.checkNow();
      return `${broken}\n${json}`;
    }
    case 'restore':
      pack.restore(one.text);
      return '';
    default:
  }
  const roller = pack.roller(one.rule ?? '', one.inputs);
  for (const [name, value] of Object.entries(one.state ?? {})) { roller.setState(name, value); }
  const seed = one.seed ?? '0';
  const index = BigInt(one.index ?? 0);
  switch (one.call) {
    case 'roll': return roller.rollJson(seed, index);
    case 'explain': return roller.explainJson(seed, index);
    case 'tweak': {
      const { tweaker, report } = tweakerOf(pack, roller, seed, index, one);
      if (one.restart !== undefined) { tweaker.restart(seed, BigInt(one.restart)); }
      for (const edit of one.edits.split('\n').filter((line) => line !== '')) {
        if (edit === 'undo' || edit === 'redo') { tweaker[edit](); } else { tweaker.apply(edit); }
      }
      if (one.choices !== undefined) { return tweaker.choicesJson(one.choices); }
      if (one.outlook !== undefined) { return tweaker.outlookJson(one.outlook, [one.by]); }
      if (one.reach !== undefined) { return tweaker.reachJson(one.reach, one.value); }
      return report + (one.script === undefined ? tweaker.json() : tweaker.script());
    }
    case 'things': return things(pack, roller.roll(seed, index), Fraction);
    case 'batch': {
      const batch = roller.batch(seed, { first: index, rolls: BigInt(one.rolls) });
      let out = '';
      for (let i = 0; i < batch.things; ++i) {
        out += `${batch.index[i]}|${batch.holder[i]}|${batch.rule(i)}|${batch.name(i)}`;
        for (const field of batch.fields) {
          const value = batch.value(i, field);
          if (value === null) { continue; }
          const isJson = typeof value === 'object' && !(value instanceof Fraction);
          out += `|${field}=${isJson ? JSON.stringify(value) : shown(value)}`;
        }
        out += '\n';
      }
      return out;
    }
    case 'world': {
      const world = pack.world(seed);
      for (let i = 0; i < Number(one.rolls); ++i) { roller.rollIn(world); }
      const saved = world.save();
      return saved + things(pack, roller.rollIn(pack.restore(saved)), Fraction);
    }
    default: return 'unknown call';
  }
}

function states({ max_states: maxStates = 0 }) {
  return { maxStates: Number(maxStates) };
}

// The tweaker with which a case begins, and the report of a script.
function tweakerOf(pack, roller, seed, index, one) {
  if (one.by_hand !== undefined) { return { tweaker: roller.tweakerByHand(one.by_hand, seed), report: '' }; }
  if (one.replay !== undefined) {
    const { tweaker, samePack, leftOut } = pack.replay(one.replay);
    return { tweaker, report: JSON.stringify({ same_pack: samePack, left_out: leftOut }) };
  }
  if (one.rolls === undefined) { return { tweaker: roller.tweaker(seed, index), report: '' }; }
  const world = pack.world(seed);
  for (let i = 0; i < Number(one.rolls); ++i) { roller.rollIn(world); }
  return { tweaker: roller.tweakerIn(world), report: '' };
}

// A line for each list of messages that a language service gives for a line; `work` is that call.
function service(engine, { files, messages }) {
  const own = engine.service(files);
  const lines = messages.split('\n').filter((line) => line !== '');
  const out = lines.map((line) => `${line === 'work' ? JSON.stringify(own.work()) : own.messageJson(line)}\n`).join('');
  own.dispose();
  return out;
}

// The text of findings is that of a call; an engine gives it parsed, which JSON.stringify turns back.
function findingsJson(engine, files, options) {
  return JSON.stringify(engine.findings(files, options));
}

function shown(value) {
  if (typeof value === 'boolean') { return value ? '1' : '0'; }
  return String(value);
}

function things(pack, rolled, Fraction) {
  const text = (value) => {
    if (Array.isArray(value)) { return `[${value.map(text).join(',')}]`; }
    if (typeof value === 'object' && !(value instanceof Fraction)) {
      return `{${Object.entries(value).map(([key, amount]) => `${key}:${amount}`).join(',')}}`;
    }
    return shown(value);
  };
  return rolled.map(({ name, rule, holder, fields }) => {
    const parts = [name, rule, holder ?? -1];
    for (const { name: field } of pack.fields) {
      if (field in fields) { parts.push(`${field}=${text(fields[field])}`); }
    }
    return `${parts.join('|')}\n`;
  }).join('');
}

function rows(odds) {
  let out = '';
  for (const { value, rows: list } of odds.answers) {
    for (const { values, fraction } of list) {
      out += `${[value ?? '', ...values.map((one) => String(one ?? ''))].join('|')}|${fraction ?? '/'}\n`;
    }
  }
  return out;
}
