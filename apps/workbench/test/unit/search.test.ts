// The search of Things with an engine that the test plays: its limit, what it asks, and how it ends.
import { beforeEach, expect, test, vi } from 'vitest';
import type { PackInfo } from '../../src/engine/protocol';

const calls: { kind: string; request: any }[] = [];
let reply: (kind: string, request: any) => unknown;
vi.mock('../../src/engine/engine', () => ({
  call: async (kind: string, request: unknown) => {
    calls.push({ kind, request });
    return reply(kind, request);
  },
}));
const { kMostRolls, Search } = await import('../../src/actions/search');
const { initialState, Store } = await import('../../src/model/state');

const pack: PackInfo = { name: 'p', title: '', rules: [], inputs: [], states: [], expectations: 0, fields: [{ name: 'cursed', type: 'flag' }] };
const roll = { source: { name: 'a', files: {} }, rule: 'r', inputs: {}, seed: '1', first: 5 };
const row = (value: string, p: number) => ({ values: [value], key: JSON.stringify([value]), probability: p, low: p, high: p, fraction: null, estimate: null });
const odds = { odds: { columns: ['count'], exact: true, answers: [{ value: null, exact: true, unexplored: 0, unlisted: 0, rows: [row('0', 0.75), row('1', 0.2), row('2', 0.05)] }] } };

beforeEach(() => { calls.length = 0; });

test('it goes on until enough is found, from where it stopped, and asks for the odds of the same condition', async () => {
  const store = new Store(initialState());
  reply = (kind, { first, most }) => kind === 'odds' ? odds : most > 1
    ? { rolls: [{ index: first, things: [] }], searched: 100 } : { rolls: [{ index: first + 3, things: [] }], searched: 4 };
  await new Search(store).run(roll, 'cursed = true', 3, pack);
  const { things, chance } = store.get();
  expect(calls.filter(({ kind }) => kind === 'find').map(({ request }) => request.first)).toEqual([5, 105, 205]);
  expect([things.isBusy, things.value?.searched, things.value?.rolls.map(({ index }) => index)]).toEqual([false, 204, [5, 105, 208]]);
  expect(calls.find(({ kind }) => kind === 'odds')?.request.question.count).toBe('cursed');
  expect(chance).toEqual({ expression: 'cursed', exact: true, low: 0.25, high: 0.25 });
});

test('it ends at its limit, and asks for no odds of a part of a name', async () => {
  const store = new Store(initialState());
  reply = (_, { rolls }) => ({ rolls: [], searched: rolls });
  await new Search(store).run(roll, 'ruby', 20, pack);
  expect(store.get().things).toMatchObject({ isBusy: false, value: { rolls: [], searched: kMostRolls } });
  expect([calls.some(({ kind }) => kind === 'odds'), store.get().chance]).toEqual([false, null]);
});

test('it can be stopped, and keeps what it has; a failure is said', async () => {
  const store = new Store(initialState());
  const search = new Search(store);
  reply = (_, { first, rolls }) => {
    if (first > 5) { search.stop(); }
    return { rolls: [{ index: first, things: [] }], searched: rolls };
  };
  await search.run(roll, 'ruby', 20, pack);
  expect(store.get().things).toMatchObject({ isBusy: false, value: { rolls: [{ index: 5 }] } });
  reply = () => { throw new Error('roll 7 failed'); };
  await search.run(roll, 'ruby', 20, pack);
  expect(store.get().things).toEqual({ isBusy: false, value: null, error: 'roll 7 failed' });
});
