// Explain: the decisions of one roll as a tree. A step under the pointer or with the focus lights up its lines in the text.
import type { Explanation, Step } from '../engine/protocol';
import { explainCommand } from '../model/command';
import { percent, short } from '../model/numbers';
import { ruleOf, settingsFor } from '../model/settings';
import type { PackProps } from './inputs';
import { Answer, Box, Command, packWord } from './parts';

export function ExplainTab({ state, actions, pack }: PackProps) {
  const rule = ruleOf(pack, state.rule);
  return (
    <>
      <div class="row">
        <Box label="Seed" value={state.seed} set={(seed) => actions.set({ seed })} />
        <label>Index
          <input type="number" min={0} value={state.index}
            onInput={(event) => actions.set({ index: Math.max(0, Math.floor(Number(event.currentTarget.value)) || 0) })} />
        </label>
        <button type="button" onClick={() => actions.set({ index: state.index + 1 })}>Next roll</button>
      </div>
      <Answer of={state.explanation}>
        {(explanation) => (
          <>
            <p><strong>{(explanation.things ?? []).slice(0, 8).map(({ name }) => name ?? '').join('; ') || 'nothing'}</strong></p>
            <Steps steps={explanation.steps} explanation={explanation} state={state} actions={actions} pack={pack} />
            <p class="quiet">{product(explanation)}</p>
          </>
        )}
      </Answer>
      <Command actions={actions} text={explainCommand(packWord(state.shipped, state.source.name), rule,
        settingsFor(pack, rule, state.inputs), state.seed, state.index)} />
    </>
  );
}

function product({ decisions, p, log10_p: log, rejected_tries: isRejected }: Explanation): string {
  const odds = p >= 1e-6 ? percent(p) : p > 0 ? `1 in ${short(1 / p)}` : `1 in 10^${short(-log)}`;
  return `Probability of all ${decisions} decisions together: ${odds}.${isRejected ? ' Accepted tries count as if they had been the only ones.' : ''}`;
}

interface StepsProps extends PackProps {
  readonly steps: readonly Step[];
  readonly explanation: Explanation;
}

function Steps({ steps, ...rest }: StepsProps) {
  const { state, actions, explanation } = rest;
  return (
    <ul class="steps">
      {steps.map((step, i) => (
        <li key={i} class={step.rejected === true ? 'rejected' : ''}>
          <button type="button" class={state.lit === step ? 'step lit' : 'step'} onMouseEnter={() => actions.light(step)} onFocus={() => actions.light(step)}
            onClick={() => actions.go(step.file, step.line, step.column)}>
            <span>{title(step, explanation)}</span>
            {step.step === 'decision' && step.p !== undefined && <Odds step={step} p={step.p} />}
            <small class="quiet">{step.file}:{step.line}</small>
          </button>
          <Alternatives step={step} />
          {step.steps !== undefined && step.steps.length > 0 && <Steps steps={step.steps} {...rest} />}
        </li>
      ))}
    </ul>
  );
}

// Those that have a chance; the tab to tweak shows the others, with their reasons.
function Alternatives({ step }: { step: Step }) {
  const possible = (step.alternatives ?? []).filter(({ why }) => why === undefined);
  if (possible.length === 0) { return null; }
  return (
    <p class="quiet alternatives">or {possible.slice(0, 8).map(({ value, p }) => `${value} ${percent(p)}`).join(', ')}
      {possible.length > 8 || (step.left_out_p ?? 0) > 0 ? ' …' : ''}</p>
  );
}

function Odds({ step, p }: { step: Step; p: number }) {
  if (step.declared === true) { return <b>fixed</b>; }
  if (step.settled === true) { return <b>settled</b>; }
  return <><b>{percent(p)}</b><meter min={0} max={1} value={p} aria-hidden="true" /></>;
}

/** A step in words, as `spoils explain` says it. */
export function title(step: Step, { things = [] }: Explanation): string {
  const made = step.thing == null ? null : things[step.thing]?.name ?? null;
  const name = step.name ?? '';
  const value = step.value ?? '';
  switch (step.step) {
    case 'decision': if (step.kind === 'chance' && step.target === undefined) { return `${step.source ?? ''}: ${step.chosen === 'true' ? 'yes' : 'no'}`; }
      return step.target === undefined ? `${step.source ?? ''}: ${step.chosen ?? ''}` : `${step.target} = ${step.chosen ?? ''} from ${step.from ?? step.source ?? ''}`;
    case 'roll': return made === null ? `rule ${name}` : `rule ${name}: ${made}`;
    case 'drop': case 'hold': return made === null ? `${step.step} ${name}` : `${step.step} ${name}: ${made}`;
    case 'run': return `run ${name}`;
    case 'turn': return `iteration ${step.number ?? ''} of ${step.most ?? ''}`;
    case 'member': return `${name} = ${value}`;
    case 'try': return step.rejected === true ? `try ${step.number ?? ''}, rejected` : `try ${step.number ?? ''}`;
    case 'attempt': return step.undone === true ? 'try, undone' : 'try';
    case 'input': return `with ${name} = ${value}`;
    case 'stream': case 'lcg': return `with stream ${name || step.step}`;
    case 'world_def': case 'world_rule': return `${step.step.replace('_', ' ')} ${name}(${value})`;
    default: return step.step;
  }
}
