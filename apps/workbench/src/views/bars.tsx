// Odds as bars with their names and numbers, as a picture that can be saved: the table beside it has them all. The dark part
// of a bar is proven, the light part is within the bounds. test/page/charts.test.ts.
import type { OddsRow } from '../engine/protocol';
import { barLength, interval, percent } from '../model/numbers';
import { Frame, kWidth } from './chart';

const kMostLines = 24;
const [kLine, kNames, kNumbers, kGap] = [20, 170, 130, 2];
const kLongestName = 24;

interface BarsProps {
  readonly label: string;
  readonly rows: readonly OddsRow[];
  readonly isLogarithmic: boolean;
  readonly fail: (why: string) => void;
}

export function Bars({ label, rows, isLogarithmic, fail }: BarsProps) {
  const shown = rows.slice(0, kMostLines);
  const most = Math.max(1e-300, ...shown.map(({ high }) => high));
  const end = (p: number) => kNames + barLength(p, most, isLogarithmic) * (kWidth - kNames - kNumbers);
  return (
    <div class="heat-place" tabIndex={0} role="region" aria-label="Bars">
      <Frame label={label} places={[]} of="" middle={isLogarithmic ? 'logarithmic' : ''} names={[]} height={shown.length * kLine} start={kNames} fail={fail}>
        {shown.map(({ values, low, high }, row) => {
          const name = values.join(', ');
          const [top, bottom] = [row * kLine + kGap, (row + 1) * kLine - kGap];
          return (
            <g key={name} class="heat">
              <text x={kNames - 8} y={bottom - 3} text-anchor="end">{name.length > kLongestName ? `${name.slice(0, kLongestName - 1)}…` : name}<title>{name}</title></text>
              <path d={`M${kNames} ${top}H${end(low)}V${bottom}H${kNames}Z`} fill-opacity="1" />
              {high > low && <path d={`M${end(low)} ${top}H${end(high)}V${bottom}H${end(low)}Z`} fill-opacity="0.35" />}
              <text x={end(high) + 6} y={bottom - 3}>{low === high ? percent(low) : interval(low, high)}</text>
            </g>
          );
        })}
      </Frame>
      {rows.length > kMostLines && <p class="quiet">and {rows.length - kMostLines} more outcomes, in the table</p>}
    </div>
  );
}
