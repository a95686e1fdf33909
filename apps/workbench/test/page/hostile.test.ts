// Bad input: broken links, markup in texts, large packs, packs without end, an engine that dies or hangs, a full storage, two
// tabs; and the page without a network.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drafted, host, settled, type, type Host } from './browser';

let site: Host;
beforeAll(async () => { site = await host(); });
afterAll(() => site.close());

test('a broken link says so, and the page works', async () => {
  const page = await site.open('#w1.AAAA');
  await page.locator('.notice', { hasText: 'This link is broken' }).waitFor();
  await page.locator('.card').first().waitFor();
  await page.close();
});

test('markup in a pack is text', async () => {
  const page = await site.open();
  const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  let alerts = 0;
  page.on('dialog', (dialog) => { ++alerts; void dialog.dismiss(); });
  await type(page, `pack a "${markup}" 1.0\n## ${markup}\ninput d: 1..3 = 1\nrule a { kind = pick {x, y}; note = "${markup}" }\ndisplay a "${markup}"\nexpect "${markup}": odds(a: kind == x) == 50%\n`);
  await page.locator('.card strong', { hasText: markup }).first().waitFor();
  for (const name of ['Odds', 'Explain', 'Tweak', 'Simulate', 'Expect', 'Compare', 'Book']) {
    await page.getByRole('tab', { name }).click();
    // Long work waits until it is begun.
    if (name === 'Simulate') { await page.getByRole('button', { name: 'Roll', exact: true }).click(); }
    if (name === 'Book') { await page.getByRole('button', { name: 'Write the book' }).click(); }
    await page.locator(`#panel[aria-labelledby=tab-${name.toLowerCase()}] .answer[aria-busy=false]`).waitFor();
  }
  expect(await page.locator('img[src=x]').count() + await page.locator('#app script').count()).toBe(0);
  expect(alerts).toBe(0);
  await page.close();
});

test('a pack without end stops at a limit, and the text is kept', async () => {
  const page = await site.open();
  await type(page, 'pack a "A" 1.0\nrule a { drop a; drop a }\n');
  await page.locator('#panel [role=alert], .findings li.error').first().waitFor({ timeout: 60_000 });
  await type(page, 'pack a "A" 1.0\nrule a { kind = pick {fine} }\n');
  await page.locator('.card strong', { hasText: 'fine' }).first().waitFor();
  await page.close();
});

test('a pack of 5 MB is opened, has an answer, and another one follows', async () => {
  const page = await site.open();
  const rows = Array.from({ length: 400_000 }, (_, i) => `  1 item_${i}`).join('\n');
  const text = `pack big "Big" 1.0\nrule a { kind = pick t }\ntable t {\n${rows}\n}\n`;
  expect(text.length).toBeGreaterThan(5_000_000);
  await page.getByLabel('Files of a pack', { exact: true }).setInputFiles({ name: 'big.loot', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.locator('.origin', { hasText: 'big.loot' }).waitFor();
  await page.locator('.findings li.error, .notice.bad').first().waitFor({ timeout: 60_000 });
  await page.getByLabel('Open a pack').selectOption('-example');
  await page.locator('.card').first().waitFor({ timeout: 60_000 });
  await page.close();
}, 300_000);

test('files that are no packs are refused', async () => {
  const page = await site.open();
  await page.getByLabel('Files of a pack', { exact: true }).setInputFiles({ name: 'a.loot', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xfe, 0x80]) });
  await page.locator('.notice.bad', { hasText: 'not a text in UTF-8' }).waitFor();
  await page.getByLabel('Files of a pack', { exact: true }).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.locator('.notice.bad', { hasText: 'end in .loot' }).waitFor();
  await page.close();
});

test('an engine that dies or hangs is started anew', async () => {
  const page = await site.open();
  const workers = page.workers();
  expect(workers.length).toBeGreaterThan(0);
  for (const worker of workers) { await worker.evaluate(() => { self.onmessage = () => { throw new Error('dead'); }; }); }
  await page.getByRole('button', { name: 'Roll again' }).click();
  await page.locator('[role=alert]', { hasText: 'the engine died and was started anew' }).waitFor();
  await page.getByRole('button', { name: 'Roll again' }).click();
  await page.locator('.card').first().waitFor();
  for (const worker of page.workers()) { await worker.evaluate(() => { self.onmessage = () => undefined; }); }
  await page.getByRole('button', { name: 'Roll again' }).click();
  await page.getByRole('button', { name: 'Roll again' }).click(); // the newer one ends the worker
  await settled(page);
  await page.locator('.card').first().waitFor();
  await page.close();
});

test('two tabs keep two drafts; a full storage is reported', async () => {
  const [one, two] = [await site.open(), await site.open()];
  await type(one, 'pack a "A" 1.0\nrule a { kind = pick {first} }\n');
  await type(two, 'pack a "A" 1.0\nrule a { kind = pick {second} }\n');
  await drafted(one, 'pick {first}');
  await drafted(two, 'pick {second}');
  await Promise.all([one.reload(), two.reload()]);
  await one.locator('.cm-line', { hasText: 'first' }).waitFor();
  await two.locator('.cm-line', { hasText: 'second' }).waitFor();
  await settled(one);
  await one.evaluate(() => {
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      for (let i = 0; ; ++i) { try { localStorage.setItem(`filler.${size}.${i}`, 'x'.repeat(size)); } catch { break; } }
    }
  });
  await type(one, `pack a "A" 1.0\n# ${'long '.repeat(400)}\nrule a { kind = pick {third} }\n`);
  await one.locator('.notice.bad', { hasText: 'no room for a draft' }).waitFor();
  await one.evaluate(() => localStorage.clear());
  await Promise.all([one.close(), two.close()]);
});

test('without a network after the first visit', async () => {
  const page = await site.open();
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await site.context.setOffline(true);
  await page.reload();
  await page.locator('.card').first().waitFor();
  await page.getByRole('tab', { name: 'Odds' }).click();
  await page.locator('.verdict').waitFor();
  await site.context.setOffline(false);
  await page.close();
});
