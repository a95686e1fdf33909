// A gallery of rolls: names, fields, and what each thing holds.
import { rollCommand } from '../model/command';
import { ruleOf, settingsFor } from '../model/settings';
import { kRollsShown } from '../actions/ask';
import type { Rolled, RolledThing } from '../engine/protocol';
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
        <Box label="With" value={state.filter} hint="cursed kind=ring" set={(filter) => actions.set({ filter, first: 0 })} />
        <button type="button" class="main" onClick={() => actions.rollAgain()}>Roll again</button>
        <button type="button" disabled={state.first === 0} onClick={() => actions.move(-1)}>Earlier</button>
        <button type="button" onClick={() => actions.move(1)}>{state.filter.trim() === '' ? `Next ${kRollsShown}` : 'Search on'}</button>
      </div>
      <Answer of={state.things}>
        {({ rolls, searched }) => (
          <>
            {state.filter.trim() !== '' && <p class="quiet" role="status">{rolls.length} of {searched.toLocaleString('en')} rolls have {state.filter.trim()}</p>}
            <ol class="gallery" aria-label="Rolls">
              {rolls.map((roll) => <Card key={roll.index} roll={roll} explain={() => actions.explain(roll.index)} />)}
            </ol>
          </>
        )}
      </Answer>
      <Command actions={actions} text={rollCommand(packWord(state.shipped, state.source.name), rule,
        settingsFor(pack, rule, state.inputs), state.seed, state.first, kRollsShown)} />
    </>
  );
}

const kMostThings = 60;

function Card({ roll, explain }: { roll: Rolled; explain: () => void }) {
  const { things } = roll;
  return (
    <li class="card">
      <button type="button" class="link index" aria-label={`Explain roll ${roll.index}`} onClick={explain}>#{roll.index}</button>
      {things.length === 0 ? <p class="quiet">nothing</p> : <Held things={things.slice(0, kMostThings)} holder={null} />}
      {things.length > kMostThings && <p class="quiet">and {things.length - kMostThings} more things</p>}
    </li>
  );
}

function Held({ things, holder }: { things: readonly RolledThing[]; holder: number | null }) {
  const mine = things.map((thing, i) => [thing, i] as const).filter(([thing]) => thing.holder === holder);
  if (mine.length === 0) { return null; }
  return (
    <ul class={holder === null ? 'things' : 'things held'}>
      {mine.map(([{ name, fields }, i]) => (
        <li key={i}>
          <strong>{name}</strong>
          {fields.length > 0 && (
            <span class="fields">
              {fields.map(([field, value]) => <span key={field}><i>{field}</i> {value} </span>)}
            </span>
          )}
          <Held things={things} holder={i} />
        </li>
      ))}
    </ul>
  );
}
