// A gallery of rolls: names, fields, and what each thing holds; seed and index to copy; and a search for those that one wants.
import { quoted, rollCommand } from '../model/command';
import { mostUnseen, thingText } from '../model/find';
import { interval, percent } from '../model/numbers';
import { ruleOf, settingsFor } from '../model/settings';
import type { Chance, Found } from '../model/state';
import { kRollsShown } from '../actions/ask';
import type { Rolled } from '../engine/protocol';
import type { PackProps } from './inputs';
import { Answer, Box, Command, packWord } from './parts';

export function ThingsTab({ state, actions, pack }: PackProps) {
  const rule = ruleOf(pack, state.rule);
  return (
    <>
      <div class="row">
        <Box label="Seed" value={state.seed} set={(seed) => actions.set({ seed, first: 0 })} />
        <label>First index
          <input type="number" min={0} value={state.first}
            onInput={(event) => actions.set({ first: Math.max(0, Math.floor(Number(event.currentTarget.value)) || 0) })} />
        </label>
        <Box label="With" value={state.filter} hint="cursed=true bonus&gt;2" names={pack.fields.map(({ name }) => name)} set={(filter) => actions.set({ filter, first: 0 })} />
        <button type="button" class="main" onClick={() => actions.rollAgain()}>Roll again</button>
        <button type="button" disabled={state.first === 0} onClick={() => actions.move(-1)}>Earlier</button>
        <button type="button" onClick={() => actions.move(1)}>{state.filter.trim() === '' ? `Next ${kRollsShown}` : 'Search on'}</button>
        {state.filter.trim() !== '' && <button type="button" disabled={!state.things.isBusy} onClick={() => actions.stopSearch()}>Stop</button>}
      </div>
      <Answer of={state.things}>
        {(found) => (
          <>
            {state.filter.trim() !== '' && <Searched found={found} filter={state.filter.trim()} chance={state.chance} isBusy={state.things.isBusy} />}
            <ol class="gallery" aria-label="Rolls">
              {found.rolls.map((roll) => (
                <Card key={roll.index} roll={roll} explain={() => actions.explain(roll.index)}
                  copy={() => void actions.copy(`--seed ${quoted(state.seed)} --index ${roll.index}`, `Copied: seed ${state.seed}, index ${roll.index}.`)}
                  copyThing={(at) => void actions.copy(thingText(roll, at, state.seed), `Copied: ${roll.things[at]!.name}, thing ${at} of roll ${roll.index}.`)} />
              ))}
            </ol>
          </>
        )}
      </Answer>
      <Command actions={actions} text={rollCommand(packWord(state.shipped, state.source.name), rule,
        settingsFor(pack, rule, state.inputs), state.seed, state.first, kRollsShown)} />
    </>
  );
}

// What a search has found, out of how many rolls; and what is known of the odds. Nothing found is not "it cannot come".
function Searched({ found: { rolls, searched }, filter, chance, isBusy }: { found: Found; filter: string; chance: Chance | null; isBusy: boolean }) {
  const tried = searched.toLocaleString('en');
  return (
    <>
      <p class="quiet" role="status">
        {rolls.length === 0 && !isBusy
          ? `none of ${tried} rolls has ${filter}. That is where the search ended: if one comes at all, it is likely rarer than ${percent(mostUnseen(searched))} of rolls (95%)`
          : `${rolls.length} of ${tried} rolls ${rolls.length === 1 ? 'has' : 'have'} ${filter}${isBusy ? '; searching…' : ''}`}
      </p>
      {chance !== null && (
        <p class={chance.exact ? 'verdict exact' : 'verdict bounds'}>
          {chance.exact && chance.low === 0
            ? `no roll can have it: the odds of ${chance.expression} are exactly 0`
            : `${chance.exact ? 'exact' : 'bounds'}: ${interval(chance.low, chance.high)} of rolls have a thing with ${chance.expression}`}
        </p>
      )}
    </>
  );
}

const kMostThings = 60;

interface CardProps {
  readonly roll: Rolled;
  readonly explain: () => void;
  readonly copy: () => void;
  readonly copyThing: (at: number) => void;
}

function Card({ roll, explain, copy, copyThing }: CardProps) {
  const { things } = roll;
  return (
    <li class="card">
      <button type="button" class="link index" aria-label={`Explain roll ${roll.index}`} onClick={explain}>#{roll.index}</button>
      <button type="button" class="link copy" aria-label={`Copy roll ${roll.index}`} title="Copy seed and index" onClick={copy}>Copy</button>
      {things.length === 0 ? <p class="quiet">nothing</p> : <Held roll={roll} holder={null} explain={explain} copy={copyThing} />}
      {things.length > kMostThings && <p class="quiet">and {things.length - kMostThings} more things</p>}
    </li>
  );
}

function Held({ roll, holder, explain, copy }: { roll: Rolled; holder: number | null; explain: () => void; copy: (at: number) => void }) {
  const mine = roll.things.slice(0, kMostThings).map((thing, i) => [thing, i] as const).filter(([thing]) => thing.holder === holder);
  if (mine.length === 0) { return null; }
  return (
    <ul class={holder === null ? 'things' : 'things held'}>
      {mine.map(([{ name, fields }, i]) => (
        <li key={i}>
          {/* For a pointer; the button of the card does the same for keys. */}
          <strong onClick={explain}>{name}</strong>{' '}
          <button type="button" class="link copy-thing" aria-label={`Copy ${name}, thing ${i} of roll ${roll.index}`} title="Copy this thing as text" onClick={() => copy(i)}>
            <svg viewBox="0 0 14 14" width="13" height="13" aria-hidden="true"><path d="M4.5 4.5H12.5V12.5H4.5ZM2.5 9.5H1.5V1.5H9.5V2.5" /></svg>
          </button>
          {fields.length > 0 && (
            <span class="fields">
              {fields.map(([field, value]) => <span key={field}><i>{field}</i> {value} </span>)}
            </span>
          )}
          <Held roll={roll} holder={i} explain={explain} copy={copy} />
        </li>
      ))}
    </ul>
  );
}
