// What an edit moved, beside the odds: the largest moves. test/page/compare.test.ts.
import type { Moved } from '../model/compare';
import { interval } from '../model/numbers';

const kShown = 6;

export function Edited({ rows, isExact }: { rows: readonly Moved[] | null; isExact: boolean }) {
  if (rows === null) { return null; }
  return (
    <p class="edited" role="status">
      {rows.length === 0 ? isExact ? 'No row has moved since you asked.' : 'No bound has moved since you asked.' : 'Moved since you asked: '}
      {rows.slice(0, kShown).map(({ swept, values, before, after, by, isCertain }) => (
        <span key={JSON.stringify([swept, values])}>
          {isCertain ? by > 0 ? '▲' : '▼' : '?'} {values.join(', ')}{swept === null ? '' : ` at ${swept}`}: {interval(before.low, before.high)} → {interval(after.low, after.high)}{' '}
        </span>
      ))}
      {rows.length > kShown && <span>and {rows.length - kShown} more</span>}
    </p>
  );
}
