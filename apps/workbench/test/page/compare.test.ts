// Compare in Chromium: two files, a shipped pack and a folder, every rule and field; and what an edit moved, in Odds. All odds
// are computed by hand from the packs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hosted, settled, type, withPack } from './browser';

hosted();

const packOf = (blue: number, drops: number) => `pack urn "Urns" 1.0
rule urn { kind = pick {3 red, ${blue} blue} }
rule heap { title = heap; repeat ${drops} { drop urn } }
`;
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const choice = (page: Page, label: string) => page.locator('label', { hasText: new RegExp(`^${label} `) }).locator('select');
// Moves of the same size are in any order.
const rows = (page: Page) => page.locator('table.odds tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))
  .sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test('two files are compared, then every rule and field of them', async () => {
  const page = await withPack(packOf(1, 1));
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByLabel('First: files of a pack').setInputFiles(file('old.loot', packOf(1, 2)));
  await expect.poll(() => choice(page, 'First').inputValue(), { timeout: 60_000 }).toBe('-chosen');
  await page.getByLabel('Second: files of a pack').setInputFiles(file('new.loot', packOf(5, 3)));
  await expect.poll(() => choice(page, 'Second').inputValue(), { timeout: 60_000 }).toBe('-chosen');
  // 1/4 and 5/8.
  await expect.poll(() => rows(page), { timeout: 60_000 }).toEqual([['blue', '25%', '62.5%', '▲ +37.5%'], ['red', '75%', '37.5%', '▼ −37.5%']]);
  expect(await page.locator('table.odds thead th').allInnerTexts()).toEqual(['outcome', 'old.loot', 'new.loot', 'moved']);
  await page.getByLabel('Rows of').selectOption('every');
  await page.locator('[role=status]', { hasText: /^(\d+) of \1 questions answered$/ }).waitFor({ timeout: 60_000 });
  // The mean number of urns in a heap goes from 2 to 3: that is a number, not a probability.
  expect(await rows(page)).toEqual([
    ['heap, how many', 'urn', '2', '3', '▲ +1'], ['urn, kind', 'blue', '25%', '62.5%', '▲ +37.5%'], ['urn, kind', 'red', '75%', '37.5%', '▼ −37.5%']]);
  await choice(page, 'Second').selectOption('');
  await page.locator('table.odds thead th', { hasText: 'now' }).waitFor({ timeout: 60_000 });
  await page.close();
}, 300_000);

test('a folder and a shipped pack are compared; a pack with mistakes is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packs-'));
  mkdirSync(join(folder, 'urn'));
  writeFileSync(join(folder, 'urn', 'urn.loot'), packOf(1, 1));
  writeFileSync(join(folder, 'urn', 'notes.txt'), 'no pack');
  const page = await withPack(packOf(3, 1));
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByLabel('First: folder of a pack').setInputFiles(join(folder, 'urn'));
  await page.locator('option', { hasText: 'folder urn' }).waitFor({ state: 'attached', timeout: 60_000 });
  await expect.poll(() => rows(page), { timeout: 60_000 }).toEqual([['blue', '25%', '50%', '▲ +25%'], ['red', '75%', '50%', '▼ −25%']]);
  await page.getByLabel('First: files of a pack').setInputFiles(file('bad.loot', 'pack a "A" 1.0\nrule a { kind = }\n'));
  await page.locator('.notice.bad', { hasText: /bad\.loot has mistakes: line 2/ }).waitFor({ timeout: 60_000 });
  await page.getByLabel('First: files of a pack').setInputFiles(file('fails.loot', 'pack a "A" 1.0\n\nrule a { n = 1 / (1 - 1) }\n'));
  await page.locator('.notice.bad', { hasText: /fails\.loot has mistakes: line 3/ }).waitFor({ timeout: 60_000 });
  await choice(page, 'First').selectOption('hello');
  await page.locator('option', { hasText: 'shipped pack hello' }).waitFor({ state: 'attached', timeout: 60_000 });
  await page.close();
  rmSync(folder, { recursive: true });
}, 300_000);

test('Odds say what an edit moved', async () => {
  const page = await withPack(packOf(1, 1));
  await page.getByRole('tab', { name: 'Odds' }).click();
  await page.locator('td', { hasText: /^75%$/ }).waitFor({ timeout: 60_000 });
  expect(await page.locator('.edited').count()).toBe(0);
  await type(page, packOf(5, 1));
  await page.locator('.edited', { hasText: '▲ blue: 25% → 62.5%' }).waitFor({ timeout: 60_000 });
  await settled(page);
  await type(page, packOf(1, 4));
  await page.locator('.edited', { hasText: 'No row has moved since you asked.' }).waitFor({ timeout: 60_000 });
  await page.close();
}, 300_000);
