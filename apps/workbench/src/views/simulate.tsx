// Simulate: many rolls, counted, beside the exact odds; a chi-square says whether the two agree. Of whole rolls, all things: how
// many of each a roll has, beside the exact means; and of whole runs, whose rolls keep the state of their world. The numbers
// of a row are a histogram. test/page/long.test.ts.
import { useState } from 'preact/hooks';
import { Simulator } from '../actions/simulate';
import { interval, meanInterval, percent, short } from '../model/numbers';
import { simulateCommand } from '../model/command';
import { fit, histogram, kNoTally, meanOf, wilson, type Tally } from '../model/stats';
import type { Simulation } from '../model/state';
import { namesOf } from '../model/names';
import { wordsOf } from '../model/values';
import { ruleOf, settingsFor } from '../model/settings';
import { Chips } from './chips';
import type { PackProps } from './inputs';
import { Box, Command, packWord } from './parts';

const kMostRows = 200;
type What = 'own' | 'all' | 'run';
const kMostOfRun = 1000;
const kMostBins = 20;
const kAmounts = [1000, 10_000, 100_000, 1_000_000];
// Below this the odds or the rolls are wrong: one in a million simulations of sound odds is as far off by chance.
const kRisk = 1e-6;

export function SimulateTab({ state, actions, pack }: PackProps) {
  const [amount, setAmount] = useState(10_000);
  const [what, setWhat] = useState<What>('own');
  const [ofRun, setOfRun] = useState(10);
  const isWhole = what !== 'own';
  const rollsOfRun = what === 'run' ? ofRun : 0;
  const rule = ruleOf(pack, state.rule);
  const { simulation } = state;
  const columns = Simulator.columns(state);
  const toggle = (field: string) => actions.askBy(field);
  return (
    <>
      <div class="row">
        <span class="seed"><Box label="Seed" value={state.seed} set={(seed) => actions.set({ seed })} /></span>
        <label>{what === 'run' ? 'Runs' : 'Rolls'}
          <select value={amount} onChange={(event) => setAmount(Number(event.currentTarget.value))}>
            {kAmounts.map((one) => <option key={one} value={one}>{one.toLocaleString('en')}</option>)}
          </select>
        </label>
        <label>Count
          <select value={what} onChange={(event) => setWhat(event.currentTarget.value as What)}>
            <option value="own">its own thing</option>
            <option value="all">all things of a roll</option>
            <option value="run">all things of a run of rolls</option>
          </select>
        </label>
        {what === 'run' && (
          <label title="They are made one after the other in a world, which keeps its state.">Rolls of a run
            <input type="number" min={1} max={kMostOfRun} value={ofRun}
              onInput={(event) => setOfRun(Math.min(kMostOfRun, Math.max(1, Math.floor(Number(event.currentTarget.value)) || 1)))} />
          </label>
        )}
        {!isWhole && (
          <Chips label="Where" kind="conditions" value={state.asked.where} hint="kind == ring" names={namesOf(state, pack)} set={(where) => actions.ask({ where })}
            more={(text) => actions.language.complete(rule, text)} />
        )}
        <button type="button" class="main" onClick={() => void actions.simulator.run(amount, isWhole, rollsOfRun)}>Roll</button>
        <button type="button" disabled={simulation?.isRunning !== true} onClick={() => actions.simulator.stop()}>Stop</button>
      </div>
      <div class="chips" role="group" aria-label="Count by">
        {['name', ...pack.fields.map(({ name }) => name)].map((field) => (
          <button key={field} type="button" aria-pressed={columns.includes(field)} onClick={() => toggle(field)}>{field}</button>
        ))}
      </div>
      {simulation === null
        ? <p class="quiet">{what === 'run'
            ? `Each run makes ${ofRun} rolls in a world of its own, which keeps its state from roll to roll; all their things are counted by ${columns.join(', ')}.`
            : `Rolls 0, 1, … of the seed are counted by ${columns.join(', ')} and compared with the exact odds.`}</p>
        : simulation.isWhole ? <Whole simulation={simulation} /> : <Counted simulation={simulation} />}
      <Command actions={actions} text={simulateCommand(packWord(state.shipped, state.source.name), rule, settingsFor(pack, rule, state.inputs), columns,
        { seed: state.seed, rolls: amount, isWhole, where: state.asked.where.trim(), rollsOfRun })} />
    </>
  );
}

function Counted({ simulation }: { simulation: Simulation }) {
  const { by, types, counts, held: done, odds, error, isRunning } = simulation;
  const answer = odds?.answers[0] ?? null;
  const rollsOf = (key: string) => (counts.get(key) ?? kNoTally).total;
  const exact = new Map((answer?.rows ?? []).map((row) => [row.key, row]));
  const keys = [...new Set([...counts.keys(), ...exact.keys()])];
  keys.sort((a, b) => rollsOf(b) - rollsOf(a) || (exact.get(b)?.high ?? 0) - (exact.get(a)?.high ?? 0));
  const most = Math.max(1e-300, ...keys.map((key) => Math.max(rollsOf(key) / Math.max(1, done), exact.get(key)?.high ?? 0)));
  return (
    <div class="answer" aria-busy={isRunning}>
      <Progress simulation={simulation} />
      {error !== null && <p class="bad" role="alert">{error}</p>}
      {done > 0 && <Agreement simulation={simulation} />}
      <div class="scroll" tabIndex={0} role="region" aria-label="Counts and odds">
        <table class="odds">
          <thead><tr>{by.map((column) => <th key={column} scope="col">{column}</th>)}<th scope="col" class="number">rolls</th><th scope="col" class="number">share, 95%</th><th scope="col" class="number">odds</th><th scope="col" class="bar-head">bar, odds as a line</th></tr></thead>
          <tbody>
            {keys.slice(0, kMostRows).map((key) => {
              const count = rollsOf(key);
              const row = exact.get(key);
              const { low, high } = wilson(count, done);
              return (
                <tr key={key}>
                  {(row?.values ?? wordsOf(key, types)).map((value, i) => <td key={i}>{value}</td>)}
                  <td class="number">{count.toLocaleString('en')}</td>
                  <td class="number">{done === 0 ? '' : `${percent(low)} to ${percent(high)}`}</td>
                  <td class={answer?.exact === false ? 'number bounded' : 'number'}>{answer === null ? '' : row === undefined ? interval(0, answer.unlisted) : interval(row.low, row.high)}</td>
                  <td class="bar-cell" aria-hidden="true">
                    <div class="histogram">
                      <div class="bar" style={{ width: `${100 * count / Math.max(1, done) / most}%` }} />
                      {row !== undefined && answer?.exact === true && <div class="tick" style={{ left: `${100 * row.probability / most}%` }} />}
                    </div>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {keys.length > kMostRows && <p class="quiet">and {keys.length - kMostRows} more rows</p>}
      </div>
    </div>
  );
}

function Progress({ simulation: { done, wanted, seed, isRunning, where, held, rollsOfRun } }: { simulation: Simulation }) {
  const what = rollsOfRun > 0 ? `runs of ${rollsOfRun} rolls` : 'rolls';
  return (
    <p><progress max={wanted} value={done} aria-label={rollsOfRun > 0 ? 'Runs made' : 'Rolls made'} /> {done.toLocaleString('en')} of {wanted.toLocaleString('en')} {what} of seed {seed}{isRunning ? '' : done < wanted ? ', stopped' : ''}{where === '' ? '' : `; ${where} holds in ${held.toLocaleString('en')} of them`}</p>
  );
}

/** Numbers of things in whole rolls or runs. */
function Whole({ simulation }: { simulation: Simulation }) {
  const [opened, setOpened] = useState<string | null>(null);
  const { by, types, counts, done, odds, error, isRunning, rollsOfRun } = simulation;
  const exact = new Map((odds?.answers[0]?.rows ?? []).map((row) => [row.key, row]));
  const rows = [...counts].map(([key, tally]) => ({ key, tally, ...meanOf(tally, Math.max(1, done)) })).sort((a, b) => b.mean - a.mean);
  const most = Math.max(1e-300, ...rows.map(({ mean }) => mean));
  const hasExact = rollsOfRun === 0;
  const unit = rollsOfRun > 0 ? 'run' : 'roll';
  return (
    <div class="answer" aria-busy={isRunning}>
      <Progress simulation={simulation} />
      {error !== null && <p class="bad" role="alert">{error}</p>}
      <div class="scroll" tabIndex={0} role="region" aria-label="Numbers of things">
        <table class="odds">
          <thead>
            <tr>
              {by.map((column) => <th key={column} scope="col">{column}</th>)}
              <th scope="col" class="number">a {unit}, 95%</th>
              {hasExact && <th scope="col" class="number">{odds?.exact === false ? 'proven mean' : 'exact mean'}</th>}
              <th scope="col" class="number">at least one, 95%</th>
              <th scope="col">histogram</th>
              <th scope="col" class="bar-head">{hasExact && odds?.exact !== false ? 'bar, exact mean as a line' : 'bar'}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, kMostRows).map(({ key, tally, mean, low, high }) => {
              const row = exact.get(key);
              const once = wilson(tally.rolls, done);
              const values = row?.values ?? wordsOf(key, types);
              return [
                <tr key={key}>
                  {values.map((value, i) => <td key={i}>{value}</td>)}
                  <td class="number">{short(low)} to {short(high)}</td>
                  {hasExact && <td class={odds?.exact === false ? 'number bounded' : 'number'}>{odds === null ? '' : meanInterval(row?.low ?? 0, row?.high ?? odds.answers[0]?.unlisted ?? Infinity)}</td>}
                  <td class="number">{percent(once.low)} to {percent(once.high)}</td>
                  <td><button type="button" class="link" aria-expanded={opened === key} aria-label={`${opened === key ? 'close' : 'show'} the histogram of ${values.join(', ')}`}
                    onClick={() => setOpened(opened === key ? null : key)}>{opened === key ? 'close' : 'show'}</button></td>
                  <td class="bar-cell" aria-hidden="true">
                    <div class="histogram">
                      <div class="bar" style={{ width: `${100 * mean / most}%` }} />
                      {row !== undefined && odds?.exact === true && <div class="tick" style={{ left: `${Math.min(100, 100 * row.probability / most)}%` }} />}
                    </div>
                  </td>
                </tr>,
                opened === key && <tr key={`${key} numbers`}><td colSpan={by.length + (hasExact ? 5 : 4)}><Numbers tally={tally} done={done} unit={unit} /></td></tr>,
              ];
            })}
          </tbody>
        </table>
        {rows.length > kMostRows && <p class="quiet">and {rows.length - kMostRows} more rows</p>}
      </div>
    </div>
  );
}

/** How many rolls or runs had how many. */
function Numbers({ tally, done, unit }: { tally: Tally; done: number; unit: string }) {
  const bins = histogram(tally, done, kMostBins);
  const most = Math.max(1, ...bins.map(({ rolls }) => rolls));
  return (
    <table class="odds numbers">
      <thead><tr><th scope="col" class="number">in a {unit}</th><th scope="col" class="number">{unit}s</th><th scope="col" class="number">share, 95%</th><th scope="col" class="bar-head">bar</th></tr></thead>
      <tbody>
        {bins.map(({ from, to, rolls }) => {
          const { low, high } = wilson(rolls, done);
          return (
            <tr key={from}>
              <td class="number">{from === to ? from : `${from} to ${to}`}</td>
              <td class="number">{rolls.toLocaleString('en')}</td>
              <td class="number">{percent(low)} to {percent(high)}</td>
              <td class="bar-cell" aria-hidden="true"><div class="bar" style={{ width: `${100 * rolls / most}%` }} /></td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Agreement({ simulation: { types, counts, odds, held: done } }: { simulation: Simulation }) {
  const answer = odds?.answers[0];
  if (answer === undefined) { return <p class="quiet">The exact odds are being computed, or are not available: counts alone.</p>; }
  if (!answer.exact) { return <p class="verdict bounds">The odds are bounds; the rolls are compared row by row, without a chi-square.</p>; }
  const exact = new Map(answer.rows.map(({ key, probability }) => [key, probability]));
  const found = fit(new Map([...counts].map(([key, { total }]) => [key, total])), exact, done);
  if (found === null) { return <p class="quiet">Too few rolls, or outcomes, for a chi-square.</p>; }
  const { chiSquare, degrees, p, impossible } = found;
  const words = `chi-square ${short(chiSquare)} with ${degrees} degrees of freedom; sound odds are at least as far off in ${percent(p)} of simulations`;
  if (impossible.length > 0 || p < kRisk) {
    const named = impossible.slice(0, 5).map((key) => wordsOf(key, types).join(', ')).join('; ');
    return <p class="verdict broken">rolls and odds disagree: {named === '' ? '' : `rolled although impossible: ${named}; `}{words}</p>;
  }
  return <p class="verdict exact">rolls and odds agree: {words}</p>;
}
