// Starts the page: state, actions, views; then a link, the draft, or the example.
import { render } from 'preact';
import './style.css';
import { Actions } from './actions/actions';
import { Asker, sayError } from './actions/ask';
import { Disk } from './actions/disk';
import { Keeper } from './actions/keep';
import { call } from './engine/engine';
import { isLater, type Draft } from './model/drafts';
import { fromFragment, isLink, type Shared } from './model/link';
import { initialState, Store } from './model/state';
import { App } from './views/app';

const store = new Store(initialState());
const asker = new Asker(store);
const actions = new Actions(store, asker);
const keeper = new Keeper(store, actions);
const disk = Disk.ofThisTab(store, actions);
const root = document.getElementById('app')!;

let isDrawing = false;
function draw(): void {
  isDrawing = false;
  render(<App state={store.get()} actions={actions} />, root);
}
store.observe(() => {
  if (isDrawing) { return; }
  isDrawing = true;
  queueMicrotask(draw);
});

/** What the address has; `null`: no link, or a broken one. */
async function linked(): Promise<Shared | null> {
  try {
    return isLink(location.hash) ? await fromFragment(location.hash) : null;
  } catch (error) {
    actions.say(sayError(error), true);
    return null;
  }
}

async function openLink(): Promise<void> {
  const shared = await linked();
  if (shared !== null) { await actions.openShared(shared, location.hash); }
}

function openDraft({ shared, opened, origin }: Draft, link = ''): void {
  actions.open(origin, shared.source!, {
    opened, link, shipped: shared.shipped, rule: shared.rule, inputs: shared.inputs, seed: shared.seed, index: shared.index,
    asked: shared.asked, edits: shared.edits ?? [], tab: shared.tab,
  });
}

async function listDrafts(): Promise<void> {
  if (disk === null) { store.set({ drafts: await keeper.free().catch(() => []) }); }
}

actions.openDraft = async (id) => {
  const draft = await keeper.open(id);
  if (draft === null) { actions.say('This draft is open in another tab, or gone.', true); } else { openDraft(draft); }
  await listDrafts();
};

async function begin(): Promise<void> {
  draw();
  const [shared, hash] = [await linked(), location.hash];
  const isFromLink = isLink(hash);
  const place = await disk?.connect() ?? null;
  // Without its server a tab keeps the text that it had.
  const draft = await keeper.begin(({ disk: from, link }) => {
    if (isFromLink) { return shared !== null && from === undefined && link === hash; }
    return place !== null ? from?.place === place : disk !== null || from === undefined;
  });
  if (place !== null) {
    await disk!.open(isFromLink ? null : draft);
    disk!.watch();
    if (shared !== null) { await actions.openShared(shared, hash); }
  } else if (shared !== null && (draft === null || !isLater(draft, shared))) {
    await actions.openShared(shared, hash);
  } else if (draft !== null) {
    openDraft(draft, isFromLink ? hash : '');
    if (isFromLink) { actions.say('This is your draft, which is later than the link in the address.'); }
  } else {
    actions.openExample();
  }
  keeper.watch();
  void listDrafts();
  addEventListener('focus', () => void listDrafts());
  addEventListener('hashchange', () => { if (isLink(location.hash)) { void openLink(); } });
  const { names } = await call('shipped', { pack: null });
  store.set({ shippedNames: names });
}

begin().catch((error: unknown) => actions.say(sayError(error), true));

// `spoils workbench` serves the page from this machine; a copy of it in the browser would outlive an update.
if (import.meta.env.PROD && 'serviceWorker' in navigator && disk === null) {
  navigator.serviceWorker.register('./sw.js').catch(() => undefined); // without it the page needs its server
}
