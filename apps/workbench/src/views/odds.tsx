// Odds: the question, a table with bars, and for a sweep a curve for each outcome.
import { useState } from 'preact/hooks';
import type { Actions } from '../actions/actions';
import type { AtLeastOnce, OddsAnswer, OddsResult, OddsRow } from '../engine/protocol';
import { oddsCommand } from '../model/command';
import { oddsCsv } from '../model/csv';
import { barLength, interval, percent, percentOf, short } from '../model/numbers';
import { controlsOf, questionOf, ruleOf, sampleWords, splitBy, sweptValues } from '../model/settings';
import { cumulative, curvesOfRolls, kMostRolls } from '../model/curves';
import { namesOf } from '../model/names';
import type { Answered, State } from '../model/state';
import { waitWords, withinOf } from '../model/rolls';
import { isNeverSet, kLimits, verdictWords, type Asking } from '../model/verdict';
import { Bars } from './bars';
import { Chart, kCurves, Plot } from './chart';
import { Chips } from './chips';
import { Edited } from './edited';
import type { PackProps } from './inputs';
import { Answer, Box, Command, packWord } from './parts';

export function OddsTab({ state, actions, pack }: PackProps) {
  const { asked } = state;
  const question = questionOf(pack, state.rule, state.inputs, asked);
  const swept = question.sweep?.input ?? null;
  const fail = (why: string) => actions.say(why, true);
  return (
    <>
      <Question state={state} actions={actions} pack={pack} />
      <Answer of={state.odds}>
        {(odds) => (
          <>
            <Edited rows={state.edited} isExact={odds.exact} />
            <Verdict odds={odds} isBusy={state.odds.isBusy} isSwept={swept !== null} hasCondition={question.where !== undefined} />
            {isNeverSet(odds) && <NeverSet columns={odds.columns} actions={actions} />}
            {odds.answers.length > 1 || odds.answers[0]?.value != null
              ? <Chart odds={odds} swept={swept ?? 'value'} isLogarithmic={asked.logarithmic} fail={fail} />
              : <Rows odds={odds} answer={odds.answers[0]!} state={state} actions={actions} fail={fail} />}
            <div class="row"><button type="button" onClick={() => actions.saveCsv(oddsCsv(odds, swept))}>Save as CSV</button></div>
          </>
        )}
      </Answer>
      <Command actions={actions} text={oddsCommand(packWord(state.shipped, state.source.name), question, asked.logarithmic, swept === null ? asked.rolls : 1)} />
    </>
  );
}

/** The question that Odds and Compare ask. */
export function Question({ state, actions, pack }: PackProps) {
  const { asked } = state;
  const by = splitBy(asked.by);
  const sample = controlsOf(pack, ruleOf(pack, state.rule)).filter(({ name }) => name === asked.sweep).map(sampleWords)[0];
  const swept = controlsOf(pack, ruleOf(pack, state.rule)).filter((input) => sweptValues(input).length > 1);
  const part = { names: namesOf(state, pack), more: (text: string) => actions.language.complete(ruleOf(pack, state.rule), text) };
  return (
    <>
      <div class="row">
        <Chips {...part} label="By" kind="columns" value={asked.by} hint="kind" set={(value) => actions.ask({ by: value })} />
        <Chips {...part} label="Where" kind="conditions" value={asked.where} hint="kind == ring" set={(value) => actions.ask({ where: value })} />
        <Chips {...part} label="Count" kind="one" value={asked.count} hint="instead of By" set={(value) => actions.ask({ count: value })} />
        <label>Sweep
          <select value={swept.some(({ name }) => name === asked.sweep) ? asked.sweep : ''} onChange={(event) => actions.ask({ sweep: event.currentTarget.value })}>
            <option value="">nothing</option>
            {swept.map(({ name }) => <option key={name}>{name}</option>)}
          </select>
        </label>
        <label><input type="checkbox" checked={asked.logarithmic} onChange={(event) => actions.ask({ logarithmic: event.currentTarget.checked })} /> logarithmic</label>
        <label><input type="checkbox" checked={asked.fractions} onChange={(event) => actions.ask({ fractions: event.currentTarget.checked })} /> fractions</label>
      </div>
      {sample !== undefined && sample !== '' && (
        <p class="quiet" role="status">{asked.sweep}: {sample}, the first and the last among them. The command line has a sweep of all.</p>
      )}
      <div class="chips" role="group" aria-label="Fields to ask by">
        {['name', ...pack.fields.map(({ name }) => name)].map((field) => (
          <button key={field} type="button" aria-pressed={by.includes(field)} onClick={() => actions.askBy(field)}>{field}</button>
        ))}
      </div>
    </>
  );
}

function Verdict({ odds, ...asking }: { odds: OddsResult } & Asking) {
  const estimate = odds.answers.find(({ exact }) => !exact)?.estimate ?? null;
  return (
    <p class={`verdict ${odds.exact ? 'exact' : 'bounds'}`}>
      {verdictWords(odds, asking)}
      {estimate !== null && estimate.counted + estimate.samples > 0 && (
        <span class="estimated">likely, not proved: the shares of {estimate.samples > 0
          ? `${estimate.samples} samples of the paths`
          : `${estimate.counted.toLocaleString('en')} rolls`}, with 95% intervals;
          an outcome that is not listed has at most {percentOf(estimate.unseen, 'up')}</span>
      )}
    </p>
  );
}

function NeverSet({ columns, actions }: { columns: readonly string[]; actions: Actions }) {
  return (
    <p role="status">The rule makes no thing of its own, or sets no {columns.join(', ')}. Ask by another field, or{' '}
      <button type="button" onClick={() => actions.ask({ by: '', count: 'true' })}>count the things it makes</button>
    </p>
  );
}

const kMostRows = 200;

type Order = 'odds' | number;
type Drawn = 'nothing' | 'bars' | 'at most' | 'at least once';

interface RowsProps {
  readonly odds: OddsResult;
  readonly answer: OddsAnswer;
  readonly state: State;
  readonly actions: Actions;
  readonly fail: (why: string) => void;
}

function Rows({ odds, answer, state, actions, fail }: RowsProps) {
  const [filter, setFilter] = useState('');
  const [chosen, setOrder] = useState<Order | null>(null);
  const [drawnHere, setDrawn] = useState<Drawn>('nothing');
  const { logarithmic: isLogarithmic, rolls } = state.asked;
  const drawn = state.isRollsDrawn ? 'at least once' : drawnHere;
  const draw = (wanted: Drawn) => {
    setDrawn(wanted);
    actions.drawRolls(wanted === 'at least once');
  };
  const many = state.atLeastOnce.value;
  const isCount = odds.columns[0] === 'count';
  // Of a count the answer is one row: at least one such thing.
  const within = rolls > 1 && !isCount ? withinOf(many, rolls) : null;
  const hasFractions = answer.rows.some(({ fraction }) => fraction !== null);
  const hasEstimates = answer.rows.some(({ estimate }) => estimate !== null);
  const wanted = filter.trim().toLowerCase();
  const fitting = wanted === '' ? [...answer.rows] : answer.rows.filter(({ values }) => values.some((value) => value.toLowerCase().includes(wanted)));
  const atMost = cumulative(answer);
  // As the command line has them: one number by its size, whatever else with the likeliest first.
  const order = chosen ?? (atMost !== null && answer.rows.length <= kMostRows ? 0 : 'odds');
  if (order !== 'odds') { fitting.sort((a, b) => compareValues(a.values[order] ?? '', b.values[order] ?? '')); }
  const curves = drawn === 'at most' ? atMost : drawn === 'at least once' && many !== null ? curvesOfRolls(many, answer.rows, kCurves) : null;
  // Bars are of many rolls if these are asked for and known.
  const sized = (row: OddsRow) => within === null ? row : { ...row, ...within(row.key).share };
  const most = Math.max(0, ...answer.rows.map((row) => sized(row).high));
  const sorted = (by: Order) => (order === by ? 'descending' : undefined);
  return (
    <>
      {(answer.rows.length > 1 || isCount) && (
        <div class="row tools">
          <Box label="Filter" value={filter} set={setFilter} />
          <label title="the odds that it comes at least once in so many rolls of one world, one after the other">At least one in
            <input type="number" min={1} max={kMostRolls} value={rolls}
              onInput={(event) => actions.ask({ rolls: Math.min(kMostRolls, Math.max(1, Math.floor(Number(event.currentTarget.value)) || 1)) })} /> rolls
          </label>
          <label>Chart
            <select value={drawn === 'at most' && atMost === null ? 'nothing' : drawn} onChange={(event) => draw(event.currentTarget.value as Drawn)}>
              <option value="nothing">none</option>
              <option value="bars">bars</option>
              {atMost !== null && <option value="at most">at most each number</option>}
              <option value="at least once">at least once in N rolls</option>
            </select>
          </label>
        </div>
      )}
      {(rolls > 1 || state.isRollsDrawn) && <Rolls of={state.atLeastOnce} isCount={isCount} />}
      {drawn === 'bars' && (
        <Bars label={`Odds of ${odds.columns.join(', ')}${within === null ? '' : `, at least one in ${rolls} rolls`}`} isLogarithmic={isLogarithmic} fail={fail}
          rows={fitting.map(sized)} />
      )}
      {curves !== null && (
        <Plot label={`Odds of ${odds.columns.join(', ')}, ${drawn}`} places={curves.places} of={drawn === 'at most' ? odds.columns[0]! : 'rolls'} curves={curves.curves}
          isExact={drawn === 'at most' ? answer.exact : many!.exact} isLogarithmic={isLogarithmic} fail={fail} />
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="Odds">
        <table class="odds">
          <thead>
            <tr>
              {odds.columns.map((column, i) => (
                <th key={column} scope="col" aria-sort={order === i ? 'ascending' : undefined}><button type="button" class="head" onClick={() => setOrder(i)}>{column}</button></th>
              ))}
              {hasEstimates && <th scope="col" class="number">likely</th>}
              <th scope="col" class="number" aria-sort={sorted('odds')}>
                <button type="button" class="head" onClick={() => setOrder('odds')}>{hasEstimates ? 'proven' : 'odds'}</button>
              </th>
              {within !== null && <th scope="col" class="number">in {rolls}</th>}
              {within !== null && <th scope="col" class="number" title="rolls until it comes first, on average">wait</th>}
              {hasFractions && <th scope="col" class="number">fraction</th>}
              <th scope="col" class="bar-head">{isLogarithmic ? 'bar, logarithmic' : 'bar'}</th>
            </tr>
          </thead>
          <tbody>
            {fitting.slice(0, kMostRows).map((row) => {
              const { values, low, high, probability, fraction, estimate } = row;
              const bar = sized(row);
              const several = within?.(row.key);
              return (
                <tr key={row.key} class={answer.exact ? '' : 'bounded'}>
                  {values.map((value, i) => <td key={i}>{value}</td>)}
                  {hasEstimates && <td class="number likely">{estimate === null ? '' : `≈ ${interval(estimate.low, estimate.high)}`}</td>}
                  <td class="number">{answer.exact ? percent(probability) : interval(low, high)}</td>
                  {several !== undefined && <td class={many!.exact ? 'number' : 'number bounded'}>{interval(several.share.low, several.share.high)}</td>}
                  {several !== undefined && <td class="number" title={several.points}>{several.wait}</td>}
                  {hasFractions && <td class="number">{fraction}</td>}
                  <td class="bar-cell" aria-hidden="true">
                    <div class="histogram">
                      <div class="bar open" style={{ width: `${100 * barLength(bar.high, most, isLogarithmic)}%` }}>
                        <div class="bar" style={{ width: `${bar.high > 0 ? 100 * barLength(bar.low, most, isLogarithmic) / barLength(bar.high, most, isLogarithmic) : 0}%` }} />
                      </div>
                      {estimate !== null && within === null && <div class="tick" style={{ left: `${100 * barLength(estimate.probability, most, isLogarithmic)}%` }} />}
                    </div>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {fitting.length > kMostRows && <p class="quiet">and {fitting.length - kMostRows} more rows, in the CSV</p>}
        {isCount && answer.exact && <p>on average {short(answer.mean)}</p>}
      </div>
    </>
  );
}

/** The answer for several rolls: whether it is exact, what the rolls share, and why there is none. */
function Rolls({ of, isCount }: { of: Answered<AtLeastOnce>; isCount: boolean }) {
  if (of.error !== null) { return <p class="bad" role="alert">No odds of several rolls: {of.error}</p>; }
  if (of.value === null) { return <p class="quiet rolls">computing the odds of several rolls…</p>; }
  const { exact, limit, independent, worlds, allWorlds, unlisted, rolls, rows } = of.value;
  const last = rolls.at(-1)!;
  const share = rows[0]?.within.at(-1);
  const shared = independent ? '' : ` One roll changes the next: ${allWorlds ? '' : 'more than '}${worlds.toLocaleString('en')} state${worlds === 1 ? '' : 's'} of the world.`;
  return (
    <p class={exact ? 'quiet rolls' : 'verdict bounds rolls'}>
      {isCount && share !== undefined && <strong>At least one in {last} rolls: {interval(share.low, share.high)}, {waitWords(rows[0]!.wait)}. </strong>}
      {exact ? `Exact for 1 to ${last.toLocaleString('en')} rolls of one world.` : `Bounds for ${last.toLocaleString('en')} rolls of one world: ${kLimits[limit] ?? limit} ended the work; ` +
        `an outcome that is not listed has at most ${percentOf(unlisted.at(-1)!, 'up')}${of.isBusy ? '; the bounds get tighter…' : '.'}`}
      {shared}
    </p>
  );
}

/** Numbers by size, other values by their letters. */
function compareValues(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, 'en') : x - y;
}
