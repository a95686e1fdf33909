// The rule, and a control for each input of the pack and parameter of the rule: sliders, boxes, lists.
import type { Input } from 'spoils';
import type { PackInfo } from '../engine/protocol';
import { controlsOf, firstValue, ruleOf } from '../model/settings';
import type { Props } from './app';
import { Choice } from './chips';

export interface PackProps extends Props {
  readonly pack: PackInfo;
}

export function Inputs({ state, actions, pack }: PackProps) {
  const rule = ruleOf(pack, state.rule);
  const controls = controlsOf(pack, rule);
  const isSweeping = state.tab === 'odds' || state.tab === 'compare' ? state.asked.sweep : '';
  return (
    <div class="inputs">
      <Choice label="Rule" value={rule} choices={pack.rules.map(({ name, doc }) => ({ text: name, detail: doc }))}
        set={(name) => actions.set({ rule: name, first: 0 })} />
      {controls.map((input) => (
        <Control key={input.name} input={input} isSwept={input.name === isSweeping}
          value={state.inputs[input.name] ?? firstValue(input)} set={(value) => actions.setInput(input.name, value)} />
      ))}
    </div>
  );
}

interface ControlProps {
  readonly input: Input;
  readonly isSwept: boolean;
  readonly value: string;
  readonly set: (value: string) => void;
}

function Control({ input, isSwept, value, set }: ControlProps) {
  const { name, doc, kind, first, last, choices } = input;
  const changed = (event: Event) => set((event.currentTarget as HTMLInputElement).value);
  if (isSwept) { return <label title={doc}>{name} <span class="quiet">swept</span></label>; }
  if (kind === 'flag') {
    return <label title={doc}><input type="checkbox" checked={value === 'true'} onChange={(event) => set(String(event.currentTarget.checked))} /> {name}</label>;
  }
  if (choices.length > 0) {
    return <label title={doc}>{name} <select value={value} onChange={changed}>{choices.map((choice) => <option key={choice}>{choice}</option>)}</select></label>;
  }
  if (kind === 'integer' && first !== null && last !== null) {
    return (
      <span class="slider" title={doc}>
        <label for={`input-${name}`}>{name}</label>
        <input id={`input-${name}`} type="range" min={first} max={last} value={value} onInput={changed} />
        <input type="number" aria-label={`${name}, as a number`} min={first} max={last} value={value} onInput={changed} />
      </span>
    );
  }
  return <label title={doc}>{name} <input type="text" value={value} onInput={changed} spellcheck={false} autocomplete="off" /></label>;
}
