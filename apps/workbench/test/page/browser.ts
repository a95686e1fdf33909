// A browser and a static server for the tests of the page: dist/ under a sub-path, as any web server would host it.
import { createServer, type Server } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

const kTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
const dist = new URL('../../dist', import.meta.url).pathname;

export interface Host {
  readonly address: string;
  readonly context: BrowserContext;
  /** Opens the page, and waits until the engine has answered. Errors and violations of the policy are collected. */
  open(fragment?: string): Promise<Page>;
  readonly problems: string[];
  close(): Promise<void>;
}

export async function host(root = dist): Promise<Host> {
  const server: Server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url!, 'http://x').pathname)).replace(/^\/some\/folder\//, '');
    try {
      const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
      const bytes = readFileSync(join(root, file));
      response.writeHead(200, { 'content-type': kTypes[extname(file)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as { port: number }).port}/some/folder/`;
  const folder = mkdtempSync(join(tmpdir(), 'workbench-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', headless: true, viewport: { width: 1440, height: 900 },
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
  context.setDefaultTimeout(60_000);
  const problems: string[] = [];
  return {
    address, context, problems,
    async open(fragment = '') {
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => { if (message.type() === 'error') { problems.push(message.text()); } });
      await page.goto(address + fragment);
      // A draft remembers its tab.
      if (fragment === '') { await page.getByRole('tab', { name: 'Things' }).click(); }
      await settled(page);
      return page;
    },
    async close() {
      await context.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      // Chromium's helpers may still write for a moment after it has closed.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** The host of a file of tests that calls hosted(). */
export let site: Host;

/** Begins the file's host before its tests and ends it after them; no page may have reported a problem. */
export function hosted(): void {
  beforeAll(async () => { site = await host(); });
  afterAll(async () => {
    await site.close();
    expect(site.problems).toEqual([]); // neither errors nor violations of the content security policy
  });
}

/**
 * Puts a text into the editor, in place of the one that is there, by the keyboard. The old text is deleted first: Chromium
 * gives a text that replaces a styled one an inline style of its own, which the policy blocks and reports.
 */
export async function type(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

/** Puts a text into the chips of a question, in place of those that are there. */
export async function ask(page: Page, label: 'By' | 'Where' | 'Count', text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.fill('');
  const out = page.getByRole('list', { name: `Chips of ${label}` }).getByRole('button', { name: /^Take out/ });
  while (await out.count() > 0) { await out.first().click(); }
  if (text !== '') {
    await box.fill(text);
    await box.press('Enter');
  }
}

/** Chooses a rule by its name. */
export async function choose(page: Page, rule: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Rule' });
  await box.fill(rule);
  await box.press('Enter');
  await expect.poll(() => box.inputValue()).toBe(rule);
}

/** Waits until a draft with this word is in the storage of the browser. The policy of the page forbids waitForFunction(), which evaluates texts. */
export async function drafted(page: Page, word: string): Promise<void> {
  await expect.poll(() => page.evaluate((wanted) => Object.values(localStorage).some((text) => String(text).includes(wanted)), word)).toBe(true);
}

/** Waits until the visible tab has its answer. */
export async function settled(page: Page): Promise<void> {
  await page.locator('#panel .answer[aria-busy=false]').waitFor();
}

/** Opens the page with this pack as its text, without the inputs and the question of an earlier draft. */
export async function withPack(text: string): Promise<Page> {
  const page = await site.open();
  await page.getByLabel('Open a pack').selectOption('-example');
  await settled(page);
  await type(page, text);
  await page.locator('.findings h2', { hasText: 'no mistakes' }).waitFor();
  return page;
}
