// A sweep: a curve for each of the likeliest outcomes, told apart by colour, dashes and the marks at their ends, and a table
// with every number.
import { useRef } from 'preact/hooks';
import type { OddsResult } from '../engine/protocol';
import { barLength, interval, percent } from '../model/numbers';

const kCurves = 8;
const kMostRows = 100;
const [kWidth, kHeight] = [640, 240];
const kDashes = ['', '6 3', '2 3', '10 3', '10 3 2 3', '4 2', '1 2', '14 4'];

export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly low: number; readonly high: number }[];
}

/** The outcomes of a sweep by their largest odds, with their odds at each value. */
export function curvesOf({ answers }: OddsResult): readonly Curve[] {
  const curves = new Map<string, { low: number; high: number }[]>();
  answers.forEach(({ rows, unexplored }, i) => {
    for (const points of curves.values()) { points.push({ low: 0, high: unexplored }); }
    for (const { values, low, high } of rows) {
      const name = values.join(', ');
      let points = curves.get(name);
      if (points === undefined) {
        points = answers.slice(0, i + 1).map((answer) => ({ low: 0, high: answer.unexplored }));
        curves.set(name, points);
      }
      points[i] = { low, high };
    }
  });
  const out = [...curves].map(([name, points]) => ({ name, points, most: Math.max(...points.map(({ high }) => high)) }));
  return out.sort((a, b) => b.most - a.most);
}

/** The chart as a file of its own: colours of the page's style sheet become attributes. */
function svgText(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const from = chart.querySelectorAll('path');
  copy.querySelectorAll('path').forEach((path, i) => {
    const { stroke, strokeWidth } = getComputedStyle(from[i]!);
    path.setAttribute('stroke', stroke);
    path.setAttribute('stroke-width', strokeWidth);
    path.setAttribute('fill', 'none');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}

interface ChartProps {
  readonly odds: OddsResult;
  readonly swept: string;
  readonly isLogarithmic: boolean;
  readonly save: (svg: string) => void;
}

export function Chart({ odds, swept, isLogarithmic, save }: ChartProps) {
  const chart = useRef<SVGSVGElement>(null);
  const curves = curvesOf(odds);
  const values = odds.answers.map(({ value }) => value ?? '');
  const most = Math.max(1e-300, ...curves.flatMap(({ points }) => points.map(({ high }) => high)));
  const x = (i: number) => values.length < 2 ? 0 : (i / (values.length - 1)) * kWidth;
  const y = (p: number) => kHeight - barLength(p, most, isLogarithmic) * kHeight;
  return (
    <>
      <svg ref={chart} class="chart" viewBox={`-10 -10 ${kWidth + 20} ${kHeight + 20}`} role="img" aria-label={`Odds by ${swept}; the table below has the numbers`}>
        <path class="axis" d={`M0 0V${kHeight}H${kWidth}`} />
        {curves.slice(0, kCurves).map(({ name, points }, k) => (
          <g key={name} class={`curve c${k}`}>
            <path d={points.map(({ low, high }, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y((low + high) / 2)}`).join('')} stroke-dasharray={kDashes[k]} />
            {!odds.exact && points.map(({ low, high }, i) => <path key={i} class="range" d={`M${x(i)} ${y(low)}V${y(high)}`} />)}
          </g>
        ))}
      </svg>
      <p class="ends quiet"><span>{swept} {values[0]}</span><span>top: {percent(most)}</span><span>{values.at(-1)}</span></p>
      <ul class="legend">
        {curves.slice(0, kCurves).map(({ name }, k) => (
          <li key={name} class={`curve c${k}`}>
            <svg viewBox="0 0 30 8" width="30" height="8" aria-hidden="true"><path d="M0 4H30" stroke-dasharray={kDashes[k]} /></svg> {name}
          </li>
        ))}
      </ul>
      <p><button type="button" onClick={() => { if (chart.current !== null) { save(svgText(chart.current)); } }}>Save as SVG</button></p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Odds for each value">
        <table class="odds sweep">
          <thead><tr><th scope="col">{odds.columns.join(', ')}</th>{values.map((value) => <th key={value} scope="col" class="number">{value}</th>)}</tr></thead>
          <tbody>
            {curves.slice(0, kMostRows).map(({ name, points }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {points.map(({ low, high }, i) => <td key={i} class={odds.answers[i]!.exact ? 'number' : 'number bounded'}>{interval(low, high)}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
        {curves.length > kMostRows && <p class="quiet">and {curves.length - kMostRows} more rows, in the CSV</p>}
      </div>
    </>
  );
}
