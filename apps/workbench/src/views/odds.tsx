// Odds: the question, a table with bars, and for a sweep a curve for each outcome.
import { useState } from 'preact/hooks';
import type { OddsAnswer, OddsResult } from '../engine/protocol';
import { oddsCommand } from '../model/command';
import { oddsCsv } from '../model/csv';
import { barLength, interval, percent, short } from '../model/numbers';
import { controlsOf, questionOf, ruleOf, splitBy, sweptValues } from '../model/settings';
import { atLeastOnce, cumulative } from '../model/curves';
import { namesOf } from '../model/names';
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
            <Verdict odds={odds} isBusy={state.odds.isBusy} hasCondition={question.where !== undefined} />
            {odds.answers.length > 1 || odds.answers[0]?.value != null
              ? <Chart odds={odds} swept={swept ?? 'value'} isLogarithmic={asked.logarithmic} fail={fail} />
              : <Rows odds={odds} answer={odds.answers[0]!} carries={pack.carries} isLogarithmic={asked.logarithmic} fail={fail} />}
            <div class="row"><button type="button" onClick={() => actions.saveCsv(oddsCsv(odds, swept))}>Save as CSV</button></div>
          </>
        )}
      </Answer>
      <Command actions={actions} text={oddsCommand(packWord(state.shipped, state.source.name), question, asked.logarithmic)} />
    </>
  );
}

/** The question that Odds and Compare ask. */
export function Question({ state, actions, pack }: PackProps) {
  const { asked } = state;
  const by = splitBy(asked.by);
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
      <div class="chips" role="group" aria-label="Fields to ask by">
        {['name', ...pack.fields.map(({ name }) => name)].map((field) => (
          <button key={field} type="button" aria-pressed={by.includes(field)} onClick={() => actions.askBy(field)}>{field}</button>
        ))}
      </div>
    </>
  );
}

const kLimits: Record<string, string> = {
  states: 'the limit of states', paths: 'the limit of paths', memory: 'the memory', stopped: 'the time', draw: 'a draw with too many outcomes',
};

function Verdict({ odds, isBusy, hasCondition }: { odds: OddsResult; isBusy: boolean; hasCondition: boolean }) {
  if (odds.exact) { return <p class="verdict exact">exact{given(odds.answers[0], hasCondition)}</p>; }
  const open = odds.answers.find(({ exact }) => !exact)!;
  return (
    <p class="verdict bounds">
      bounds: each number is proven to be within its interval; {percent(open.unexplored)} is not explored
      ({kLimits[open.limit] ?? open.limit} ended the work){odds.answers.length > 1 ? '' : `; an outcome that is not listed has at most ${percent(open.unlisted)}`}{isBusy ? '; the bounds get tighter…' : ''}{given(odds.answers[0], hasCondition)}
      {open.estimate !== null && open.estimate.counted > 0 && (
        <span class="estimated">likely, not proved: the shares of {open.estimate.counted.toLocaleString('en')} rolls, with 95% intervals;
          an outcome that is not listed has at most {percent(open.estimate.unseen)}</span>
      )}
    </p>
  );
}

function given(answer: OddsAnswer | undefined, hasCondition: boolean): string {
  // Without a condition, `given` is what was explored of everything.
  if (!hasCondition || answer === undefined || answer.given === 1) { return ''; }
  const { exact, given: low, unexplored } = answer;
  return `; the condition holds in ${exact ? percent(low) : interval(low, Math.min(1, low + unexplored))}`;
}

const kMostRows = 200;

type Order = 'odds' | number;
type Drawn = 'nothing' | 'bars' | 'at most' | 'at least once';

// Rolls of the curves of `at least once` until the user sets another number.
const kRollsDrawn = 100;

interface RowsProps {
  readonly odds: OddsResult;
  readonly answer: OddsAnswer;
  /** Why the odds of several rolls are no powers of these. */
  readonly carries: string | undefined;
  readonly isLogarithmic: boolean;
  readonly fail: (why: string) => void;
}

function Rows({ odds, answer, carries, isLogarithmic, fail }: RowsProps) {
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState<Order>('odds');
  const [wantedRolls, setRolls] = useState(1);
  const rolls = carries === undefined ? wantedRolls : 1;
  const [drawn, setDrawn] = useState<Drawn>('nothing');
  const most = Math.max(0, ...answer.rows.map(({ high }) => high));
  const hasFractions = answer.rows.some(({ fraction }) => fraction !== null);
  const hasEstimates = answer.rows.some(({ estimate }) => estimate !== null);
  const wanted = filter.trim().toLowerCase();
  const fitting = wanted === '' ? [...answer.rows] : answer.rows.filter(({ values }) => values.some((value) => value.toLowerCase().includes(wanted)));
  if (order !== 'odds') { fitting.sort((a, b) => compareValues(a.values[order] ?? '', b.values[order] ?? '')); }
  const atMost = cumulative(answer);
  const curves = drawn === 'at most' ? atMost : drawn === 'at least once' && carries === undefined ? atLeastOnce(answer, rolls === 1 ? kRollsDrawn : rolls, kCurves) : null;
  const shown = (p: number) => rolls === 1 ? p : -Math.expm1(rolls * Math.log1p(-p));
  const sorted = (by: Order) => (order === by ? 'descending' : undefined);
  return (
    <>
      {answer.rows.length > 1 && (
        <div class="row tools">
          <Box label="Filter" value={filter} set={setFilter} />
          {carries === undefined
            ? <label title="the odds that it comes at least once; with Where, in rolls that meet it">At least one in
                <input type="number" min={1} max={1e9} value={rolls} onInput={(event) => setRolls(Math.max(1, Math.floor(Number(event.currentTarget.value)) || 1))} /> rolls
              </label>
            : <span class="quiet">No odds of several rolls here: {carries}. <code>spoils odds --rolls N</code> follows it.</span>}
          <label>Chart
            <select value={curves === null && drawn !== 'bars' ? 'nothing' : drawn} onChange={(event) => setDrawn(event.currentTarget.value as Drawn)}>
              <option value="nothing">none</option>
              <option value="bars">bars</option>
              {atMost !== null && <option value="at most">at most each number</option>}
              {carries === undefined && <option value="at least once">at least once in N rolls</option>}
            </select>
          </label>
        </div>
      )}
      {drawn === 'bars' && (
        <Bars label={`Odds of ${odds.columns.join(', ')}${rolls === 1 ? '' : `, at least one in ${rolls} rolls`}`} isLogarithmic={isLogarithmic} fail={fail}
          rows={fitting.map((row) => ({ ...row, low: shown(row.low), high: shown(row.high) }))} />
      )}
      {curves !== null && (
        <Plot label={`Odds of ${odds.columns.join(', ')}, ${drawn}`} places={curves.places} of={drawn === 'at most' ? odds.columns[0]! : 'rolls'} curves={curves.curves}
          isExact={answer.exact} isLogarithmic={isLogarithmic} fail={fail} />
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
                <button type="button" class="head" onClick={() => setOrder('odds')}>{hasEstimates ? 'proven' : rolls === 1 ? 'odds' : `in ${rolls}`}</button>
              </th>
              {hasFractions && <th scope="col" class="number">fraction</th>}
              <th scope="col" class="bar-head">{isLogarithmic ? 'bar, logarithmic' : 'bar'}</th>
            </tr>
          </thead>
          <tbody>
            {fitting.slice(0, kMostRows).map(({ values, low, high, probability, fraction, estimate }) => (
              <tr key={JSON.stringify(values)} class={answer.exact ? '' : 'bounded'}>
                {values.map((value, i) => <td key={i}>{value}</td>)}
                {hasEstimates && <td class="number likely">{estimate === null ? '' : `≈ ${interval(shown(estimate.low), shown(estimate.high))}`}</td>}
                <td class="number">{answer.exact ? percent(shown(probability)) : interval(shown(low), shown(high))}</td>
                {hasFractions && <td class="number">{fraction}</td>}
                <td class="bar-cell" aria-hidden="true">
                  <div class="histogram">
                    <div class="bar open" style={{ width: `${100 * barLength(high, most, isLogarithmic)}%` }}>
                      <div class="bar" style={{ width: `${high > 0 ? 100 * barLength(low, most, isLogarithmic) / barLength(high, most, isLogarithmic) : 0}%` }} />
                    </div>
                    {estimate !== null && <div class="tick" style={{ left: `${100 * barLength(estimate.probability, most, isLogarithmic)}%` }} />}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {fitting.length > kMostRows && <p class="quiet">and {fitting.length - kMostRows} more rows, in the CSV</p>}
        {odds.columns[0] === 'count' && answer.exact && <p>on average {short(answer.mean)}</p>}
      </div>
    </>
  );
}

/** Numbers by size, other values by their letters. */
function compareValues(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, 'en') : x - y;
}
