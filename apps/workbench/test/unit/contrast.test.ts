// The colours of the style sheet: each ink has a contrast of AA, 4.5, on each ground, in light and dark, also in lit and
// selected lines of the text. The formula is that of WCAG 2.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('../../src/style.css', import.meta.url), 'utf8');
const [light, dark] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) => new Map([...block!.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, colour]) => [name!, colour!])));

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

test.each([['light', light!], ['dark', dark!]])('every ink is readable on every ground in %s', (_, colours) => {
  const of = (name: string) => colours.get(name)!;
  const weak: string[] = [];
  for (const ground of ['paper', 'card', 'stripe', 'selected', 'lit']) {
    for (const ink of ['ink', 'quiet', 'accent', 'good', 'bad', 'open', 'comment', 'keyword', 'number', 'string', 'defined']) {
      const found = contrast(of(ground), of(ink));
      if (found < 4.5) { weak.push(`${ink} on ${ground}: ${found.toFixed(2)}`); }
    }
  }
  if (contrast(of('accent'), of('on-accent')) < 4.5) { weak.push('on-accent on accent'); }
  expect(weak).toEqual([]);
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 9);
});
