// The speeds of the page, printed and not asserted: `npm run bench`. From the first byte to the first paint and to the first
// things, and from a key press to the findings, things and odds of the new text; the median of seven.
import { afterAll, beforeAll, test } from 'vitest';
import type { Page } from 'playwright-core';
import { host, settled, type Host } from '../page/browser';

const kTimes = 7;
let site: Host;
beforeAll(async () => { site = await host(); });
afterAll(() => site.close());

const median = (all: number[]) => Math.round(all.sort((a, b) => a - b)[Math.floor(all.length / 2)]!);

// Types a letter at the end of the text; the answer is there when it was last marked as not busy within a second.
async function press(page: Page, place: string): Promise<number> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.evaluate((where) => {
    const w = window as unknown as { took: Promise<number> };
    w.took = new Promise((resolve) => {
      addEventListener('keydown', () => {
        const begun = performance.now();
        let last = begun;
        const observer = new MutationObserver(() => { last = performance.now(); });
        observer.observe(document.querySelector(where)!, { attributeFilter: ['aria-busy'], subtree: true });
        setTimeout(() => {
          observer.disconnect();
          resolve(last - begun);
        }, 1000);
      }, { once: true, capture: true });
    });
  }, place);
  await page.keyboard.type('#');
  return page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
}

// The same for findings: the heading of their list is `checking…` until they are there.
async function pressForFindings(page: Page): Promise<number> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.evaluate(() => {
    const w = window as unknown as { took: Promise<number> };
    w.took = new Promise((resolve) => {
      addEventListener('keydown', () => {
        const begun = performance.now();
        const observer = new MutationObserver(() => {
          if (!/finding/.test(document.querySelector('.findings h2')!.textContent!)) { return; }
          observer.disconnect();
          resolve(performance.now() - begun);
        });
        observer.observe(document.querySelector('.findings')!, { subtree: true, childList: true, characterData: true });
      }, { once: true, capture: true });
    });
  });
  await page.keyboard.type('}'); // a mistake
  const took = await page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
  await page.keyboard.press('Backspace');
  await page.locator('.findings h2', { hasText: 'no mistakes' }).waitFor({ timeout: 30_000 });
  return took;
}

test('speeds', async () => {
  const starts: number[] = [];
  const paints: number[] = [];
  for (let i = 0; i < kTimes; ++i) {
    const page = await site.context.newPage();
    const begin = performance.now();
    await page.goto(site.address);
    await page.locator('.card').first().waitFor();
    starts.push(performance.now() - begin);
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0));
    await page.close();
  }
  console.log(`first paint ${median(paints)} ms, first things ${median(starts)} ms`);
  const page = await site.open();
  for (const pack of ['rogue', 'crawl']) {
    await page.getByLabel('Open a pack').selectOption(pack);
    await page.locator('.origin', { hasText: `shipped pack ${pack}` }).waitFor();
    await page.locator('.findings h2', { hasText: 'no mistakes' }).waitFor({ timeout: 30_000 });
    const found: number[] = [];
    for (let i = 0; i < kTimes; ++i) { found.push(await pressForFindings(page)); }
    console.log(`${pack}: key press to findings ${median(found)} ms`);
    for (const tab of ['Things', 'Odds']) {
      await page.getByRole('tab', { name: tab }).click();
      await settled(page);
      const times: number[] = [];
      for (let i = 0; i < kTimes; ++i) { times.push(await press(page, '#panel')); }
      console.log(`${pack}: key press to ${tab.toLowerCase()} ${median(times)} ms`);
    }
  }
  await page.close();
}, 300_000);
