// The decisions of a tweaked roll as a tree. Each opens a table of its choices: odds, what the thing would be, or why the
// choice has no chance. Steps can be rerolled and left out, loops get a turn more.
import { useState } from 'preact/hooks';
import type { Choice, Choices, Outlook, Step } from '../engine/protocol';
import { kChoicesShown } from '../actions/tweaks';
import { percent, percentOf } from '../model/numbers';
import { marksOf, takeEdit } from '../model/tweak';
import { typesOf, written } from '../model/values';
import { title } from './explain';
import { Answer } from './parts';
import type { TweakedProps } from './tweak';

interface TreeProps extends TweakedProps {
  readonly steps: readonly Step[];
  readonly depth: number;
  readonly wanted: ReadonlyMap<string, string>;
  readonly isNew: ReadonlySet<string>;
}

// Rolls with more decisions begin with closed steps: a level of a dungeon has thousands.
const kMostOpen = 60;
const kStepsAtOnce = 200;

export function Decisions(props: TweakedProps) {
  const { tweaked, state } = props;
  // The outermost step is the rolled rule; it has no id.
  const [first] = tweaked.steps;
  const steps = tweaked.steps.length === 1 && first?.step === 'roll' ? first.steps ?? [] : tweaked.steps;
  return (
    <>
      <h2>Decisions</h2>
      {steps.length === 0
        ? <p class="quiet">This roll decides nothing.</p>
        : <Tree {...props} steps={steps} depth={0} wanted={marksOf(state.edits).wanted} isNew={new Set(tweaked.new)} />}
    </>
  );
}

function Tree({ steps, ...rest }: TreeProps) {
  const [most, setMost] = useState(kStepsAtOnce);
  return (
    <ul class="steps">
      {steps.slice(0, most).map((step, i) => <One key={step.id ?? i} step={step} {...rest} />)}
      {steps.length > most && <li><button type="button" onClick={() => setMost(most + kStepsAtOnce)}>{steps.length - most} more</button></li>}
    </ul>
  );
}

const kCanBeLeftOut = new Set(['turn', 'member', 'run', 'drop', 'hold']);

function One({ step, ...rest }: Omit<TreeProps, 'steps'> & { readonly step: Step }) {
  const { state, actions, tweaked, depth, wanted, isNew } = rest;
  const { tweaks } = actions;
  const [isOpen, setIsOpen] = useState(tweaked.decisions <= kMostOpen || depth < 1);
  const { id } = step;
  const words = step.step === 'loop' ? `repeat: ${step.turns ?? 0} of ${step.most ?? 0} turns` : title(step, { things: tweaked.things } as never);
  const lights = { onMouseEnter: () => actions.light(step), onFocus: () => actions.light(step) };
  const isDecision = step.step === 'decision';
  const isChoosing = isDecision && id !== undefined && state.choosing?.id === id;
  const isFixed = step.declared === true || step.settled === true || id === undefined;
  const inner = step.steps ?? [];
  return (
    <li class={step.rejected === true ? 'rejected' : ''}>
      <div class={state.lit === step ? 'line lit' : 'line'}>
        {isDecision
          ? (
            <button type="button" class="step" disabled={isFixed} aria-expanded={isFixed ? undefined : isChoosing} {...lights}
              onClick={() => { if (isChoosing) { tweaks.close(); } else { void tweaks.choose(id!); } }}>
              <span>{words}</span>
              <Marks id={id} wanted={wanted} isNew={isNew} />
              {step.p !== undefined && <><b>{isFixed ? 'fixed' : percent(step.p)}</b><meter min={0} max={1} value={step.p} aria-hidden="true" /></>}
            </button>
          )
          : (
            <button type="button" class="step" disabled={inner.length === 0} aria-expanded={inner.length === 0 ? undefined : isOpen} {...lights} onClick={() => setIsOpen(!isOpen)}>
              <span>{inner.length > 0 && <span class="fold" aria-hidden="true">{isOpen ? '▾ ' : '▸ '}</span>}{words}</span>
            </button>
          )}
        {id !== undefined && isDecision && wanted.has(id) && (
          <button type="button" class="small" aria-label={`unpin ${id}`} title="the choice of the roll again" onClick={() => tweaks.unpin(id)}>unpin</button>
        )}
        {!isFixed && step.step !== 'loop' && (isDecision || inner.length > 0) && (
          <button type="button" class="small" aria-label={`Reroll ${id}`} title="draw this anew" onClick={() => void tweaks.apply(`reroll ${id}`)}>↻</button>
        )}
        {id !== undefined && !isDecision && inner.length > 0 && (
          <button type="button" class="small" aria-label={`Odds if ${id} were open`} title="odds if this were open"
            onClick={() => { if (state.looking?.id === id) { tweaks.close(); } else { void tweaks.look(id, state.looking?.by ?? 'name'); } }}>%</button>
        )}
        {id !== undefined && kCanBeLeftOut.has(step.step) && (
          <button type="button" class="small" aria-label={`Leave out ${id}`} title="leave this out, with all that it did" onClick={() => void tweaks.apply(`skip ${id}`)}>×</button>
        )}
        {id !== undefined && step.step === 'loop' && (
          <button type="button" class="small" aria-label={`One turn more of ${id}`} title="one turn more" onClick={() => void tweaks.apply(`more ${id}`)}>+</button>
        )}
      </div>
      {isChoosing && <Menu {...rest} id={id} />}
      {!isDecision && id !== undefined && state.looking?.id === id && <div class="menu"><IfOpen {...rest} id={id} /></div>}
      {isOpen && inner.length > 0 && <Tree {...rest} steps={inner} depth={depth + 1} />}
    </li>
  );
}

function Marks({ id, wanted, isNew }: { id: string | undefined } & Pick<TreeProps, 'wanted' | 'isNew'>) {
  if (id === undefined) { return null; }
  const word = wanted.get(id);
  return <>{word !== undefined && <em class="badge">{word}</em>}{isNew.has(id) && <em class="badge">new</em>}</>;
}

type MenuProps = TweakedProps & { readonly id: string };

function Menu(props: MenuProps) {
  const { state, actions, id } = props;
  return (
    <div class="menu" role="group" aria-label={`Choices of ${id}`}>
      <p class="quiet id">{id} <button type="button" class="link" onClick={() => actions.tweaks.close()}>close</button></p>
      <Answer of={state.choices}>{(choices) => <Table {...props} choices={choices} />}</Answer>
      <IfOpen {...props} />
    </div>
  );
}

// The button of a choice that is taken goes away: the decision keeps the focus, for the next choice or the keys of undo.
function focusDecision(button: HTMLElement): void {
  button.closest('.menu')?.parentElement?.querySelector<HTMLButtonElement>('.line .step')?.focus();
}

function Table({ actions, id, choices: { choices, count }, state }: MenuProps & { readonly choices: Choices }) {
  const from = state.choosing?.from ?? 0;
  const take = (choice: Choice) => void actions.tweaks.apply(takeEdit(id, choice, choices, count));
  const measures = [...new Set(choices.flatMap((choice) => Object.keys(choice.measures ?? {})))].slice(0, 3);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`Table of the choices of ${id}`}>
      <table class="odds choices">
        <thead><tr><th scope="col">choice</th><th scope="col" class="number">odds</th><th scope="col">would be</th>{measures.map((measure) => <th key={measure} scope="col" class="number measure">{measure}</th>)}<th scope="col"><span class="hidden">take it</span></th></tr></thead>
        <tbody>
          {choices.map((choice) => (
            <tr key={choice.choice} class={choice.p === 0 ? 'no-chance' : ''} aria-current={choice.current ? 'true' : undefined}>
              <th scope="row">{choice.value === '' ? 'nothing' : choice.value}</th>
              <td class="number">{choice.p === null ? '?' : percent(choice.p)}</td>
              <td>
                {choice.fault === undefined ? choice.name ?? '' : <span class="bad">{choice.fault}</span>}
                {(choice.lost ?? 0) > 0 && <small class="quiet"> {choice.lost} lost</small>}
                {choice.why !== undefined && choice.why !== '' && <Why choice={choice} go={actions.go.bind(actions)} />}
              </td>
              {measures.map((measure) => <td key={measure} class="number measure">{choice.measures?.[measure] === undefined ? '' : written(choice.measures[measure])}</td>)}
              <td>{choice.current
                ? <span class="badge">now</span>
                : <button type="button" aria-label={`${choice.p === 0 ? 'Force' : 'Take'} ${choice.value}`} onClick={(event) => { focusDecision(event.currentTarget); take(choice); }}>{choice.p === 0 ? 'Force' : 'Take'}</button>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > kChoicesShown && (
        <p class="row quiet">{from + 1} to {from + choices.length} of {count}
          <button type="button" disabled={from === 0} onClick={() => void actions.tweaks.choose(id, Math.max(0, from - kChoicesShown))}>Earlier</button>
          <button type="button" disabled={from + choices.length >= count} onClick={() => void actions.tweaks.choose(id, from + kChoicesShown)}>Later</button>
        </p>
      )}
    </div>
  );
}

function Why({ choice: { why = '', file, line, column }, go }: { choice: Choice; go: (file: string, line: number, column: number) => void }) {
  const words = `why not: ${why}`;
  if (file === undefined || line === undefined) { return <small class="why"> {words}</small>; }
  return <small class="why"> <button type="button" class="link" onClick={() => go(file, line, column ?? 1)}>{words}</button></small>;
}

const kMostOutcomes = 12;

function IfOpen({ state, actions, pack, id, tweaked }: MenuProps) {
  const looking = state.looking?.id === id ? state.looking : null;
  const measures = Object.keys(tweaked.things[0]?.measures ?? {});
  const columns = ['name', ...measures, ...pack.fields.map(({ name }) => name).filter((name) => !measures.includes(name))];
  return (
    <>
      <label class="if-open">If this were open, by
        <select value={looking?.by ?? ''} onChange={(event) => void actions.tweaks.look(id, event.currentTarget.value)}>
          {looking === null && <option value="">…</option>}
          {columns.map((column) => <option key={column}>{column}</option>)}
        </select>
      </label>
      {looking !== null && <Answer of={state.outlook}>{(outlook) => <Rows outlook={outlook} types={typesOf(outlook.by, pack.fields)} />}</Answer>}
    </>
  );
}

function Rows({ outlook: { rows, exact, unknown, failed }, types }: { outlook: Outlook; types: readonly string[] }) {
  const way = exact ? 'nearest' : 'down';
  const rest = rows.slice(kMostOutcomes).reduce((sum, { p }) => sum + p, 0);
  return (
    <>
      <p class={exact ? 'verdict exact' : 'verdict bounds'}>{exact ? 'exact' : `at least; ${percentOf(unknown, 'up')} is not computed`}{failed > 0 ? `; ${percent(failed)} fails` : ''}</p>
      <ul class="outlook">
        {rows.slice(0, kMostOutcomes).map(({ values, p }) => {
          const name = values.map((value, i) => written(value, types[i])).join(', ');
          return <li key={name}><b>{percentOf(p, way)}</b> <meter min={0} max={1} value={p} aria-hidden="true" /> <span>{name}</span></li>;
        })}
        {rows.length > kMostOutcomes && <li><b>{percentOf(rest, way)}</b> <span class="quiet">{rows.length - kMostOutcomes} others</span></li>}
      </ul>
    </>
  );
}
