// Charts: curves, which differ in colour and dashes, areas on top of each other, or a heat map; with their pictures as SVG
// and PNG. A sweep has a table with every number beside it. test/page/charts.test.ts.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { OddsResult } from '../engine/protocol';
import { curvesOf, highest, neverHolds, partsOfLine, stacked } from '../model/curves';
import type { Area, Curve, Points } from '../model/curves';
import { barLength, interval, percent } from '../model/numbers';
import { ticksAcross, ticksUp } from '../model/ticks';
import { Heat } from './heat';
import { savePicture, type Words } from './picture';

/** Curves that differ in colour and dashes; the table has all. */
export const kCurves = 8;
const kMostRows = 100;
export const kWidth = 640;
const kHeight = 240;
const kDashes = ['', '6 3', '2 3', '10 3', '10 3 2 3', '4 2', '1 2', '14 4'];

export interface PlotProps {
  readonly label: string;
  /** The values from left to right, and what they are of. */
  readonly places: readonly string[];
  readonly of: string;
  readonly fail: (why: string) => void;
}

const xOf = (places: readonly string[]) => (i: number) => places.length < 2 ? 0 : (i / (places.length - 1)) * kWidth;

type FrameProps = PlotProps & {
  /** Said below the middle of the axis. */
  readonly middle: string;
  readonly names: readonly string[];
  readonly height?: number;
  /** Where the axis begins. */
  readonly start?: number;
  /** The height of odds in a chart with numbers at its axes, and these odds. */
  readonly up?: { readonly y: (p: number) => number; readonly ticks: readonly number[] };
  readonly children: ComponentChildren;
};

/** A chart with the ends of its axis, its legend, and the buttons that save it. */
export function Frame({ label, places, of, middle, names, height = kHeight, start = 0, up, fail, children }: FrameProps) {
  const chart = useRef<SVGSVGElement>(null);
  const words: Words = { title: label, names, ends: [`${of} ${places[0] ?? ''}`, middle, places.at(-1) ?? ''] };
  const save = (format: 'svg' | 'png') => {
    if (chart.current !== null) { savePicture(chart.current, words, format).catch((error: unknown) => fail(`The picture cannot be saved: ${(error as Error).message}`)); }
  };
  return (
    <>
      <svg ref={chart} class="chart" viewBox={`-10 -10 ${kWidth + 20} ${height + (up === undefined ? 20 : 36)}`} role="img" aria-label={label}>
        <path class="axis" d={`M${start} 0V${height}H${kWidth}`} />
        {up?.ticks.map((p) => <path key={p} class="axis" d={`M${start} ${up.y(p)}H${kWidth}`} />)}
        {children}
        {up?.ticks.map((p) => <text key={p} x={start + 3} y={Math.max(8, up.y(p) - 3)}>{percent(p)}</text>)}
        {up !== undefined && ticksAcross(places.length).map((i) => (
          <text key={i} x={xOf(places)(i)} y={height + 17} text-anchor={i === 0 ? 'start' : i === places.length - 1 ? 'end' : 'middle'}>{places[i]}</text>
        ))}
      </svg>
      <p class="ends quiet"><span>{words.ends[0]}</span><span>{words.ends[1]}</span><span>{words.ends[2]}</span></p>
      <div class="row">
        <button type="button" onClick={() => save('svg')}>Save as SVG</button>
        <button type="button" onClick={() => save('png')}>Save as PNG</button>
      </div>
    </>
  );
}

// Half of the width of a point that has gaps on both sides: a line of one point would be invisible.
const kAlone = 4;

function lineOf(points: Points, x: (i: number) => number, y: (low: number, high: number) => number): string {
  return partsOfLine(points).map((part) => part.length === 1
    ? part.map(({ at, low, high }) => `M${x(at) - kAlone} ${y(low, high)}h${2 * kAlone}`).join('')
    : part.map(({ at, low, high }, i) => `${i === 0 ? 'M' : 'L'}${x(at)} ${y(low, high)}`).join('')).join('');
}

function areaOf(points: Points, x: (i: number) => number, y: (p: number) => number): string {
  return partsOfLine(points).map((part) => {
    const isAlone = part.length === 1;
    const ends = part.flatMap((point) => (isAlone ? [-kAlone, kAlone] : [0]).map((by) => ({ ...point, by })));
    const top = ends.map(({ at, by, high }, i) => `${i === 0 ? 'M' : 'L'}${x(at) + by} ${y(high)}`).join('');
    const bottom = ends.map(({ at, by, low }) => `L${x(at) + by} ${y(low)}`).reverse().join('');
    return `${top}${bottom}Z`;
  }).join('');
}

/** Curves of odds; those of bounds have a line from the low to the high end at each value. */
export function Plot({ curves, isExact, isLogarithmic, ...rest }: PlotProps & { curves: readonly Curve[]; isExact: boolean; isLogarithmic: boolean }) {
  const shown = curves.slice(0, kCurves);
  const most = Math.max(1e-300, ...curves.map(highest));
  const x = xOf(rest.places);
  const y = (p: number) => kHeight - barLength(p, most, isLogarithmic) * kHeight;
  return (
    <>
      <Frame {...rest} middle={`top: ${percent(most)}`} names={shown.map(({ name }) => name)} up={{ y, ticks: ticksUp(most, isLogarithmic) }}>
        {shown.map(({ name, points }, k) => (
          <g key={name} class={`curve c${k}`}>
            <path d={lineOf(points, x, (low, high) => y((low + high) / 2))} stroke-dasharray={kDashes[k]} />
            {!isExact && points.map((point, i) => point !== null &&
              <path key={i} class="range" d={`M${x(i)} ${y(point.low)}V${y(point.high)}`} />)}
          </g>
        ))}
      </Frame>
      <ul class="legend">
        {shown.map(({ name }, k) => (
          <li key={name} class={`curve c${k}`}>
            <svg viewBox="0 0 30 8" width="30" height="8" aria-hidden="true"><path d="M0 4H30" stroke-dasharray={kDashes[k]} /></svg> {name}
          </li>
        ))}
      </ul>
    </>
  );
}

// Within the page areas have their names in the legend in the order of the stack, the highest first.
function Stack({ areas, ...rest }: PlotProps & { areas: readonly Area[] }) {
  const x = xOf(rest.places);
  const y = (p: number) => kHeight - Math.min(1, p) * kHeight;
  const classOf = ({ name }: Area, k: number) => `curve area ${name === 'not explored' ? 'open' : `c${k % (kCurves + 1)}`}`;
  return (
    <>
      <Frame {...rest} middle="top: 100%" names={areas.map(({ name }) => name)} up={{ y, ticks: ticksUp(1, false) }}>
        {areas.map((area, k) => (
          <g key={area.name} class={classOf(area, k)}>
            <path data-area="" d={areaOf(area.points, x, y)}><title>{area.name}</title></path>
          </g>
        ))}
      </Frame>
      <ul class="legend stack">
        {areas.map((area, k) => (
          <li key={area.name} class={classOf(area, k)}>
            <svg viewBox="0 0 30 12" width="30" height="12" aria-hidden="true"><path d="M0 0H30V12H0Z" /></svg> {area.name}
          </li>
        )).reverse()}
      </ul>
    </>
  );
}

interface ChartProps {
  readonly odds: OddsResult;
  readonly swept: string;
  readonly isLogarithmic: boolean;
  readonly fail: (why: string) => void;
}

/** A sweep. */
export function Chart({ odds, swept, isLogarithmic, fail }: ChartProps) {
  const [shape, setShape] = useState<'curves' | 'areas' | 'heat'>('curves');
  const curves = curvesOf(odds);
  const places = odds.answers.map(({ value }) => value ?? '');
  const plot = { label: `Odds of ${odds.columns.join(', ')} by ${swept}`, places, of: swept, fail };
  return (
    <>
      <div class="row">
        <label>Chart
          <select value={shape} onChange={(event) => setShape(event.currentTarget.value as typeof shape)}>
            <option value="curves">a curve for each</option>
            <option value="areas">stacked areas</option>
            <option value="heat">a heat map</option>
          </select>
        </label>
      </div>
      {shape === 'areas' && <Stack {...plot} areas={stacked(curves, kCurves)} />}
      {shape === 'heat' && <Heat {...plot} curves={curves} isLogarithmic={isLogarithmic} />}
      {shape === 'curves' && <Plot {...plot} curves={curves} isExact={odds.exact} isLogarithmic={isLogarithmic} />}
      <div class="scroll" tabIndex={0} role="region" aria-label="Odds for each value">
        <table class="odds sweep">
          <thead><tr><th scope="col">{odds.columns.join(', ')}</th>{places.map((value) => <th key={value} scope="col" class="number">{value}</th>)}</tr></thead>
          <tbody>
            {curves.slice(0, kMostRows).map(({ name, points }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {points.map((point, i) => (
                  <td key={i} class={odds.answers[i]!.exact ? 'number' : 'number bounded'}>
                    {point === null ? '-' : interval(point.low, point.high)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {curves.length > kMostRows && <p class="quiet">and {curves.length - kMostRows} more rows, in the CSV</p>}
        {odds.answers.some(neverHolds) && <p class="quiet">- no odds: the condition never holds there</p>}
      </div>
    </>
  );
}
