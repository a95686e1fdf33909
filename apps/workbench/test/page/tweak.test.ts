// The Tweak tab in Chromium: choices with odds and reasons, edits, undo, fields by hand, questions, links. The pack is that of
// docs/tweak.md; its numbers are computed by hand: each of three affixes that fit has 1/3, then each of two 1/2.
import AxeSource from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hosted, settled, site, type } from './browser';

hosted();

const kForge = `pack forge "The forge" 1.0
input depth: 1..9 = 1
rule item {
  base = pick {3 sword, 2 helm, 1 ring}
  repeat 2 { bear(pick a in affix where fits(a)) }
  price = 10 * d6 + bonus
}
rule bear(a: affix) { affixes += a; apply a.effect }
def fits(a) = a.level <= depth and not (a in affixes)
collection affix { level: int = 1; block effect }
field affixes: set of affix
field bonus: int
affix sharp { effect { bonus += d6 } }
affix keen { effect { bonus += 3 } }
affix dull { effect { bonus -= 1 } }
affix holy { level = 5; effect { bonus += 50 } }
measure worth = 2 * bonus + price
display item "& [{affixes} ]{base}~"
`;

async function openTweak(): Promise<Page> {
  const page = await site.open();
  await type(page, kForge);
  await page.getByRole('tab', { name: 'Tweak' }).click();
  // Until the forge is compiled, the page shows a roll of the pack before it, which has no prices.
  await says(page, '.things.tweaked .fields', /price \d/);
  // A draft keeps its edits.
  const over = page.getByRole('button', { name: 'Start over' });
  if (await over.isEnabled()) { await over.click(); }
  await page.locator('.edits').waitFor({ state: 'detached' });
  return page;
}

/** Gives what text of the page says once it says what is wanted. */
async function says(page: Page, place: string, wanted: RegExp): Promise<string> {
  const found = page.locator(place).filter({ hasText: wanted }).first();
  await found.waitFor({ timeout: 60_000 });
  return found.innerText();
}

const decision = (page: Page, words: RegExp) => page.locator('.line .step').filter({ hasText: words });

test('choices, pin, force, fields by hand, undo and redo', async () => {
  const page = await openTweak();
  await page.getByRole('button', { name: 'Reroll all' }).click();
  await page.locator('.edits code', { hasText: 'reroll' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('.edits').waitFor({ state: 'detached' });

  await decision(page, /^base =/).click();
  const bases = page.locator('.choices tbody tr');
  await bases.nth(2).waitFor();
  expect((await bases.locator('td:nth-child(2)').allInnerTexts()).map((text) => text.trim())).toEqual(['50%', '33.33%', '16.67%']);
  const ring = page.getByRole('button', { name: 'Take ring' });
  const isRing = await ring.count() === 0;
  if (!isRing) { await ring.click(); } else { await page.getByRole('button', { name: 'Take sword' }).click(); }
  await says(page, '.things.tweaked strong', isRing ? /sword$/ : /ring$/);
  await says(page, '.verdict', /by the rules/);

  // One affix needs depth 5: no chance, the condition that fails, and what it would be all the same.
  await decision(page, /^pick a in affix.*: \w+/).first().click();
  const holy = page.locator('.choices tbody tr', { hasText: 'holy' }).filter({ hasText: 'why not' });
  expect(await holy.first().innerText()).toMatch(/0%[\s\S]*why not: a\.level <= depth, in fits\(holy\)/);
  await holy.getByRole('button', { name: 'Force holy' }).click();
  await says(page, '.things.tweaked strong', /holy/);
  await says(page, '.verdict', /against the rules.*force turn\.1\/affix\.1 = holy/);
  await says(page, '.changes', /affixes: /);

  // A value by hand, and whether the rules could give it: 10 * d6 + bonus is more than 7
  // with 50 of `holy`.
  await page.locator('.by-hand').getByLabel('Field').selectOption('price');
  await page.locator('.by-hand').getByLabel('Value').fill('7');
  await page.getByRole('button', { name: 'Could it come?' }).click();
  await says(page, '.by-hand .answer', /price = 7: never; the nearest/);
  await page.locator('.by-hand').getByLabel('Field').selectOption('bonus');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await says(page, '.things.tweaked .fields', /bonus 7/);
  expect(await page.locator('.command code').innerText()).toMatch(/^spoils tweak chest\.loot item --seed \S+ --index 0 --edit '[^']+' --edit 'force turn\.1\/affix\.1 = holy' --edit 'set bonus = 7'$/);
  await page.getByRole('button', { name: 'set by hand: take off' }).click();
  await says(page, '.edits li', /unset bonus/);

  for (let i = 0; i < 4; ++i) { await page.getByRole('button', { name: 'Undo' }).click(); }
  await page.locator('.edits').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Redo' }).click();
  await says(page, '.edits', /1 edit/);
  await page.close();
});

test('what is pinned stays when the rest is rerolled, and can be unpinned; the roll is copied as text', async () => {
  const page = await openTweak();
  await site.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const base = decision(page, /^base =/);
  await base.click();
  await page.locator('.choices tbody tr').nth(2).waitFor();
  // The buttons of the choices are within a narrow screen.
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(() => page.locator('.choices td button').evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right))), { timeout: 30_000 }).toBeLessThan(360);
  const wanted = await page.getByRole('button', { name: 'Take ring' }).count() === 1 ? 'ring' : 'sword';
  await page.getByRole('button', { name: `Take ${wanted}` }).click();
  await says(page, '.things.tweaked strong', new RegExp(`${wanted}$`));
  const rest = page.getByRole('button', { name: 'Reroll the rest' });
  for (let times = 1; times <= 3; ++times) {
    await rest.click();
    await expect.poll(() => page.locator('.edits code').count(), { timeout: 30_000 }).toBe(1 + 2 * times);
    await says(page, '.things.tweaked strong', new RegExp(`${wanted}$`)); // three rerolls without the pin: 1 in 8 at most
  }
  expect((await page.locator('.edits code').allInnerTexts()).slice(-2)).toEqual(['reroll', `pin base.1 = ${wanted}`]);
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 30_000 })
    .toMatch(new RegExp(`${wanted}\\n[\\s\\S]*  base = ${wanted}\\n[\\s\\S]*  worth = -?\\d+\\nspoils tweak chest\\.loot item `));
  // One step back for each reroll, though it made two edits.
  for (let i = 0; i < 3; ++i) { await page.getByRole('button', { name: 'Undo' }).click(); }
  await expect.poll(() => page.locator('.edits code').allInnerTexts(), { timeout: 30_000 }).toEqual([`pin base.1 = ${wanted}`]);
  await page.getByRole('button', { name: 'unpin base.1' }).click();
  await page.locator('.edits').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await says(page, '.edits code', /^pin base\.1/);
  await page.close();
}, 300_000);

test('turns are left out, brought back and added; what the rules refuse changes nothing', async () => {
  const page = await openTweak();
  await page.getByRole('button', { name: 'Leave out turn.2' }).click();
  await says(page, '.verdict', /against the rules.*skip turn\.2/);
  await page.getByRole('button', { name: 'Bring back' }).click();
  await says(page, '.verdict', /by the rules/);
  await page.getByRole('button', { name: 'One turn more of turn' }).click();
  await says(page, '.line .step', /iteration 3/);
  await page.getByLabel('Go on with rule').fill('bear(nothing_such)');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.notice.bad', { hasText: 'nothing_such' }).waitFor();
  expect(await page.locator('.edits code').allInnerTexts()).toEqual(['skip turn.2', 'unskip turn.2', 'more turn']);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.locator('.edits').waitFor({ state: 'detached' });
  await page.close();
});

test('odds if a step were open; a link keeps the edits; edits that apply no more are named', async () => {
  const page = await openTweak();
  await page.getByLabel('depth, as a number').fill('5');
  await settled(page);
  await decision(page, /^pick a in affix/).first().click();
  await page.locator('.choices').waitFor();
  await page.getByLabel('If this were open, by').selectOption('affixes');
  await says(page, '.menu .verdict', /^exact/);
  const holy = page.locator('.choices tbody tr', { hasText: 'holy' }).first();
  const isNow = await holy.locator('.badge', { hasText: 'now' }).count() === 1;
  if (!isNow) { await page.getByRole('button', { name: 'Take holy' }).click(); } else { await page.getByRole('button', { name: 'Reroll all' }).click(); }
  await page.locator('.edits li').waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('.notice').waitFor();
  const fragment = new URL(page.url()).hash;
  const other = await site.open(fragment);
  await says(other, '.edits', /1 edit/);
  expect(await other.locator('.things.tweaked strong').innerText()).toBe(await page.locator('.things.tweaked strong').innerText());
  if (!isNow) {
    await other.getByLabel('depth, as a number').fill('1');
    await says(other, '.edits', /1 of them not possible here[\s\S]*holy.*has no chance/);
    await other.getByRole('button', { name: /^Take out/ }).click();
    await other.locator('.edits').waitFor({ state: 'detached' });
  }
  await other.evaluate(AxeSource.source);
  await other.locator('.line .step').first().click();
  await other.locator('.choices').waitFor();
  const found = await other.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string }[] }> } }).axe.run();
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
  });
  expect(found).toEqual([]);
  await Promise.all([page.close(), other.close()]);
});
