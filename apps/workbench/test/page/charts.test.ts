// Charts in Chromium: curves, stacked areas and heat map of a sweep, cumulative odds, at least once in N rolls, pictures; and a book that
// is stopped; the filter of the gallery. The odds are computed by hand from the pack.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ask, hosted, site, withPack } from './browser';

hosted();

const kPack = `pack urn "Urns" 1.0
input depth: 1..4 = 1
rule urn { kind = pick {3 red, (depth) blue}; worth = d4 }
`;

async function opened(): Promise<Page> {
  const page = await withPack(kPack);
  await page.getByRole('tab', { name: 'Odds' }).click();
  await page.locator('td', { hasText: /^75%$/ }).waitFor();
  return page;
}

async function saved(page: Page, format: 'SVG' | 'PNG'): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Save as ${format}` }).click()]);
  expect(download.suggestedFilename()).toBe(`odds.${format.toLowerCase()}`);
  return readFileSync((await download.path())!);
}

test('a sweep as curves and as stacked areas, and their pictures', async () => {
  const page = await opened();
  await page.getByLabel('Sweep').selectOption('depth');
  await page.locator('table.sweep').waitFor();
  expect(await page.locator('svg.chart .curve').count()).toBe(2);
  const svg = (await saved(page, 'SVG')).toString();
  for (const text of ['Odds of kind by depth', 'red', 'blue', 'depth 1', 'top: 75%']) { expect(svg).toContain(`>${text}</text>`); }
  expect(svg).not.toContain('var(');
  await page.getByLabel('Chart').selectOption('areas');
  // Red is 75%, 60%, 50%, 42.86% from the bottom of 240 up; blue fills the rest.
  const red = await page.locator('svg.chart .area path').first().getAttribute('d');
  expect(red!.match(/[ML][\d.]+ ([\d.]+)/g)!.slice(0, 4).map((part) => Math.round(Number(part.split(' ')[1])))).toEqual([60, 96, 120, 137]);
  expect(await page.locator('.legend.stack li').allInnerTexts()).toEqual([expect.stringContaining('blue'), expect.stringContaining('red')]);
  const png = await saved(page, 'PNG');
  expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  expect(png.readUInt32BE(16)).toBeGreaterThan(1000); // its width
  await page.close();
});

test('a sweep as a heat map: the darker the likelier, with its picture', async () => {
  const page = await opened();
  await page.getByLabel('Sweep').selectOption('depth');
  await page.locator('table.sweep').waitFor({ timeout: 60_000 });
  await page.getByLabel('Chart').selectOption('heat');
  await page.locator('svg.chart .heat').first().waitFor({ timeout: 60_000 });
  // Red is 75%, 60%, 50%, 42.86%, blue the rest; 75% is the strongest.
  const cells = () => page.locator('svg.chart .heat').evaluateAll((all) => all.map((cell) =>
    [cell.querySelector('title')!.textContent, Number(cell.querySelector('path')!.getAttribute('fill-opacity'))]));
  expect(await cells()).toEqual([
    ['red, depth 1: 75%', 1], ['red, depth 2: 60%', 0.8], ['red, depth 3: 50%', 0.6667], ['red, depth 4: 42.86%', 0.5714],
    ['blue, depth 1: 25%', 0.3333], ['blue, depth 2: 40%', 0.5333], ['blue, depth 3: 50%', 0.6667], ['blue, depth 4: 57.14%', 0.7619]]);
  const svg = (await saved(page, 'SVG')).toString();
  for (const text of ['red', 'blue', 'depth 1', 'strongest: 75%']) { expect(svg).toContain(`>${text}<`); }
  expect(svg).toContain('fill-opacity="0.8"');
  expect(svg).not.toContain('var(');
  await page.getByLabel('logarithmic').check();
  // 1 + log10(25/75) / 6.
  await expect.poll(async () => (await cells())[4], { timeout: 60_000 }).toEqual(['blue, depth 1: 25%', 0.9205]);
  expect(await page.locator('ul[aria-label=Scale] li').allInnerTexts()).toEqual([
    expect.stringContaining('0%'), expect.anything(), expect.anything(), expect.anything(), expect.stringContaining('75%')]);
  await page.getByLabel('logarithmic').uncheck(); // drafts keep it
  await page.close();
}, 300_000);

test('odds as bars, and their picture', async () => {
  const page = await opened();
  await page.getByLabel('Chart').selectOption('bars');
  const bars = page.locator('svg.chart .heat');
  await bars.first().waitFor();
  // From 170 on, 340 long: 75% is the longest, 25% is a third of it.
  expect(await bars.evaluateAll((all) => all.map((one) => [one.querySelector('title')!.textContent, one.querySelector('path')!.getAttribute('d')!.match(/H([\d.]+)V/)![1]!])))
    .toEqual([['red', '510'], ['blue', expect.stringMatching(/^283\.3/)]]);
  const svg = (await saved(page, 'SVG')).toString();
  for (const text of ['Odds of kind', '75%', '25%']) { expect(svg).toContain(`>${text}</text>`); }
  await page.close();
}, 300_000);

test('cumulative odds, and odds of at least once', async () => {
  const page = await opened();
  await ask(page, 'By', 'worth');
  await page.locator('td', { hasText: /^25%$/ }).first().waitFor();
  await page.getByLabel('Chart').selectOption('at most');
  const line = (await page.locator('svg.chart .curve path').first().getAttribute('d'))!;
  expect(line.match(/[ML][\d.]+ ([\d.]+)/g)!.map((part) => Number(part.split(' ')[1]))).toEqual([180, 120, 60, 0]);
  await ask(page, 'By', 'kind');
  await page.locator('td', { hasText: 'red' }).waitFor();
  expect(await page.getByLabel('Chart').inputValue()).toBe('nothing'); // no numbers
  await page.getByLabel('Chart').selectOption('at least once');
  expect(await page.locator('.legend li').allInnerTexts()).toEqual([expect.stringContaining('red'), expect.stringContaining('blue')]);
  await page.getByLabel('At least one in').fill('2');
  await page.locator('td', { hasText: '93.75%' }).waitFor(); // 1 - 1/16
  expect(await page.locator('.ends').innerText()).toMatch(/rolls 1\s*top: 93.75%\s*2/);
  const row = page.locator('tr', { has: page.locator('td', { hasText: /^red$/ }) });
  expect(await row.locator('td.number').allInnerTexts()).toEqual(['75%', '93.75%', '1.3333']);
  await page.locator('.rolls', { hasText: 'Exact for 1 to 2 rolls of one world.' }).waitFor();
  await page.locator('.command code', { hasText: /--by kind --rolls 2$/ }).waitFor();
  // A condition has no odds of several rolls: the engine says what to ask instead.
  await ask(page, 'Where', 'worth > 1');
  await page.getByRole('alert').filter({ hasText: 'No odds of several rolls: a condition and a number of rolls exclude each other' }).waitFor();
  expect(await row.locator('td.number').count()).toBe(1);
  await ask(page, 'Where', '');
  await ask(page, 'Count', 'kind == blue');
  await page.locator('.rolls', { hasText: 'At least one in 2 rolls: 43.75%, 4 rolls until the first on average.' }).waitFor();
  await page.close();
});

const prizeOf = (page: Page) => page.locator('tr', { has: page.locator('td', { hasText: /^prize$/ }) }).locator('td.number').allInnerTexts();

test('rolls that keep a state have odds of at least once that follow it; a link keeps their number', async () => {
  const page = await withPack(`pack pity "Pity" 1.0
state misses: 0..3 = 0
rule pull { if misses == 3 or chance 10% { kind = prize; misses = 0 } else { kind = dust; misses += 1 } }
`);
  await page.getByRole('tab', { name: 'Odds' }).click();
  await page.locator('td', { hasText: /^10%$/ }).waitFor();
  await page.getByLabel('At least one in').fill('3');
  // 1 - 0.9^3, and 1 + 0.9 + 0.81 + 0.729 rolls: the fourth is certain.
  await expect.poll(() => prizeOf(page)).toEqual(['10%', '27.1%', '3.439']);
  await page.locator('.rolls', { hasText: 'One roll changes the next: 4 states of the world.' }).waitFor();
  await page.getByLabel('At least one in').fill('4');
  await expect.poll(() => prizeOf(page)).toEqual(['10%', '100%', '3.439']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('.notice', { hasText: 'The link is in the address line' }).waitFor();
  const link = new URL(page.url()).hash;
  await page.close();
  const opened = await site.open(link);
  await expect.poll(() => prizeOf(opened)).toEqual(['10%', '100%', '3.439']);
  await opened.close();
}, 300_000);

test('odds of at least once that are not exact are intervals', async () => {
  // The total has more values than are followed from roll to roll; in one roll 25,000 of 50,001 are even.
  const page = await withPack(`pack long "Long" 1.0
state total: int = 0
rule pull { total = total + 1 + pick 0..50000; kind = if total mod 2 == 0 then even else odd }
`);
  await page.getByRole('tab', { name: 'Odds' }).click();
  await page.locator('td', { hasText: 'even' }).waitFor();
  await page.getByLabel('At least one in').fill('3');
  await page.locator('.rolls.bounds', { hasText: 'Bounds for 3 rolls of one world: the limit of states ended the work' }).waitFor();
  const even = page.locator('tr', { has: page.locator('td', { hasText: /^even$/ }) }).locator('td.number');
  expect((await even.allInnerTexts()).slice(1)).toEqual(['49.99% to 100%', '?']);
  expect(await even.nth(1).evaluate((cell) => getComputedStyle(cell).fontStyle)).toBe('italic');
  await page.close();
}, 300_000);

test('a book that is being written can be stopped, and another begun', async () => {
  const page = await site.open();
  await page.getByLabel('Open a pack').selectOption('crawl');
  await page.locator('.origin', { hasText: 'shipped pack crawl' }).waitFor();
  await page.getByRole('tab', { name: 'Book' }).click();
  const stop = page.getByRole('button', { name: 'Stop' });
  expect(await stop.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Write the book' }).click();
  await stop.click();
  await page.locator('.book-place, .answer').waitFor({ state: 'detached' });
  await page.getByLabel('Open a pack').selectOption('-example');
  await page.locator('.origin', { hasText: 'example' }).waitFor();
  await page.locator('.findings h2', { hasText: 'no mistakes' }).waitFor();
  await page.getByRole('button', { name: 'Write the book' }).click();
  await page.locator('.book h1', { hasText: 'A chest' }).waitFor();
  await page.close();
});

test('the gallery shows the rolls that have some words', async () => {
  const page = await opened();
  await page.getByRole('tab', { name: 'Things' }).click();
  await page.getByLabel('With').fill('blue worth=4');
  const status = page.locator('.answer [role=status]');
  await status.waitFor();
  await expect.poll(() => page.locator('.card').allInnerTexts().then((cards) => cards.length === 20 && cards.every((card) => /kind blue[\s\S]*worth 4/.test(card)))).toBe(true);
  const last = await page.locator('.card .index').last().innerText();
  await page.getByRole('button', { name: 'Search on' }).click();
  await expect.poll(async () => Number((await page.locator('.card .index').first().innerText()).slice(1))).toBeGreaterThan(Number(last.slice(1)));
  await page.getByLabel('With').fill('green');
  await status.filter({ hasText: /^none of/ }).waitFor({ timeout: 60_000 });
  await page.close();
}, 300_000);
