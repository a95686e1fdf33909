// The command line that gives what a tab shows. test/unit/model.test.ts pins the words and their quotes.
import type { OddsQuestion, Settings } from '../engine/protocol';
import { seedOfRun } from './stats';

/** A word for a POSIX shell, in quotes if it needs them. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// --set works for every name, also for inputs that are called as an option is.
function settingsText(inputs: Settings): string[] {
  return Object.entries(inputs).flatMap(([name, value]) => ['--set', quoted(`${name}=${value}`)]);
}

export function oddsCommand(pack: string, { rule, inputs, by, count, where, fractions, sweep }: OddsQuestion, logarithmic: boolean, rolls = 1): string {
  // The text of a sweep has no room for fractions: then the program wants CSV, which has no bars.
  const needsCsv = sweep !== undefined && fractions === true;
  return [
    'spoils odds', quoted(pack), quoted(rule),
    ...(by === undefined ? [] : ['--by', quoted(by.join(','))]),
    ...(count === undefined ? [] : ['--count', quoted(count)]),
    ...(where === undefined ? [] : ['--where', quoted(where)]),
    ...settingsText(inputs),
    ...(sweep === undefined ? [] : ['--sweep', quoted(`${sweep.input}=${sweep.values.join(',')}`)]),
    // Bars and fractions are of one roll.
    ...(rolls > 1 ? ['--rolls', String(rolls)] : fractions === true ? ['--fractions'] : []),
    ...(rolls > 1 ? [] : needsCsv ? ['--format', 'csv'] : logarithmic ? ['--log'] : []),
  ].join(' ');
}

export function rollCommand(pack: string, rule: string, inputs: Settings, seed: string, first: number, count: number): string {
  return [
    'spoils roll', quoted(pack), quoted(rule), ...settingsText(inputs), '--seed', quoted(seed),
    ...(first === 0 ? [] : ['--index', String(first)]), '-n', String(count),
  ].join(' ');
}

/** Of a simulation: `rollsOfRun` above 0 makes its first run, whose world goes into a file. */
export function simulateCommand(
  pack: string, rule: string, inputs: Settings, by: readonly string[],
  { seed, rolls, isWhole, where, rollsOfRun }: { seed: string; rolls: number; isWhole: boolean; where: string; rollsOfRun: number },
): string {
  const what = [quoted(pack), quoted(rule), ...settingsText(inputs)];
  if (rollsOfRun > 0) { return ['spoils roll', ...what, '--seed', quoted(seedOfRun(seed, 0)), '-n', String(rollsOfRun), '--world', 'run.json'].join(' '); }
  const columns = ['--by', quoted(by.join(','))];
  return isWhole
    ? ['spoils simulate', ...what, '--seed', quoted(seed), '--runs', String(rolls), ...columns].join(' ')
    : ['spoils odds', ...what, ...columns, ...(where === '' ? [] : ['--where', quoted(where)]), '--seed', quoted(seed), '--verify', String(rolls)].join(' ');
}

export function explainCommand(pack: string, rule: string, inputs: Settings, seed: string, index: number): string {
  return ['spoils explain', quoted(pack), quoted(rule), ...settingsText(inputs), '--seed', quoted(seed), '--index', String(index)].join(' ');
}

export function tweakCommand(pack: string, rule: string, inputs: Settings, seed: string, index: number, edits: readonly string[]): string {
  return [
    'spoils tweak', quoted(pack), quoted(rule), ...settingsText(inputs), '--seed', quoted(seed), '--index', String(index),
    ...edits.flatMap((edit) => ['--edit', quoted(edit)]),
  ].join(' ');
}
