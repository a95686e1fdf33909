// The whole page: a bar, the text on the left, the tabs on the right; narrow screens show one of both.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Actions } from '../actions/actions';
import { kTabs, type State, type Tab } from '../model/state';
import { hasErrors } from '../model/sound';
import { Bar } from './bar';
import { BookTab } from './book';
import { CompareTab } from './compare';
import { ExpectTab } from './expect';
import { ExplainTab } from './explain';
import { Inputs } from './inputs';
import { OddsTab } from './odds';
import { SimulateTab } from './simulate';
import { TextPane } from './text';
import { ThingsTab } from './things';
import { TweakTab } from './tweak';

export interface Props {
  readonly state: State;
  readonly actions: Actions;
}

const kTitles: Record<Tab, string> = {
  things: 'Things', odds: 'Odds', explain: 'Explain', tweak: 'Tweak', simulate: 'Simulate', expect: 'Expect', compare: 'Compare', book: 'Book',
};
const kViews = {
  things: ThingsTab, odds: OddsTab, explain: ExplainTab, tweak: TweakTab, simulate: SimulateTab, expect: ExpectTab, compare: CompareTab, book: BookTab,
};

// An element that has the focus and goes away, as the button of a choice that was taken, gives it to the panel around it:
// else keys would do nothing, and Tab would begin at the top of the page.
function useKeptFocus() {
  const panel = useRef<HTMLElement>(null);
  const wasWithin = useRef(false);
  useLayoutEffect(() => {
    const note = (event: FocusEvent) => { wasWithin.current = panel.current?.contains(event.target as Node) ?? false; };
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  useLayoutEffect(() => {
    if (wasWithin.current && document.activeElement === document.body) { panel.current?.focus({ preventScroll: true }); }
  });
  return panel;
}

export function App({ state, actions }: Props) {
  const panel = useKeptFocus();
  const View = kViews[state.tab];
  // Compare may ask about another pack than the open one.
  const pack = (state.tab === 'compare' ? state.comparing.after?.pack : undefined) ?? state.good?.pack;
  return (
    <div class={state.isShowingText ? 'page shows-text' : 'page shows-tab'}>
      <Bar state={state} actions={actions} />
      <Tabs state={state} actions={actions} />
      <main>
        <TextPane state={state} actions={actions} />
        <section id="panel" ref={panel} class="panel" role="tabpanel" aria-labelledby={`tab-${state.tab}`} tabIndex={0}>
          {state.good === null || pack === undefined
            ? <p class="quiet">{state.isCompiling ? 'The engine starts…' : 'The pack has errors: the tabs answer as soon as it has none.'}</p>
            : <>
                {state.tab !== 'expect' && state.tab !== 'book' && <Inputs state={state} actions={actions} pack={pack} />}
                {state.good.source !== state.source && (
                  <p class="note">{hasErrors(state.findings)
                    ? 'The pack has errors: these answers are for the last text that had none.'
                    : 'These answers are for the last text that compiled.'}</p>
                )}
                <View state={state} actions={actions} pack={pack} />
              </>}
        </section>
      </main>
    </div>
  );
}

function Tabs({ state, actions }: Props) {
  // On narrow screens the tabs scroll sideways.
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const show = () => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    show();
    addEventListener('resize', show);
    return () => removeEventListener('resize', show);
  }, [state.tab]);
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) { return; }
    event.preventDefault();
    const next = kTabs[(kTabs.indexOf(state.tab) + by + kTabs.length) % kTabs.length]!;
    actions.showTab(next);
    requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
  };
  return (
    <nav class="tabs" aria-label="Parts of the page">
      <button type="button" class="text-button" aria-pressed={state.isShowingText} onClick={() => actions.showText()}>Text</button>
      <div ref={list} role="tablist" aria-label="What to show" onKeyDown={move}>
        {kTabs.map((tab) => (
          <button key={tab} type="button" role="tab" id={`tab-${tab}`} aria-selected={state.tab === tab} aria-controls="panel"
            tabIndex={state.tab === tab ? 0 : -1} onClick={() => actions.showTab(tab)}>{kTitles[tab]}</button>
        ))}
      </div>
    </nav>
  );
}
