// Files on disk, by the program itself: `spoils workbench` serves the page, and the disk is read and written beside it. Skipped
// where the program is not built; SPOILS_BINARY names another than build/release/spoils.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeSource from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drafted, host, settled, type, type Host } from './browser';

const program = process.env['SPOILS_BINARY'] ?? new URL('../../../../build/release/spoils', import.meta.url).pathname;
const pack = (kinds: string) => `pack mine "Mine" 1.0\nrule mine { kind = pick {${kinds}} }\n`;

let site: Host;
let folder: string;
let served: ChildProcess | null = null;
beforeAll(async () => { site = await host(); });
afterAll(() => site.close());

/** Starts the program, and returns the address that it prints. */
async function serve(...words: string[]): Promise<string> {
  served = spawn(program, ['workbench', ...words, '--no-open'], { env: { ...process.env, SPOILS_PAGE: new URL('../../dist', import.meta.url).pathname } });
  let said = '';
  served.stderr!.on('data', (part: Buffer) => { said += part.toString(); });
  return new Promise((resolve, reject) => {
    served!.stdout!.on('data', (part: Buffer) => resolve(part.toString().trim()));
    served!.on('exit', () => reject(new Error(said)));
  });
}

async function end(): Promise<void> {
  const ended = new Promise((resolve) => served!.on('exit', resolve));
  served!.kill('SIGINT');
  await ended;
  served = null;
}

async function open(address: string): Promise<Page> {
  const page = await site.context.newPage();
  await page.goto(address);
  await page.getByRole('region', { name: 'Files on disk' }).waitFor();
  await settled(page);
  return page;
}

// The odds of the rows are between the words.
const shows = (page: Page, text: string) => text.split(', ').reduce((found, word) => found.filter({ hasText: word }), page.locator('.cm-content')).waitFor();
const says = (page: Page, text: string) => page.getByRole('region', { name: 'Files on disk' }).getByText(text).first().waitFor();

test.skipIf(!existsSync(program))('files on disk: open, save, changes and conflicts, a server that ends', async () => {
  folder = mkdtempSync(join(tmpdir(), 'workbench-disk-'));
  const path = join(folder, 'mine.loot');
  writeFileSync(path, pack('tin, zinc').replaceAll('\n', '\r\n'));
  const address = await serve(path);
  const page = await open(address);
  expect(page.url()).not.toContain('disk='); // no link and no bookmark has the token
  await shows(page, 'tin, zinc');
  await says(page, 'Saved on disk.');

  await type(page, pack('tin, lead'));
  await says(page, 'Not saved: mine.loot');
  await page.keyboard.press('Control+s');
  await says(page, 'Saved on disk.');
  expect(readFileSync(path, 'utf8')).toBe(pack('tin, lead').replaceAll('\n', '\r\n'));

  writeFileSync(path, pack('gold, silver'));
  await shows(page, 'gold, silver'); // nothing was typed here
  await page.locator('.card strong', { hasText: /gold|silver/ }).first().waitFor();

  await type(page, pack('mine, here'));
  writeFileSync(path, pack('theirs, there'));
  await says(page, 'has changed on disk and here');
  await page.keyboard.press('Control+s');
  await page.locator('.notice.bad', { hasText: 'decide first' }).waitFor();
  await page.evaluate(AxeSource.source);
  const found = await page.evaluate(async () => (await (globalThis as unknown as { axe: typeof AxeSource }).axe.run()).violations.map(({ id }) => id));
  expect(found).toEqual([]);
  if (process.env['SPOILS_SHOT']) { await page.screenshot({ path: process.env['SPOILS_SHOT'] }); }
  expect(readFileSync(path, 'utf8')).toBe(pack('theirs, there'));
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save on disk' }).click();
  await says(page, 'Saved on disk.');
  expect(readFileSync(path, 'utf8')).toBe(pack('mine, here'));

  await type(page, pack('mine, again'));
  unlinkSync(path);
  await says(page, 'was deleted on disk');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save on disk' }).click();
  await says(page, 'Saved on disk.');
  expect(readFileSync(path, 'utf8')).toBe(pack('mine, again'));

  // The page is loaded again with a text that is not saved, and the disk has changed meanwhile.
  await type(page, pack('unsaved, text'));
  await drafted(page, 'unsaved, text');
  await page.goto('about:blank');
  writeFileSync(path, pack('disk, meanwhile'));
  await page.goBack();
  await says(page, 'has changed on disk and here');
  await shows(page, 'unsaved, text');
  await page.getByRole('button', { name: 'Take that of the disk' }).click();
  await shows(page, 'disk, meanwhile');

  await type(page, pack('kept, here'));
  await end();
  await says(page, 'The server does not answer.');
  await page.keyboard.press('Control+s');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as download' }).click()]);
  expect(readFileSync((await download.path())!, 'utf8')).toBe(pack('kept, here'));
  await shows(page, 'kept, here');
  expect(readFileSync(path, 'utf8')).toBe(pack('disk, meanwhile'));
  // Another run at the same port has another token.
  await serve(path, '--port', new URL(address).port);
  await says(page, 'Another run of the server refuses this page.');
  await shows(page, 'kept, here');
  await page.close();
  await end();
  rmSync(folder, { recursive: true });
}, 300_000);

test.skipIf(!existsSync(program))('a folder: new and deleted files, read-only, another pack and back', async () => {
  folder = mkdtempSync(join(tmpdir(), 'workbench-disk-'));
  writeFileSync(join(folder, 'main.loot'), `pack mine "Mine" 1.0\nrule mine { kind = pick kinds }\n`);
  writeFileSync(join(folder, 'kinds.loot'), 'table kinds { 1 tin }\n');
  writeFileSync(join(folder, 'broken.loot'), Buffer.from([0xff, 0xfe]));
  const page = await open(await serve(folder, '--read-only'));
  await says(page, 'broken.loot is not open: it is not a text in UTF-8.');
  unlinkSync(join(folder, 'broken.loot'));
  writeFileSync(join(folder, 'more.loot'), 'table others { 1 zinc }\n');
  await page.locator('.notice', { hasText: 'more.loot' }).waitFor();
  expect(await page.getByLabel('File', { exact: true }).locator('option').count()).toBe(3);
  unlinkSync(join(folder, 'more.loot'));
  await page.locator('.notice', { hasText: 'Deleted on disk, and here' }).waitFor();
  expect(await page.getByLabel('File', { exact: true }).locator('option').count()).toBe(2);

  await page.getByLabel('File', { exact: true }).selectOption({ index: 0 });
  await type(page, 'table kinds { 1 lead }\n');
  await says(page, 'Write-protected');
  await page.getByRole('button', { name: 'Save on disk' }).click();
  await page.locator('.notice.bad', { hasText: '--read-only' }).waitFor();
  expect(readFileSync(join(folder, 'kinds.loot'), 'utf8')).toBe('table kinds { 1 tin }\n');

  await page.getByLabel('Open a pack').selectOption('-example');
  await page.getByRole('button', { name: `Back to ${folder}` }).click();
  await shows(page, 'kinds');
  await says(page, 'Saved on disk.');
  await page.close();
  await end();
  rmSync(folder, { recursive: true });
  expect(site.problems).toEqual([]);
}, 300_000);
