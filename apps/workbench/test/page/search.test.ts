// The search of Things in Chromium: conditions on fields, the limit, what is said when nothing is found, the exact odds beside
// it; and seed and index to copy. The odds are computed by hand from the pack.
import { expect, test } from 'vitest';
import { hosted, site, withPack } from './browser';

hosted();

// One ring in 4,096 is cursed, and no ring has a bonus above 4.
const kPack = `pack den "Den" 1.0
rule den { title = den; hold ring }
rule ring { kind = pick {3 red, 1 blue}; bonus = d4; if chance 1/4096 { cursed = true } }
`;

test('the engine searches for rare things, and says how many rolls it tried', async () => {
  const page = await withPack(kPack);
  await page.getByLabel('With').fill('cursed = true');
  const status = page.locator('.answer [role=status]');
  // Twenty of them need some 80,000 rolls; fewer are there if the time of a slow machine ends first.
  await page.locator('.answer[aria-busy=false]').waitFor({ timeout: 60_000 });
  await expect.poll(() => status.innerText(), { timeout: 60_000 }).toMatch(/^\d+ of [\d,]+ rolls have cursed = true$/);
  const cards = await page.locator('.card').allInnerTexts();
  expect(cards.length).toBeGreaterThan(0);
  for (const card of cards) { expect(card).toMatch(/cursed true/); }
  // 1 / 4096, exactly, of whole rolls.
  await page.locator('.verdict.exact', { hasText: 'exact: 0.0244% of rolls have a thing with cursed' }).waitFor({ timeout: 60_000 });
  await page.close();
}, 300_000);

test('what cannot come, and what was not found, are told apart', async () => {
  const page = await withPack(kPack);
  await page.getByLabel('With').fill('bonus > 4');
  await page.locator('.verdict.exact', { hasText: 'no roll can have it' }).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop', exact: true }).click({ timeout: 60_000 }).catch(() => undefined); // it may have ended
  const status = page.locator('.answer [role=status]');
  await expect.poll(() => status.innerText(), { timeout: 60_000 }).toMatch(/^none of [\d,]+ rolls has bonus > 4\. .*likely rarer than .* \(95%\)$/);
  expect(await page.locator('.card').count()).toBe(0);
  await page.getByLabel('With').fill('kind = blue and bonus >= 4 or bonus = 1');
  await expect.poll(async () => {
    const cards = await page.locator('.card').allInnerTexts();
    return cards.length === 20 && cards.every((card) => /bonus 1\b/.test(card) || /kind blue[\s\S]*bonus 4/.test(card));
  }, { timeout: 60_000 }).toBe(true);
  // 1/4 of 1/4, and 1/4: 5/16.
  await page.locator('.verdict.exact', { hasText: 'exact: 31.25%' }).waitFor({ timeout: 60_000 });
  await page.close();
}, 300_000);

test('seed and index of a roll are copied as the command line wants them', async () => {
  const page = await withPack(kPack);
  await site.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByLabel('Seed').fill('my game');
  await page.locator('.answer[aria-busy=false]').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Copy roll 7', exact: true }).click();
  await page.locator('.notice', { hasText: 'Copied: seed my game, index 7.' }).waitFor({ timeout: 60_000 });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("--seed 'my game' --index 7");
  await page.close();
}, 300_000);
