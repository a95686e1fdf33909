// Tweak: one roll whose decisions are menus. The roll as it is after the edits, the edits with undo and redo, fields that a
// person sets by hand; views/decisions.tsx has the decisions. test/page/tweak.test.ts.
import { useState } from 'preact/hooks';
import type { TweakReply, Tweaked } from '../engine/protocol';
import { tweakCommand } from '../model/command';
import { percent, percentOf, short } from '../model/numbers';
import { ruleOf, settingsFor } from '../model/settings';
import { changesOf, marksOf, pinsOf, setEdit, tweakedText } from '../model/tweak';
import { typesOf, written } from '../model/values';
import { Decisions } from './decisions';
import type { PackProps } from './inputs';
import { Answer, Box, Command, packWord } from './parts';

export interface TweakedProps extends PackProps {
  readonly tweaked: Tweaked;
}

export function TweakTab(props: PackProps) {
  const { state, actions, pack } = props;
  const { tweaks } = actions;
  const rule = ruleOf(pack, state.rule);
  const command = tweakCommand(packWord(state.shipped, state.source.name), rule, settingsFor(pack, rule, state.inputs), state.seed, state.index, state.edits);
  const keys = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'text';
    if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') { return; }
    event.preventDefault();
    if (event.shiftKey) { tweaks.redo(); } else { tweaks.undo(); }
  };
  return (
    <div onKeyDown={keys}>
      <div class="row">
        <span class="seed"><Box label="Seed" value={state.seed} set={(seed) => actions.set({ seed })} /></span>
        <label>Index
          <input type="number" min={0} value={state.index}
            onInput={(event) => actions.set({ index: Math.max(0, Math.floor(Number(event.currentTarget.value)) || 0) })} />
        </label>
        <button type="button" disabled={state.past.length === 0 && state.edits.length === 0} onClick={() => tweaks.undo()}>Undo</button>
        <button type="button" disabled={state.undone.length === 0} onClick={() => tweaks.redo()}>Redo</button>
        <button type="button" disabled={state.edits.length === 0} onClick={() => tweaks.clear()}>Start over</button>
        <button type="button" onClick={() => void tweaks.apply('reroll')}>Reroll all</button>
        <button type="button" disabled={pinsOf(state.edits).length === 0} title="draw all anew but the choices that you took" onClick={() => void tweaks.rerollRest()}>Reroll the rest</button>
      </div>
      <Answer of={state.tweaked}>
        {({ tweaked, refused, script }) => (
          <>
            <Result {...props} tweaked={tweaked} />
            <Edits {...props} tweaked={tweaked} refused={refused} />
            <Decisions {...props} tweaked={tweaked} />
            <Fields {...props} tweaked={tweaked} />
            <div class="row">
              <button type="button" onClick={() => actions.saveScript(script)}>Save script</button>
              <button type="button" onClick={() => void actions.copy(tweakedText(tweaked, pack.fields, command))}>Copy as text</button>
            </div>
          </>
        )}
      </Answer>
      <Command actions={actions} text={command} />
    </div>
  );
}

const kMostThings = 60;

function Result({ tweaked, state, actions, pack }: TweakedProps) {
  const { set } = marksOf(state.edits);
  const changes = changesOf(tweaked, pack.fields);
  return (
    <>
      <ul class="things tweaked" aria-label="The roll as it is now" tabIndex={0}>
        {tweaked.things.slice(0, kMostThings).map(({ name, fields, measures }, i) => (
          <li key={i}>
            <strong>{name ?? '(no name)'}</strong>{' '}
            {Object.entries(measures ?? {}).map(([measure, value]) => <span key={measure} class="badge"><i>{measure}</i> {written(value)}</span>)}
            <span class="fields">
              {Object.entries(fields).filter(([, value]) => value !== null).map(([field, value]) => (
                <span key={field}><i>{field}</i> {written(value, ...typesOf([field], pack.fields))}
                  {set.has(`${i}.${field}`) && (
                    <button type="button" class="link" onClick={() => void actions.tweaks.apply(`unset ${field}${i > 0 ? ` of ${i}` : ''}`)}>set by hand: take off</button>
                  )}{' '}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {tweaked.things.length === 0 && <p class="quiet">nothing</p>}
      {tweaked.things.length > kMostThings && <p class="quiet">and {tweaked.things.length - kMostThings} more things</p>}
      {state.edits.length > 0 && changes.length > 0 && (
        <ul class="changes" aria-label="The last edit changed">{changes.slice(0, 30).map((text) => <li key={text}>{text}</li>)}</ul>
      )}
      {tweaked.by_the_rules
        ? <p class="verdict exact">by the rules; probability of all {tweaked.decisions} decisions together: {product(tweaked)}</p>
        : <p class="verdict bounds">against the rules, so it has no probability: {tweaked.against.join('; ')}</p>}
    </>
  );
}

function product({ p = 0, log10_p: log = 0 }: Tweaked): string {
  return p >= 1e-6 ? percent(p) : p > 0 ? `1 in ${short(1 / p)}` : `1 in 10^${short(-log)}`;
}

function Edits({ state, actions, refused }: TweakedProps & Pick<TweakReply, 'refused'>) {
  const { skipped } = marksOf(state.edits);
  if (state.edits.length === 0) { return null; }
  return (
    <details class="edits" open={state.edits.length <= 8 || refused.length > 0}>
      <summary>{state.edits.length === 1 ? '1 edit' : `${state.edits.length} edits`}{refused.length === 0 ? '' : `, ${refused.length} of them not possible here`}</summary>
      <ol>
        {state.edits.map((edit, i) => {
          const why = refused.find(({ at }) => at === i)?.why;
          const subject = edit.startsWith('skip ') ? edit.slice(5) : '';
          return (
            <li key={i}>
              <code class={why === undefined ? '' : 'struck'}>{edit}</code>
              {why !== undefined && <> <span class="bad">{why}</span></>}
              {' '}<button type="button" aria-label={`Take out ${edit}`} onClick={() => actions.tweaks.drop(i)}>Take out</button>
              {why === undefined && skipped.includes(subject) && <> <button type="button" onClick={() => void actions.tweaks.apply(`unskip ${subject}`)}>Bring back</button></>}
            </li>
          );
        })}
      </ol>
    </details>
  );
}

function Fields({ tweaked, state, actions, pack }: TweakedProps) {
  const [field, setField] = useState('');
  const [value, setValue] = useState('');
  const [thing, setThing] = useState(0);
  const [call, setCall] = useState('');
  const names = pack.fields.map(({ name }) => name);
  const chosen = names.includes(field) ? field : names[0] ?? '';
  const type = pack.fields.find(({ name }) => name === chosen)?.type;
  const place = Math.min(thing, Math.max(0, tweaked.things.length - 1));
  const now = tweaked.things[place]?.fields[chosen];
  return (
    <fieldset class="by-hand">
      <legend>By hand</legend>
      <form class="row" onSubmit={(event) => { event.preventDefault(); void actions.tweaks.apply(setEdit(chosen, value, type, place)); }}>
        {tweaked.things.length > 1 && (
          <label>Thing
            <select value={place} onChange={(event) => setThing(Number(event.currentTarget.value))}>
              {tweaked.things.slice(0, 200).map(({ name }, i) => <option key={i} value={i}>{i}: {name ?? ''}</option>)}
            </select>
          </label>
        )}
        <label>Field
          <select value={chosen} onChange={(event) => setField(event.currentTarget.value)}>
            {names.map((name) => <option key={name}>{name}</option>)}
          </select>
        </label>
        <Box label="Value" value={value} hint={now === undefined ? '' : written(now, type)} set={setValue} />
        <button type="submit" disabled={value.trim() === '' || chosen === ''}>Set</button>
        <button type="button" disabled={value.trim() === '' || place > 0} onClick={() => void actions.tweaks.reach(chosen, value.trim())}>Could it come?</button>
      </form>
      {(state.reach.value !== null || state.reach.error !== null || state.reach.isBusy) && (
        <Answer of={state.reach}>
          {({ question, exact, p, found, tried, unknown, nearest, open }) => (
            <p>{question}: {exact && !found ? `never${nearest.length > 0 ? `; the nearest that can come: ${nearest.map((one) => written(one, type)).join(', ')}` : ''}`
              : !found ? `not found among the ${tried} choices that were tried`
              : exact ? `${percent(p)}, exact`
              : `at least ${percentOf(p, 'down')} and at most ${percentOf(Math.min(1, p + unknown), 'up')}`}
              {found && open.length > 0 ? `, if just these were open: ${open.slice(0, 12).join(', ')}${open.length > 12 ? ' …' : ''}` : ''}
            </p>
          )}
        </Answer>
      )}
      <form class="row" onSubmit={(event) => { event.preventDefault(); void actions.tweaks.apply(`run ${call.trim()}`); }}>
        <Box label="Go on with rule" value={call} hint="bear(keen)" set={setCall} />
        <button type="submit" disabled={call.trim() === ''}>Run</button>
      </form>
    </fieldset>
  );
}
