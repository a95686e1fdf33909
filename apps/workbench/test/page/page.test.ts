// The page in Chromium: every tab, typing, fixes, sharing, drafts, the policy. Expected numbers are computed by hand from the
// packs in the tests.
import { readFileSync } from 'node:fs';
import AxeSource from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ask, choose, drafted, hosted, settled, site, type } from './browser';

hosted();

const kPack = `pack urn "Urns" 1.0
input depth: 1..4 = 1
rule urn { kind = pick {3 red, (depth) blue}; hold lid }
rule lid { stuff = pick {tin, zinc} }
display urn "& {kind} urn"
expect "blue": odds(urn: kind == blue, depth = 1) == 25%
expect "never": odds(urn: kind == blue, depth = 1) < 1%
`;

async function tab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  // Long work waits until it is begun.
  if (name === 'Simulate') { await page.getByRole('button', { name: 'Roll', exact: true }).click(); }
  if (name === 'Book') { await page.getByRole('button', { name: 'Write the book' }).click(); }
  await settled(page);
}

const rows = (page: Page) => page.locator('table.odds tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('th,td:not(.bar-cell)')].map((cell) => cell.textContent)));

test('typing, things, odds, sweep, explain, expect, compare', async () => {
  const page = await site.open();
  await type(page, kPack);
  await page.locator('.card strong', { hasText: /red urn/ }).first().waitFor();
  const first = await page.locator('.card').first().innerText();
  expect(first).toMatch(/kind (red|blue)\s+(tin|zinc|lid)/);
  const before = await page.locator('.gallery').innerText();
  await page.getByRole('button', { name: 'Roll again' }).click();
  await expect.poll(() => page.locator('.gallery').innerText()).not.toBe(before);

  await tab(page, 'Odds');
  await page.locator('td', { hasText: /^75%$/ }).waitFor();
  expect(await rows(page)).toEqual([['red', '75%'], ['blue', '25%']]);
  await page.getByLabel('depth, as a number').fill('3');
  await page.locator('td', { hasText: /^50%$/ }).first().waitFor();
  await page.getByLabel('fractions').check();
  await page.locator('td', { hasText: '1/2' }).first().waitFor();
  expect(await page.locator('.command code').innerText()).toBe('spoils odds chest.loot urn --set depth=3 --fractions');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()]);
  expect(readFileSync((await download.path())!, 'utf8')).toMatch(/^kind,probability,low,high,fraction\r\n(red|blue),0\.5,0\.5,0\.5,1\/2\r\n/);
  await page.getByLabel('Sweep').selectOption('depth');
  await page.locator('table.sweep').waitFor();
  await page.locator('td', { hasText: '57.14%' }).waitFor();
  expect((await rows(page)).find(([name]) => name === 'red')).toEqual(['red', '75%', '60%', '50%', '42.86%']);
  expect(await page.locator('svg.chart').count()).toBe(1);
  await page.getByLabel('Sweep').selectOption('');
  await ask(page, 'Where', 'kind == blue');
  await page.locator('.verdict', { hasText: 'the condition holds in 50%' }).waitFor();
  await ask(page, 'Where', 'kind ==');
  await page.locator('[role=alert]').waitFor();
  await ask(page, 'Where', '');
  await page.locator('td', { hasText: '1/2' }).first().waitFor();

  await tab(page, 'Explain');
  const step = page.locator('.step', { hasText: 'stuff =' });
  await step.focus();
  await page.locator('.cm-lit', { hasText: 'rule lid' }).waitFor();
  expect(await step.innerText()).toContain('50%');

  await tab(page, 'Expect');
  expect(await page.locator('.expectations > li').allInnerTexts()).toEqual([
    expect.stringMatching(/holds[\s\S]*blue[\s\S]*found 25%/), expect.stringMatching(/broken[\s\S]*never[\s\S]*found 25%/)]);
  // The outcome has one path, and a roll that shows it.
  await page.locator('.expectations summary').click();
  await page.locator('.expectations details li', { hasText: '25%' }).waitFor();
  await page.getByRole('button', { name: 'Explain a roll that shows it' }).click();
  await settled(page);
  await page.locator('.step', { hasText: /blue/ }).first().waitFor();
  await tab(page, 'Expect');

  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.locator('[role=alert]').waitFor(); // the text as opened has no rule of that name
  await page.close();
});

test('compare shows what an edit moved', async () => {
  const page = await site.open();
  await page.getByLabel('Open a pack').selectOption('-example');
  await settled(page);
  await choose(page, 'treasure');
  const text = (await page.locator('.cm-content').evaluate((node) => [...node.querySelectorAll('.cm-line')]
    .map((line) => [...line.childNodes].filter((part) => !(part instanceof Element && part.classList.contains('cm-hint'))).map((part) => part.textContent).join('')).join('\n')));
  await type(page, text.replace('30           gem', '130          gem')); // gold 60 of 100, then of 200
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.locator('td', { hasText: 'gold' }).waitFor();
  const moved = await rows(page);
  expect(moved).toEqual([['gem', '30%', '65%', '▲ +35%'], ['gold', '60%', '30%', '▼ −30%'], ['ring', '10%', '5%', '▼ −5%']]);
  await page.close();
});

test('a pack whose quantities have errors has no odds, until they are mended', async () => {
  const page = await site.open();
  const pack = (weight: string) => `pack a "A" 1.0\ninput level: 1..10 = 3\nrule a { kind = pick {(${weight}) x, 3 y} }\n`;
  await type(page, pack('5 - level'));
  await page.getByRole('tab', { name: 'Odds' }).click();
  await page.locator('.findings li.error', { hasText: 'E0503' }).waitFor();
  await page.locator('#panel', { hasText: 'The pack has errors' }).waitFor();
  expect(await page.locator('td', { hasText: /^60%$/ }).count()).toBe(0); // 3 of 5
  await type(page, pack('max(0, 5 - level)'));
  await page.locator('td', { hasText: /^60%$/ }).waitFor();
  await page.close();
});

test('diagnostics with quick fixes, by mouse and keyboard; format', async () => {
  const page = await site.open();
  const wrong = 'pack a "A" 1.0\nrule a {kind = pick pots}\ntable potz { 1 x, 1 y }\n';
  await type(page, wrong);
  await page.locator('.findings li.error', { hasText: 'there is no table' }).getByRole('button', { name: 'Fix' }).click();
  await page.locator('.cm-line', { hasText: 'pick potz' }).waitFor();
  await page.locator('.findings h2', { hasText: 'no mistakes' }).waitFor();
  await type(page, wrong);
  await page.locator('.findings li.error').waitFor();
  await page.locator('.findings li button.link').first().click();
  await page.keyboard.press('Control+.');
  await page.locator('.cm-line', { hasText: 'pick potz' }).waitFor();
  await page.getByRole('button', { name: 'Format' }).click();
  await page.locator('.cm-line', { hasText: 'rule a { kind = pick potz }' }).waitFor();
  await page.close();
});

test('a link gives the same page, and a draft survives', async () => {
  const page = await site.open();
  await type(page, kPack);
  await page.locator('.card strong', { hasText: /red urn/ }).first().waitFor();
  await page.getByLabel('Seed').fill('tour');
  await tab(page, 'Odds');
  await page.getByLabel('depth, as a number').fill('2');
  await page.locator('td', { hasText: '40%' }).waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.waitForURL(/#w1\./);
  const link = new URL(page.url()).hash;
  const other = await site.open(link);
  await other.locator('td', { hasText: '40%' }).waitFor();
  expect(await other.locator('.cm-content').innerText()).toContain('rule urn');
  await other.close();
  await drafted(page, 'rule urn');
  await page.goto('about:blank');
  await page.goto(site.address);
  await page.locator('.cm-line', { hasText: 'rule urn' }).waitFor();
  await page.close();
});

test('a reload of a link keeps later edits, and makes no further draft', async () => {
  const drafts = (of: Page) => of.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('spoils.draft.')).length);
  const page = await site.open();
  await type(page, kPack);
  await page.locator('.findings h2', { hasText: 'no mistakes' }).waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.waitForURL(/#w1\./);
  await type(page, kPack.replace('3 red', '7 red'));
  await drafted(page, '7 red');
  const before = await drafts(page);
  for (let i = 0; i < 2; ++i) {
    await page.reload();
    await page.locator('.cm-line', { hasText: '7 red' }).waitFor();
    await page.locator('.notice', { hasText: 'later than the link' }).waitFor();
  }
  expect(await drafts(page)).toBe(before);
  // The text of the link again: then it is the link that is opened.
  await type(page, kPack);
  await page.locator('.cm-line', { hasText: '3 red' }).waitFor();
  await page.reload();
  await page.locator('.origin', { hasText: /^a link$/ }).waitFor();
  expect(await drafts(page)).toBe(before);
  // Another pack is not that of the link.
  await page.getByLabel('Open a pack').selectOption('-example');
  expect(new URL(page.url()).hash).toBe('');
  await page.close();
});

test('all shipped packs open', async () => {
  const page = await site.open();
  const names = await page.locator('optgroup[label="Shipped packs"] option').allInnerTexts();
  expect(names.length).toBeGreaterThan(9);
  for (const name of names) {
    await page.getByLabel('Open a pack').selectOption(name);
    await page.locator('.origin', { hasText: `shipped pack ${name}` }).waitFor();
    await page.locator('.findings h2', { hasText: 'no mistakes' }).waitFor({ timeout: 60_000 });
    await settled(page);
  }
  await page.close();
}, 300_000);

test.each([[1440, 'light'], [360, 'dark']] as const)('no finding of axe, no sideways scrolling at %i pixels, %s', async (width, colorScheme) => {
  const page = await site.open();
  await page.getByLabel('Open a pack').selectOption('-example');
  await settled(page);
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  await page.evaluate(AxeSource.source);
  for (const name of ['Text', 'Things', 'Odds', 'Explain', 'Tweak', 'Simulate', 'Expect', 'Compare', 'Book']) {
    if (name === 'Text') {
      if (width > 820) { continue; }
      await page.getByRole('button', { name }).click();
    } else {
      await tab(page, name);
    }
    const found = await page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof AxeSource }).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(' ')}`);
    });
    expect(found, name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
  }
  await page.close();
}, 300_000);
