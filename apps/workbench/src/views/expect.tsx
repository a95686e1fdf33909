// Expect: every expectation of the pack with its value and verdict; of a broken one the likeliest paths, and a roll that shows it.
import type { Expectation } from 'spoils';
import type { Witness } from '../actions/actions';
import { percent } from '../model/numbers';
import type { PackProps } from './inputs';
import { Answer, Command, packWord } from './parts';

/** The verdict of an expectation: an icon and a word, so that colour is not needed. */
export function verdict({ holds, settled, likely, fault }: Expectation): { mark: string; word: string; kind: string } {
  if (fault !== '') { return { mark: '!', word: 'fault', kind: 'bad' }; }
  if (!settled && likely) { return { mark: '≈', word: 'likely met, not proved', kind: 'open' }; }
  if (!settled) { return { mark: '?', word: 'undecided', kind: 'open' }; }
  return holds ? { mark: '✓', word: 'holds', kind: 'good' } : { mark: '✗', word: 'broken', kind: 'bad' };
}

/** The value of an expectation. Of an undecided distribution the engine names an outcome of what it explored, which is no value of the pack. */
export function foundOf({ found, settled }: Expectation): string {
  const share = / with ((?:(?! with ).)*)$/.exec(found)?.[1];
  const isFigure = share === undefined ? found.startsWith('that ') : !share.includes(' to ');
  return settled || !isFigure ? found : '';
}

export function ExpectTab({ state, actions, pack }: PackProps) {
  if (pack.expectations === 0) {
    return <p class="quiet">This pack expects nothing yet. A line such as <code>expect "rings are rare": odds(chest: kind == ring) &lt; 2%</code> says what must hold.</p>;
  }
  return (
    <>
      <Answer of={state.expectations}>
        {(expectations) => (
          <>
            <p>{expectations.filter(({ holds, settled }) => holds && settled).length} of {expectations.length} hold{state.expectations.isBusy ? '; undecided ones get more time…' : ''}</p>
            <ul class="expectations">
              {expectations.map((one) => <One key={`${one.file}:${one.line}`} one={one} go={() => actions.go(one.file, one.line, 1)} show={(roll) => actions.showWitness(roll)} />)}
            </ul>
          </>
        )}
      </Answer>
      <Command actions={actions} text={`spoils check ${packWord(state.shipped, state.source.name)}`} />
    </>
  );
}

function One({ one, go, show }: { one: Expectation; go: () => void; show: (roll: Witness) => void }) {
  const { mark, word, kind } = verdict(one);
  return (
    <li class={kind}>
      <b><span aria-hidden="true">{mark}</span> {word}</b>
      <button type="button" class="link" onClick={go}>{one.title}</button>
      <span>{foundOf(one) === '' ? '' : `found ${foundOf(one)}, `}wanted {one.wanted}{one.where === '' ? '' : `, for ${one.where}`}{one.fault === '' ? '' : `: ${one.fault}`}</span>
      {one.roll !== null && <button type="button" onClick={() => show(one.roll!)}>Explain a roll that shows it</button>}
      {one.ways.length > 0 && (
        <details>
          <summary>{one.ways.length === 1 ? 'The likeliest path' : `The ${one.ways.length} likeliest paths`}</summary>
          <ul>{one.ways.map(({ p, way }) => <li key={way}><b>{percent(p)}</b> {way}</li>)}</ul>
        </details>
      )}
    </li>
  );
}
