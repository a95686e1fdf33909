// The language service in the editor of the page: odds of rows, completion, hover, definition, places, rename, by keyboard and
// mouse. The odds are computed by hand from the pack.
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { hosted, settled, site, withPack } from './browser';

hosted();

const kPack = `pack urn "Urns" 1.0
## How <b>deep</b> it is.
input depth: 1..4 = 1
rule urn { kind = pick stuff; worth = depth * 2 }
table stuff {
  3        red
  (depth)  blue
}
`;

async function opened(): Promise<Page> {
  const page = await withPack(kPack);
  await page.locator('.cm-hint', { hasText: '75%' }).waitFor();
  return page;
}

/** Puts the cursor into a word: on its first letter in the first line that has it. */
async function cursor(page: Page, line: number, column: number): Promise<void> {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  for (let i = 1; i < line; ++i) { await page.keyboard.press('ArrowDown'); }
  for (let i = 1; i < column; ++i) { await page.keyboard.press('ArrowRight'); }
}

const hints = (page: Page) => page.locator('.cm-hint').allInnerTexts();
const text = (page: Page) => page.locator('.cm-content').evaluate((node) => [...node.querySelectorAll('.cm-line')]
  .map((line) => [...line.childNodes].filter((part) => !(part instanceof Element && part.classList.contains('cm-hint'))).map((part) => part.textContent).join('')).join('\n'));

test('the odds of each row are at its end, at the inputs in force', async () => {
  const page = await opened();
  expect(await hints(page)).toEqual(['75%', '25%']);
  expect(await page.locator('.cm-hint').first().getAttribute('title')).toContain('3/4');
  await page.getByLabel('depth, as a number').fill('3');
  await page.locator('.cm-hint', { hasText: '50%' }).first().waitFor();
  expect(await hints(page)).toEqual(['50%', '50%']);
  // A row more, after a mistake, while one types.
  await cursor(page, 7, 1);
  await page.keyboard.insertText('  6 gold');
  await page.keyboard.press('Enter');
  await expect.poll(() => hints(page), { timeout: 60_000 }).toEqual(['25%', '50%', '25%']);
  await page.close();
});

test('completion knows the words of the pack, and writes the chosen one', async () => {
  const page = await opened();
  await cursor(page, 4, 1);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('; extra = dep');
  const list = page.locator('.cm-tooltip-autocomplete');
  await list.locator('li', { hasText: 'depth' }).waitFor();
  expect(await list.locator('li').first().innerText()).toMatch(/^depth\s*input/);
  await list.locator('li').first().click();
  await expect.poll(() => text(page)).toContain('; extra = depth}');
  await page.close();
});

test('hover explains a word; texts of the pack are no markup', async () => {
  const page = await opened();
  await cursor(page, 3, 8);
  await page.keyboard.press('Control+i');
  const tip = page.locator('.cm-hover');
  await tip.waitFor();
  expect(await tip.innerText()).toContain('How <b>deep</b> it is.');
  expect(await tip.locator('b').count()).toBe(0);
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  // By mouse, at a row: its odds.
  await page.locator('.cm-line', { hasText: '3        red' }).locator('span', { hasText: /^red$/ }).first().hover();
  await page.locator('.cm-hover', { hasText: '75%' }).waitFor();
  await page.close();
});

test('definition, places, rename', async () => {
  const page = await opened();
  await cursor(page, 4, 43);
  await page.keyboard.press('F12');
  await page.locator('.cm-activeLine', { hasText: 'input depth' }).waitFor();
  await page.keyboard.press('Shift+F12');
  await page.locator('.places li').first().waitFor();
  expect(await page.locator('.places li button').allInnerTexts()).toEqual(['chest.loot, line 3', 'chest.loot, line 4', 'chest.loot, line 7']);
  await page.locator('.places li button').last().click();
  await page.locator('.cm-activeLine', { hasText: 'blue' }).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await cursor(page, 3, 8);
  await page.getByLabel('The word at the cursor').selectOption('rename');
  const name = page.getByLabel('New name of depth');
  await name.fill('1x');
  await name.press('Enter');
  await page.locator('.notice.bad').waitFor();
  await cursor(page, 3, 8);
  await page.keyboard.press('F2');
  await name.fill('level');
  await name.press('Enter');
  await page.locator('.cm-line', { hasText: 'input level' }).waitFor();
  expect((await text(page)).trim()).toBe(kPack.replaceAll(/\bdepth\b/g, 'level').trim());
  await page.locator('.findings h2', { hasText: 'no mistakes' }).waitFor();
  // One undo takes it back.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+z');
  await page.locator('.cm-line', { hasText: 'input depth' }).waitFor();
  await page.close();
});

test('keys that come faster than frames stay in their order', async () => {
  const page = await opened();
  const typed = '# the quick brown fox jumps over the lazy dog, again and again';
  await cursor(page, 1, 1);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type(typed);
  expect(await text(page)).toContain(typed);
  await page.locator('.findings h2', { hasText: 'no mistakes' }).waitFor();
  expect(await text(page)).toContain(typed);
  await page.close();
});

test('blocks fold', async () => {
  const page = await site.open();
  await page.getByLabel('Open a pack').selectOption('rogue');
  await page.locator('.origin', { hasText: 'shipped pack rogue' }).waitFor();
  await settled(page);
  await page.locator('.cm-foldGutter span[title="Fold line"]').first().click();
  await page.locator('.cm-foldPlaceholder').waitFor();
  await page.close();
});
