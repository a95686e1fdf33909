// Pictures of the page at three widths, for people to look at: build/workbench/*.png, kept by CI.
import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, choose, hosted, settled, site } from './browser';

const folder = new URL('../../../../build/workbench/', import.meta.url).pathname;
hosted();

test('pictures at 1440, 768 and 360 pixels, light and dark', async () => {
  mkdirSync(folder, { recursive: true });
  const page = await site.open();
  await page.getByLabel('Open a pack').selectOption('rogue');
  await page.locator('.origin', { hasText: 'rogue' }).waitFor();
  await page.locator('.card').first().waitFor();
  await choose(page, 'ring');
  for (const name of ['Things', 'Odds', 'Explain', 'Tweak', 'Compare']) {
    await page.getByRole('tab', { name }).click();
    await settled(page);
    if (name === 'Odds') {
      await ask(page, 'By', 'kind, cursed');
      await ask(page, 'Where', 'bonus != 2');
      await settled(page);
    }
    if (name === 'Tweak') {
      await page.locator('.line .step').first().click();
      await page.locator('.choices').waitFor();
    }
    for (const [width, height, colorScheme] of [[1440, 900, 'light'], [768, 1024, 'dark'], [360, 780, 'light']] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}${name.toLowerCase()}-${width}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} ${width}`).toBeLessThanOrEqual(width);
    }
  }
  await page.close();
});
