// Compare: the rows that moved between two packs, by the question of Odds or by every rule and field. The packs are the text
// as it was opened and as it is, or any others.
import { useRef } from 'preact/hooks';
import { interval, meanInterval } from '../model/numbers';
import type { Comparison, Moved, Side } from '../model/compare';
import type { Props } from './app';
import type { PackProps } from './inputs';
import { Question } from './odds';
import { Answer, type FolderInput } from './parts';

export function CompareTab({ state, actions, pack }: PackProps) {
  const { before, after, isEvery } = state.comparing;
  const isSame = before === null && after === null && state.source === state.opened;
  const names = [before?.origin ?? 'as opened', after?.origin ?? 'now'] as const;
  return (
    <>
      <div class="row">
        <Choice which="before" label="First" own="the text as it was opened" side={before} state={state} actions={actions} />
        <Choice which="after" label="Second" own="the text as it is" side={after} state={state} actions={actions} />
        <label>Rows of
          <select value={isEvery ? 'every' : 'question'} onChange={(event) => actions.comparer.set({ isEvery: event.currentTarget.value === 'every' })}>
            <option value="question">one question</option>
            <option value="every">every rule and field</option>
          </select>
        </label>
      </div>
      {!isEvery && <Question state={state} actions={actions} pack={pack} />}
      {isSame && <p class="quiet">The text is as it was opened. Change it, or choose other packs above, and the rows that move are here.</p>}
      <Answer of={state.moved}>
        {(found) => (
          <>
            {found.questions > 1 && <p class="quiet" role="status">{found.done} of {found.questions} questions answered</p>}
            {found.rows.length > 0 && <Rows rows={found.rows} names={names} />}
            {found.rows.length === 0 && found.done === found.questions && (
              <p class={found.isExact ? 'verdict exact' : 'verdict bounds'}>
                {found.questions > 1 ? 'no row of any question moved' : 'no row of this question moved'}{found.isExact ? '' : ', as far as bounds tell: not all is explored'}
              </p>
            )}
            <LeftOut found={found} />
          </>
        )}
      </Answer>
    </>
  );
}

/** One of the two packs: the open text, a shipped pack, files, a folder. */
function Choice({ which, label, own, side, state, actions }: Props & { which: 'before' | 'after'; label: string; own: string; side: Side | null }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement;
    const { value } = select;
    select.value = side === null ? '' : '-chosen';
    if (value === '-files') { files.current?.click(); } else if (value === '-folder') { folder.current?.click(); } else if (value !== '-chosen') { void actions.comparer.choose(which, value === '' ? null : value); }
  };
  const chosen = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    void actions.comparer.choose(which, [...(input.files ?? [])]).then(() => { input.value = ''; });
  };
  const asFolder: FolderInput = { webkitdirectory: true };
  return (
    <>
      <label>{label} <select value={side === null ? '' : '-chosen'} onChange={choose}>
        <option value="">{own}</option>
        {side !== null && <option value="-chosen">{side.origin}</option>}
        <option value="-files">Files from this computer…</option>
        <option value="-folder">A folder from this computer…</option>
        <optgroup label="Shipped packs">
          {state.shippedNames.map((name) => <option key={name} value={name}>{name}</option>)}
        </optgroup>
      </select></label>
      <input ref={files} type="file" accept=".loot" multiple hidden onChange={chosen} aria-label={`${label}: files of a pack`} />
      <input ref={folder} type="file" {...asFolder} hidden onChange={chosen} aria-label={`${label}: folder of a pack`} />
    </>
  );
}

const kMostRows = 200;

function signed({ low, high }: Moved['moved'], isMean: boolean): string {
  const [least, most] = low > 0 ? [low, high] : [-high, -low];
  return `${low > 0 ? '▲ +' : '▼ −'}${ends({ low: least, high: most }, isMean)}`;
}

function ends({ low, high }: Moved['before'], isMean: boolean): string {
  return isMean ? meanInterval(low, high) : interval(low, high);
}

function Rows({ rows, names }: { rows: readonly Moved[]; names: readonly [string, string] }) {
  const [isSwept, hasQuestions] = [rows.some(({ swept }) => swept !== null), rows.some(({ of }) => of !== '')];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Rows that moved">
      <table class="odds">
        <thead>
          <tr>
            {hasQuestions && <th scope="col">rule and column</th>}{isSwept && <th scope="col">at</th>}
            <th scope="col">outcome</th><th scope="col" class="number">{names[0]}</th><th scope="col" class="number">{names[1]}</th><th scope="col" class="number">moved</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, kMostRows).map(({ of, isMean, swept, values, before, after, moved, isCertain }) => (
            <tr key={JSON.stringify([of, swept, values])} class={isCertain ? '' : 'bounded'}>
              {hasQuestions && <td>{of}</td>}
              {isSwept && <td>{swept}</td>}
              <td>{values.join(', ')}</td>
              <td class="number">{ends(before, isMean)}</td>
              <td class="number">{ends(after, isMean)}</td>
              <td class="number">{isCertain ? signed(moved, isMean) : 'within the bounds'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > kMostRows && <p class="quiet">and {rows.length - kMostRows} more rows</p>}
    </div>
  );
}

function LeftOut({ found: { leftOut } }: { found: Comparison }) {
  if (leftOut.length === 0) { return null; }
  return (
    <details>
      <summary>{leftOut.length} not compared</summary>
      <ul>{leftOut.slice(0, kMostRows).map((one) => <li key={one}>{one}</li>)}</ul>
    </details>
  );
}
