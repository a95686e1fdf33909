// The question of Odds in Chromium by keyboard alone: chips of columns and conditions, their suggestions, and the rule. All odds
// are computed by hand from the pack.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hosted, site, withPack } from './browser';

hosted();

const kPack = `pack urn "Urns" 1.0
input depth: 1..4 = 1
## An urn of clay.
rule urn { kind = pick {3 red, 1 blue}; if chance 20% { cracked = true } }
rule lid { stuff = pick {tin, zinc} }
`;
const patient = { timeout: 30_000 };
const box = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const chips = (page: Page, of: string) => page.getByRole('list', { name: `Chips of ${of}` }).locator('.chip-text');
const options = (page: Page) => page.locator('.suggestions li').evaluateAll((all) => all.map((one) => one.firstChild!.textContent!.trim()));
const rows = (page: Page) => page.locator('table.odds tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td:not(.bar-cell)')].map((cell) => cell.textContent)));

test('columns and conditions are chips that complete, by keyboard alone', async () => {
  const page = await withPack(kPack);
  await page.getByRole('tab', { name: 'Odds' }).click();
  await page.locator('td', { hasText: /^75%$/ }).waitFor();

  // Two columns: the first suggestion is marked while a name is typed; the second is found with the arrows.
  await box(page, 'By').focus();
  await page.keyboard.type('cra');
  await expect.poll(() => options(page), patient).toEqual(['cracked']);
  expect(await box(page, 'By').getAttribute('aria-expanded')).toBe('true');
  const marked = await box(page, 'By').getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${marked}"]`).innerText()).toMatch(/^cracked/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => options(page), patient).toContain('kind');
  expect(await options(page)).not.toContain('cracked'); // it is a column already
  while (await page.locator('[role=option][aria-selected=true]', { hasText: /^kind/ }).count() === 0) { await page.keyboard.press('ArrowDown'); }
  await page.keyboard.press('Enter');
  expect(await chips(page, 'By').allInnerTexts()).toEqual(['cracked', 'kind']);
  // 4/5 and 1/5, each 3/4 and 1/4.
  await expect.poll(() => rows(page), patient).toEqual([['none', 'red', '60%'], ['none', 'blue', '20%'], ['true', 'red', '15%'], ['true', 'blue', '5%']]);

  // The chip is taken out from the box and put back into it.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Edit cracked');
  await page.keyboard.press('Delete');
  await expect.poll(() => rows(page), patient).toEqual([['red', '75%'], ['blue', '25%']]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');

  // A condition: name, comparison, value.
  await box(page, 'Where').focus();
  await page.keyboard.type('kin');
  await expect.poll(() => options(page), patient).toContain('kind');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => options(page), patient).toEqual(['==', '!=']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => options(page), patient).toContain('blue');
  await page.keyboard.type('bl');
  await expect.poll(() => options(page), patient).toEqual(['blue']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await box(page, 'Where').inputValue()).toBe('kind == blue');
  await page.keyboard.press('Enter');
  await page.keyboard.type('cracked');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  expect(await chips(page, 'Where').allInnerTexts()).toEqual(['kind == blue', 'cracked']);
  await page.locator('.verdict', { hasText: 'the condition holds in 5%' }).waitFor();
  expect(await page.locator('.command code').innerText()).toBe("spoils odds chest.loot urn --by kind --where 'kind == blue and cracked'");
  await page.keyboard.press('Backspace');
  expect(await box(page, 'Where').inputValue()).toBe('cracked');

  // The language service completes values that no roll has shown.
  await box(page, 'Count').focus();
  await page.keyboard.type('stuff == zi');
  await expect.poll(() => options(page), patient).toEqual(['zinc']);
  await page.close();
}, 300_000);

test('a rule is found by a part of its name; a name that is none is taken back; the selected tab is visible', async () => {
  const page = await withPack(kPack);
  const rule = box(page, 'Rule');
  await rule.focus();
  await page.keyboard.type('i');
  await expect.poll(() => options(page), patient).toEqual(['lid']);
  await page.keyboard.press('Enter');
  expect(await rule.inputValue()).toBe('lid');
  expect(await page.locator('.suggestions').count()).toBe(0);
  await page.locator('.card', { hasText: /stuff (tin|zinc)/ }).first().waitFor();
  await rule.fill('no such rule');
  await page.keyboard.press('Tab');
  expect(await rule.inputValue()).toBe('lid');
  await rule.click();
  await page.getByRole('option', { name: /urn.*An urn of clay/ }).click();
  expect(await page.locator('.suggestions').count()).toBe(0);
  await page.locator('.card', { hasText: /kind (red|blue)/ }).first().waitFor();

  // On a narrow screen the selected tab is visible.
  await page.setViewportSize({ width: 360, height: 700 });
  const isInside = (name: string) => page.getByRole('tab', { name }).evaluate((tab) => {
    const { left, right } = tab.getBoundingClientRect();
    return left >= -1 && right <= innerWidth + 1;
  });
  await page.getByRole('tab', { name: 'Things' }).focus();
  await page.keyboard.press('ArrowLeft'); // to the last one
  await expect.poll(() => isInside('Book'), patient).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => isInside('Things'), patient).toBe(true);
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.setViewportSize({ width: 360, height: 700 });
  await expect.poll(() => isInside('Compare'), patient).toBe(true);
  await page.close();
}, 300_000);

test('each thing of a roll can be copied as text', async () => {
  const page = await withPack(kPack.replace('cracked = true }', 'cracked = true }; hold lid'));
  await site.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const seed = await page.getByLabel('Seed').inputValue();
  await page.getByRole('button', { name: /^Copy lid, thing 1 of roll 0/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), patient)
    .toMatch(new RegExp(`^lid\\n  stuff = (tin|zinc)\\n  held by (red|blue)\\n  thing 1, by rule lid, of --seed ${seed} --index 0$`));
  await page.close();
}, 300_000);
