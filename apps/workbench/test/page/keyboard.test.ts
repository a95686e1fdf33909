// The keyboard alone: from the gallery to the decisions of a thing and back, without losing the place.
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { hosted, settled, site, withPack } from './browser';

hosted();

const focused = (page: Page) => page.evaluate(() => {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body ? 'nothing' : activeElement.getAttribute('aria-label') ?? (activeElement.id || activeElement.textContent!.slice(0, 80));
});

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press('Tab');
    if (name.test(await focused(page))) { return; }
  }
  throw new Error(`Tab does not reach ${name}; it is at ${await focused(page)}`);
}

const kPack = `pack box "Box" 1.0
rule box { kind = pick {tin, lead, gold}; size = pick {small, large} }
display box "& {size} {kind} box"
`;

test('an element with the focus that goes away leaves it to its tab', async () => {
  const page = await withPack(kPack);
  await page.getByRole('button', { name: 'Roll again' }).focus();
  await tabTo(page, /^Explain roll 0$/);
  await page.keyboard.press('Enter');
  await page.locator('.steps .step').first().waitFor();
  expect(await focused(page)).toBe('panel');
  await tabTo(page, /^kind = /);
  await expect.poll(() => page.locator('.step.lit').count()).toBe(1);
  await page.close();
}, 300_000);

test('a choice is taken and taken back by keys', async () => {
  const page = await withPack(kPack);
  await page.getByRole('tab', { name: 'Things' }).focus();
  for (let i = 0; i < 3; ++i) { await page.keyboard.press('ArrowRight'); }
  await expect.poll(() => focused(page)).toBe('tab-tweak');
  await settled(page);
  await tabTo(page, /^kind = /);
  const before = await focused(page);
  await page.keyboard.press('Enter');
  await page.locator('.choices').waitFor();
  await tabTo(page, /^Take /);
  const kind = (await focused(page)).replace('Take ', '');
  await page.keyboard.press('Enter');
  // The button is gone; the decision has the focus, and says what was taken.
  await expect.poll(() => focused(page)).toMatch(new RegExp(`^kind = ${kind}`));
  await page.locator('.edits', { hasText: '1 edit' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.locator('.edits').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(before);
  await page.close();
}, 300_000);

test('a phone shows that fields, tabs and words go on', async () => {
  const page = await site.open();
  await page.getByLabel('Open a pack').selectOption('rogue');
  await page.locator('.origin', { hasText: 'rogue' }).waitFor();
  await page.getByRole('tab', { name: 'Odds' }).click();
  await settled(page);
  const cut = () => page.locator('.chips').evaluate((chips) => {
    const { bottom } = chips.getBoundingClientRect();
    return [...chips.children].filter((chip) => {
      const box = chip.getBoundingClientRect();
      return box.top < bottom - 8 && box.bottom > bottom + 8;
    }).length;
  });
  const hint = () => page.getByRole('combobox', { name: 'Where' }).evaluate((element) => {
    const box = element as HTMLInputElement;
    const canvas = document.createElement('canvas').getContext('2d')!;
    const style = getComputedStyle(box);
    canvas.font = style.font;
    return canvas.measureText(box.placeholder).width <= box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  });
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 780 });
    expect(await hint(), `the hint of Where at ${width}`).toBe(true);
  }
  expect(await cut()).toBeGreaterThan(0); // a row that is cut in half says that one can scroll
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await page.locator('.text .origin').evaluate((origin) => origin.scrollWidth <= origin.clientWidth), 'the origin is cut').toBe(true);
  await page.close();
}, 300_000);
