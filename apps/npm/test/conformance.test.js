// The conformance suite of the C interface (tests/capi/conformance.json) through the package: the same bytes.
// docs/embedding.md says what each call is.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { Engine, Fraction, SpoilsError } from 'spoils';
import { runCase } from './conform.js';

const suite = JSON.parse(await readFile(new URL('../../../tests/capi/conformance.json', import.meta.url), 'utf8'));

test('every case gives the bytes of the C interface', async () => {
  const engine = await Engine.load();
  let cases = 0;
  for (const one of suite.cases) {
    assert.equal(runCase(engine, suite.packs, one, { SpoilsError, Fraction }), one.expect, one.name);
    ++cases;
  }
  assert.ok(cases >= 48);
});
