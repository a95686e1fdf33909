// The static site: every link leads somewhere, no page has scripts or styles of its own, and examples run in place.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import AxeSource from 'axe-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../../site/build.js';
import { host, type Host } from './browser';

const folder = mkdtempSync(join(tmpdir(), 'site-'));
const spoils = process.env['SPOILS_BINARY'] ?? new URL('../../../../build/release/spoils', import.meta.url).pathname;
const hasProgram = existsSync(spoils);
let site: Host;
beforeAll(async () => {
  await buildSite(folder, { spoils, books: hasProgram ? ['hello'] : [] });
  site = await host(folder);
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
  expect(site.problems).toEqual([]);
});

function pages(under: string): string[] {
  return readdirSync(under, { withFileTypes: true }).flatMap((entry) => {
    const path = join(under, entry.name);
    return entry.isDirectory() ? pages(path) : entry.name.endsWith('.html') ? [path] : [];
  });
}

test('every link leads to a page and to an anchor that is there; nothing is inline', () => {
  const ids = new Map<string, Set<string>>();
  const idsOf = (path: string) => {
    if (!ids.has(path)) { ids.set(path, new Set([...readFileSync(path, 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!))); }
    return ids.get(path)!;
  };
  const faults: string[] = [];
  const all = pages(folder);
  expect(all.length).toBeGreaterThan(70);
  for (const path of all) {
    const text = readFileSync(path, 'utf8');
    const name = relative(folder, path);
    if (!text.includes('http-equiv="Content-Security-Policy"')) { faults.push(`${name}: no policy`); }
    if (/<script(?![^>]* src=)|<[^>]* (on\w+|style)="/.test(text)) { faults.push(`${name}: inline script or style`); }
    for (const [, href] of text.matchAll(/<(?:a|link|script|img)\b[^>]*? (?:href|src)="([^"]*)"/g)) {
      if (/^https?:/.test(href!)) { continue; }
      const [to, anchor] = href!.split('#');
      const target = to === '' ? path : resolve(dirname(path), to!);
      if (!existsSync(target)) { faults.push(`${name}: ${href}`); } else if (anchor !== undefined && anchor !== '' && !idsOf(target).has(anchor)) { faults.push(`${name}: no anchor ${href}`); }
    }
  }
  expect(faults).toEqual([]);
});

test('examples of the tutorial are rolled, changed and opened in the workbench', async () => {
  const page = await site.context.newPage();
  page.on('pageerror', (error) => site.problems.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') { site.problems.push(message.text()); } });
  await page.goto(`${site.address}docs/tutorial.html`);
  const first = page.locator('figure.example').first();
  await first.getByRole('button', { name: 'Roll' }).click();
  // The document has the rolls 0 to 4 of seed 1.
  await first.locator('.rolled li').nth(4).waitFor();
  expect((await first.locator('.rolled li').allInnerTexts()).map((text) => text.trim().split(' ')[0])).toEqual(['book', 'candle', 'book', 'candle', 'book']);
  // The second example changes the first: its table has 50 + 30 + 15 + 5.
  const second = page.locator('figure.example').nth(1);
  await second.getByRole('button', { name: 'Odds' }).click();
  await second.locator('td', { hasText: '50%' }).waitFor();
  await second.getByRole('button', { name: 'Change' }).click();
  await second.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText('table find { 1 cat, 3 dog }\nrule find { kind = pick find }\n');
  await second.getByRole('button', { name: 'Odds' }).click();
  await second.locator('td', { hasText: '75%' }).waitFor();
  await page.evaluate(AxeSource.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof AxeSource }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 2).map(({ html }) => html.slice(0, 120)).join(' ')}`);
  });
  expect(found).toEqual([]);
  await second.getByRole('button', { name: 'In the workbench' }).click();
  await page.waitForURL(/workbench\/index\.html#w1\./);
  await page.locator('.card strong', { hasText: /cat|dog/ }).first().waitFor();
  await page.close();
});

test('a book opens under its policy', async () => {
  if (!hasProgram) { return; } // the program is built apart from the page
  const page = await site.context.newPage();
  page.on('console', (message) => { if (message.type() === 'error') { site.problems.push(message.text()); } });
  await page.goto(`${site.address}books/hello.html`);
  expect(await page.locator('h1').evaluate((node) => getComputedStyle(node).lineHeight)).not.toBe('normal'); // its style sheet counts
  await page.close();
});
