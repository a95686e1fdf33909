// A sweep as a heat map: a line for each outcome, a cell for each value of the input, the darker the likelier. The upper left
// half of a cell has the proven low end of its odds, the lower right half the high end; both are the same if the answer is
// exact. Every cell has its odds as a title, and the table below has them as text. test/page/charts.test.ts.
import { highest, type Curve } from '../model/curves';
import { barLength, interval, percent } from '../model/numbers';
import { Frame, kWidth, type PlotProps } from './chart';

const kMostLines = 24;
const [kLine, kNames, kGap] = [20, 150, 1];
const kLongestName = 20;
// The shades of the scale below the map.
const kShades = [0, 0.25, 0.5, 0.75, 1];

export function Heat({ curves, isLogarithmic, ...rest }: PlotProps & { curves: readonly Curve[]; isLogarithmic: boolean }) {
  const shown = curves.slice(0, kMostLines);
  const most = Math.max(1e-300, ...shown.map(highest));
  const wide = (kWidth - kNames) / Math.max(1, rest.places.length);
  const shade = (p: number) => barLength(p, most, isLogarithmic).toFixed(4);
  return (
    <div class="heat-place" tabIndex={0} role="region" aria-label="Heat map">
      <Frame {...rest} names={[]} height={shown.length * kLine} start={kNames} middle={`strongest: ${percent(most)}`}>
        {shown.map(({ name, points }, row) => {
          const [top, bottom] = [row * kLine + kGap, (row + 1) * kLine - kGap];
          return (
            <g key={name}>
              <text x={kNames - 8} y={bottom - 4} text-anchor="end">{name.length > kLongestName ? `${name.slice(0, kLongestName - 1)}…` : name}<title>{name}</title></text>
              {points.map((point, i) => {
                if (point === null) { return null; }
                const { low, high } = point;
                const [left, right] = [kNames + i * wide + kGap, kNames + (i + 1) * wide - kGap];
                return (
                  <g key={i} class="heat">
                    <title>{`${name}, ${rest.of} ${rest.places[i]!}: ${interval(low, high)}`}</title>
                    {low === high
                      ? <path d={`M${left} ${top}H${right}V${bottom}H${left}Z`} fill-opacity={shade(low)} />
                      : <>
                          <path d={`M${left} ${top}H${right}L${left} ${bottom}Z`} fill-opacity={shade(low)} />
                          <path d={`M${right} ${top}V${bottom}H${left}Z`} fill-opacity={shade(high)} />
                        </>}
                  </g>
                );
              })}
            </g>
          );
        })}
      </Frame>
      <ul class="legend" aria-label="Scale">
        {kShades.map((length) => (
          <li key={length}>
            <svg viewBox="0 0 30 12" width="30" height="12" aria-hidden="true" class="heat"><path d="M0 0H30V12H0Z" fill-opacity={length} /></svg> {percent(atShade(length, most, isLogarithmic))}
          </li>
        ))}
      </ul>
      {curves.length > kMostLines && <p class="quiet">and {curves.length - kMostLines} more outcomes, in the table</p>}
    </div>
  );
}

/** The odds of a shade: the inverse of barLength; the lightest of the logarithmic scale is six decades below the strongest. */
export function atShade(length: number, most: number, isLogarithmic: boolean): number {
  if (length === 0 || !isLogarithmic) { return length * most; }
  return most * 10 ** (6 * (length - 1));
}
