// Files that open and save in place, in Chromium. The picker needs a person; the test has the files of the browser's own
// storage in its place, which are written by the same functions.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hosted, settled, site, type } from './browser';

hosted();

const kPack = 'pack a "A" 1.0\r\nrule a { kind = pick {first} }\r\n';

async function withPicker(page: Page): Promise<void> {
  await page.evaluate(async (text) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('den', { create: true });
    for (const where of [root, folder]) {
      const writable = await (await where.getFileHandle('den.loot', { create: true })).createWritable();
      await writable.write(text);
      await writable.close();
    }
    Object.assign(window, {
      showOpenFilePicker: async () => [await root.getFileHandle('den.loot')], showDirectoryPicker: async () => folder,
    });
  }, kPack);
}

const onDisk = (page: Page) => page.evaluate(async () => (await (await (await navigator.storage.getDirectory()).getFileHandle('den.loot')).getFile()).text());

test('a file is saved in place with its line ends, and a change of another program is not lost unasked', async () => {
  const page = await site.open();
  await withPicker(page);
  await page.getByLabel('Open a pack').selectOption('-file');
  await page.locator('.origin', { hasText: 'den.loot' }).waitFor({ timeout: 60_000 });
  await page.locator('.card strong', { hasText: 'first' }).first().waitFor({ timeout: 60_000 });
  const mine = (word: string) => `pack a "A" 1.0\nrule a { kind = pick {${word}} }\n`;
  await type(page, mine('second'));
  await page.locator('.card strong', { hasText: 'second' }).first().waitFor({ timeout: 60_000 });
  await page.keyboard.press('Control+s');
  await page.locator('.notice', { hasText: 'Saved: den.loot.' }).waitFor({ timeout: 60_000 });
  expect(await onDisk(page)).toBe(mine('second').replaceAll('\n', '\r\n'));
  await page.evaluate(async () => {
    const writable = await (await (await navigator.storage.getDirectory()).getFileHandle('den.loot')).createWritable();
    await writable.write('# of another program\n');
    await writable.close();
  });
  await type(page, mine('third'));
  await page.locator('.card strong', { hasText: 'third' }).first().waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Save file' }).click();
  await page.locator('.notice.bad', { hasText: 'changed by another program' }).waitFor({ timeout: 60_000 });
  expect(await onDisk(page)).toBe('# of another program\n');
  await page.getByRole('button', { name: 'Save file' }).click();
  await page.locator('.notice', { hasText: 'Saved: den.loot.' }).waitFor({ timeout: 60_000 });
  expect(await onDisk(page)).toContain('third');
  await page.close();
}, 300_000);

test('a folder is opened and saved; without a picker it is chosen by an input', async () => {
  const page = await site.open();
  await withPicker(page);
  await page.getByLabel('Open a pack').selectOption('-folder');
  await page.locator('.origin', { hasText: 'folder den' }).waitFor({ timeout: 60_000 });
  await settled(page);
  await page.getByRole('button', { name: 'Save file' }).click();
  await page.locator('.notice', { hasText: 'All is saved.' }).waitFor({ timeout: 60_000 });
  await page.evaluate(() => { Object.assign(window, { showOpenFilePicker: undefined, showDirectoryPicker: undefined }); });
  // A person chooses; here it is enough that the page asks.
  const asked = page.waitForEvent('filechooser', { timeout: 60_000 });
  await page.getByLabel('Open a pack').selectOption('-folder');
  await asked;
  await page.close();
}, 300_000);
