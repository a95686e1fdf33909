// Compare: the rows of the question that moved between the text as it was opened and as it is now.
import { interval, percent } from '../model/numbers';
import type { Moved } from '../model/compare';
import type { PackProps } from './inputs';
import { Question } from './odds';
import { Answer } from './parts';

export function CompareTab({ state, actions, pack }: PackProps) {
  return (
    <>
      <Question state={state} actions={actions} pack={pack} />
      {state.source === state.opened && <p class="quiet">The text is as it was opened. Change it, and the rows that move are here.</p>}
      <Answer of={state.moved}>
        {(rows) => rows.length === 0
          ? <p class="verdict exact">no row of this question moved</p>
          : <Rows rows={rows} />}
      </Answer>
    </>
  );
}

const kMostRows = 200;

function signed(by: number): string {
  return `${by > 0 ? '▲ +' : '▼ −'}${percent(Math.abs(by))}`;
}

function Rows({ rows }: { rows: readonly Moved[] }) {
  const isSwept = rows.some(({ swept }) => swept !== null);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Rows that moved">
      <table class="odds">
        <thead><tr>{isSwept && <th scope="col">at</th>}<th scope="col">outcome</th><th scope="col" class="number">as opened</th><th scope="col" class="number">now</th><th scope="col" class="number">moved</th></tr></thead>
        <tbody>
          {rows.slice(0, kMostRows).map(({ swept, values, before, after, by, isCertain }) => (
            <tr key={JSON.stringify([swept, values])} class={isCertain ? '' : 'bounded'}>
              {isSwept && <td>{swept}</td>}
              <td>{values.join(', ')}</td>
              <td class="number">{interval(before.low, before.high)}</td>
              <td class="number">{interval(after.low, after.high)}</td>
              <td class="number">{isCertain ? signed(by) : 'within the bounds'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > kMostRows && <p class="quiet">and {rows.length - kMostRows} more rows</p>}
    </div>
  );
}
