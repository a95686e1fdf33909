// The functions of the model, against values computed by hand and texts of the documentation.
import { expect, test } from 'vitest';
import { movedRows } from '../../src/model/compare';
import { explainCommand, oddsCommand, quoted, rollCommand, simulateCommand } from '../../src/model/command';
import { oddsCsv } from '../../src/model/csv';
import { barLength, interval, meanInterval, percent } from '../../src/model/numbers';
import { changeOf, offsetOf, withEdit } from '../../src/model/places';
import { completions, questionOf, sampleWords, settingsFor, splitBy, sweptValues } from '../../src/model/settings';
import type { OddsResult, PackInfo } from '../../src/engine/protocol';
import { curvesOf } from '../../src/model/curves';

const input = (name: string, more: object) => ({ name, doc: '', kind: 'integer', first: null, last: null, choices: [], initial: null, ...more });
const pack: PackInfo = {
  name: 'p', title: '', fields: [], states: [], expectations: 0, inputs: [input('depth', { first: 1, last: 99, initial: '1' })],
  rules: [{ name: 'lib', doc: '', own: false, parameters: [] }, { name: 'a', doc: '', own: true, parameters: [input('n', { first: 3, last: 5 })] }],
};
const asked = { by: '', where: '', count: '', sweep: '', fractions: false, logarithmic: false, rolls: 1 };

function odds(rows: Record<string, [number, number]>, unexplored = 0, value: string | null = null): OddsResult {
  const all = Object.entries(rows).map(([name, [low, high]]) => ({ values: [name], key: JSON.stringify([name]), probability: low, low, high, fraction: null, estimate: null }));
  return { columns: ['kind'], exact: unexplored === 0, answers: [{ value, rows: all, exact: unexplored === 0, limit: 'none', given: 1 - unexplored, unexplored, unlisted: unexplored, mean: 0, estimate: null }] };
}

test('percentages are never rounded to 0 or 100', () => {
  expect([0, 1, 0.5, 0.4286, 0.99999999, 1e-9, 0.00234, 1e-5].map(percent))
    .toEqual(['0%', '100%', '50%', '42.86%', 'above 99.99%', '1 in 1.00e9', '0.234%', '0.001%']);
  for (let p = 1e-12; p < 1; p *= 1.7) { expect(percent(p)).not.toBe('0%'); expect(percent(1 - p)).not.toBe(p < 1e-17 ? '' : '100%'); }
  expect(interval(0.25, 0.25)).toBe('25%');
  expect(interval(0.25, 0.5)).toBe('25% to 50%');
  expect([[2, 2], [2, 2.5], [0, Infinity]].map(([low, high]) => meanInterval(low!, high!))).toEqual(['2', '2 to 2.5', 'at least 0']);
});

test('bars: linear, and six decades', () => {
  expect(barLength(0.1, 0.2, false)).toBe(0.5);
  expect(barLength(1e-3, 1, true)).toBeCloseTo(0.5);
  expect(barLength(1e-9, 1, true)).toBe(0.01);
  expect(barLength(0, 1, true)).toBe(0);
});

test('places count code points from 1', () => {
  const text = 'ab\n"ä😀" x\nc';
  expect(text.slice(offsetOf(text, 2, 6))).toBe('x\nc');
  expect(offsetOf(text, 9, 9)).toBe(text.length);
  expect(offsetOf(text, 1, 99)).toBe(2);
  expect(withEdit(text, { line: 2, column: 6, endLine: 2, endColumn: 7, replacement: 'yy' })).toBe('ab\n"ä😀" yy\nc');
});

test('the smallest change turns one text into the other', () => {
  for (const [before, after] of [['aaa', 'aa'], ['abc', 'axc'], ['', 'x'], ['x', ''], ['same', 'same'], ['aXbXc', 'aYbYc']] as const) {
    const { from, to, insert } = changeOf(before, after);
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
  }
  expect(changeOf('abcd', 'abXcd')).toEqual({ from: 2, to: 2, insert: 'X' });
});

test('a question has what was asked and nothing else', () => {
  expect(questionOf(pack, 'gone', { depth: '1', old: '7' }, asked)).toEqual({ rule: 'a', inputs: { n: '3' } });
  expect(questionOf(pack, 'a', { depth: '4', n: '5' }, { ...asked, by: 'kind, max(a, b)', where: ' x ', sweep: 'n', fractions: true }))
    .toEqual({ rule: 'a', inputs: { depth: '4' }, by: ['kind', 'max(a, b)'], where: 'x', fractions: true, sweep: { input: 'n', values: ['3', '4', '5'] } });
  expect(questionOf(pack, 'a', {}, { ...asked, by: 'kind', count: 'x' })).toEqual({ rule: 'a', inputs: { n: '3' }, count: 'x' });
  expect(settingsFor(pack, 'a', { depth: '1', n: '4' })).toEqual({ n: '4' });
});

test('a sweep has all values up to 100, else a sample that is named as one', () => {
  expect(sweptValues(pack.inputs[0]!)).toEqual(Array.from({ length: 99 }, (_, i) => String(i + 1)));
  const of = (first: number, last: number) => input('x', { first, last });
  expect(sweptValues(of(-3, 96)).length).toBe(100);
  expect(sampleWords(of(-3, 96))).toBe('');
  expect(sweptValues(of(0, 300))).toEqual(Array.from({ length: 31 }, (_, i) => String(10 * i)));
  expect(sampleWords(of(0, 300))).toBe('31 of its 301 values');
  expect(sweptValues(of(-7, 150)).slice(0, 3)).toEqual(['-7', '-5', '0']);
  for (const [first, last] of [[1, 101], [-5, 99], [0, 100_000], [3, 1e12]] as const) {
    const values = sweptValues(of(first, last));
    expect([values[0], values.at(-1)]).toEqual([String(first), String(last)]);
    expect([new Set(values).size, values.length <= 42]).toEqual([values.length, true]);
    expect(sampleWords(of(first, last))).not.toBe('');
  }
  const choices = Array.from({ length: 150 }, (_, i) => `a${i}`);
  expect(sweptValues(input('x', { kind: 'symbol', choices }))).toEqual(choices);
  expect(sampleWords(input('x', { kind: 'symbol', choices }))).toBe('');
  expect(sweptValues(of(5, 5))).toEqual(['5']);
  expect(sweptValues(input('x', {}))).toEqual([]);
  expect(splitBy('a,{b, c},"d,e"')).toEqual(['a', '{b, c}', '"d,e"']);
});

test('commands are safe for a shell', () => {
  expect(quoted("it's; rm -rf /")).toBe("'it'\\''s; rm -rf /'");
  expect(oddsCommand('my pack', { rule: 'a', inputs: { d: '$x' }, by: ['k'], where: 'a == b', sweep: { input: 'n', values: ['1', '2'] }, fractions: true }, true))
    .toBe("spoils odds 'my pack' a --by k --where 'a == b' --set 'd=$x' --sweep n=1,2 --fractions --format csv");
  expect(oddsCommand('p', { rule: 'a', inputs: {}, fractions: true }, true, 9)).toBe('spoils odds p a --rolls 9');
  expect(oddsCommand('p', { rule: 'a', inputs: {}, sweep: { input: 'n', values: ['1'] } }, true)).toBe('spoils odds p a --sweep n=1 --log');
  expect(rollCommand('p', 'a', {}, '', 20, 20)).toBe("spoils roll p a --seed '' --index 20 -n 20");
  const simulated = { seed: 's', rolls: 1000, isWhole: false, where: 'c == d', rollsOfRun: 0 };
  expect(simulateCommand('p', 'a', { d: '3' }, ['k', 'c'], simulated)).toBe("spoils odds p a --set d=3 --by k,c --where 'c == d' --seed s --verify 1000");
  expect(simulateCommand('p', 'a', {}, ['k'], { ...simulated, isWhole: true })).toBe('spoils simulate p a --seed s --runs 1000 --by k');
  expect(simulateCommand('p', 'a', {}, ['k'], { ...simulated, isWhole: true, rollsOfRun: 30 })).toBe("spoils roll p a --seed 's run 0' -n 30 --world run.json");
  expect(explainCommand('p', 'a', { d: '3' }, 's', 4)).toBe('spoils explain p a --set d=3 --seed s --index 4');
});

test('CSV quotes cells and disarms formulas', () => {
  expect(oddsCsv(odds({ '=1+1': [0.5, 0.5], 'a,"b"': [0.25, 0.25], '-3': [0, 0] }), null))
    .toBe('kind,probability,low,high\r\n\'=1+1,0.5,0.5,0.5\r\n"a,""b""",0.25,0.25,0.25\r\n-3,0,0,0\r\n');
  expect(oddsCsv(odds({ x: [1, 1] }, 0, '7'), 'depth')).toBe('depth,kind,probability,low,high\r\n7,x,1,1,1\r\n');
  // Bounds have no figure.
  expect(oddsCsv(odds({ x: [0.5, 0.75] }, 0.25), null)).toBe('kind,probability,low,high\r\nx,,0.5,0.75\r\n');
});

test('moved rows: the largest first, and only what moved', () => {
  const rows = movedRows(odds({ a: [0.5, 0.5], b: [0.4, 0.4], c: [0.1, 0.1] }), odds({ a: [0.5, 0.5], b: [0.1, 0.1], d: [0.4, 0.4] }));
  expect(rows.map(({ values, by, isCertain }) => [values[0], Math.round(by * 10) / 10, isCertain])).toEqual([['d', 0.4, true], ['b', -0.3, true], ['c', -0.1, true]]);
  expect(movedRows(odds({ a: [0.2, 0.6] }, 0.4), odds({ a: [0.5, 0.5] }))[0]?.isCertain).toBe(false);
});

test('curves have a point for each value, also of outcomes that begin late', () => {
  const [one, two] = [odds({ a: [1, 1] }, 0, '1'), odds({ b: [1, 1] }, 0, '2')];
  const curves = curvesOf({ ...one, answers: [...one.answers, ...two.answers] });
  expect(curves.map(({ name, points }) => [name, ...points.map((point) => point!.high)])).toEqual([['a', 1, 0], ['b', 0, 1]]);
});

test('the last word of a box is completed', () => {
  const names = ['kind', 'kills', 'cursed'];
  expect(completions('', names)).toEqual(names);
  expect(completions('cursed, ki', names)).toEqual(['cursed, kind', 'cursed, kills']);
  expect(completions('cursed and kind', names)).toEqual([]);
  expect(completions('kind == ', names)).toEqual(['kind == kind', 'kind == kills', 'kind == cursed']);
});
