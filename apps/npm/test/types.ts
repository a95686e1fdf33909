// Compiled by package.test.js, never run: a use of every class of index.d.ts.
import { Engine, Fraction, InvalidPack, SpoilsError, type LanguageService, type Odds, type Thing, type Value } from 'spoils';
import { packs } from 'spoils/packs';

export async function use(): Promise<void> {
  const engine = await Engine.load({ wasm: new URL('https://example.org/spoils.wasm') });
  const pack = engine.compile(packs.files, { name: packs.names['rogue'], checkQuantities: false });
  const roller = pack.roller('floor', { depth: 3, deep: true, big: 1n, name: null });
  const things: Thing[] = roller.roll('seed', 7n);
  const value: Value | undefined = things[0]?.fields['kind'];
  if (value instanceof Fraction) { const digits: bigint = value.numerator; void digits; }
  for await (const { index, things: rolled } of roller.rolls(1, { count: 10, fields: ['kind'] })) {
    void (index + BigInt(rolled.length));
  }
  const batch = roller.batch(1, { rolls: 10, names: false });
  for (const thing of batch) { const name: string | null = thing.name; void name; }
  const world = pack.world();
  roller.rollIn(pack.restore(world.save()));
  const { tweaker, leftOut } = pack.replay(roller.tweakerByHand({ kind: 'ring', levels: 3 }, 'seed').script());
  tweaker.restart(1, 2n);
  const script: string = roller.tweakerIn(world).script() + (leftOut[0]?.why ?? '');
  void script;
  const odds: Odds = await pack.odds({ by: ['kind'], sweep: { input: 'depth', first: 1, last: 9 } }, { milliseconds: 5 });
  void odds.answers[0]?.rows[0]?.fraction?.denominator;
  pack.oddsNow({}, { stop: () => true });
  const { rows: [row], unlisted } = await pack.atLeastOnce({ by: ['kind'] }, [1, 10n], { signal: AbortSignal.timeout(5) });
  const mean: number | null | undefined = row?.wait.mean;
  void [mean, row?.within[0]?.high, unlisted[0], pack.atLeastOnceNow({}, [2], { stop: () => true }).exact];
  const { expectations } = await pack.check({ signal: AbortSignal.timeout(5) });
  void expectations[0]?.holds;
  const service: LanguageService = engine.service({ '/lib/dice.loot': '' });
  service.notify('initialized');
  for (const { method, params } of service.work()) { void [method, params]; }
  const hover: { contents: { value: string } } | null = service.request('textDocument/hover', {});
  void hover?.contents.value;
  try {
    engine.format('pack');
  } catch (error) {
    if (error instanceof InvalidPack) { void error.findings[0]?.line; }
    if (error instanceof SpoilsError) { const isTrap: boolean = error.code === 'trap'; void isTrap; }
  }
  // @ts-expect-error: options of another call
  await pack.odds({}, { stop: () => true });
  // @ts-expect-error: no such member
  void pack.flavour;
  engine.dispose();
}
