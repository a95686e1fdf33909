// The package in a real Chromium: the conformance suite in a page, the same in a worker of the page, odds with a
// signal, a pack that traps. Served by a small server of this test; no network is needed.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import test from 'node:test';

const chromium = process.env.SPOILS_CHROMIUM ?? '/usr/bin/chromium';
const skip = existsSync(chromium) ? false : `there is no ${chromium}`;
const root = new URL('../', import.meta.url);
const types = { js: 'text/javascript', wasm: 'application/wasm', json: 'application/json', html: 'text/html' };

async function serve() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = pathname === '/suite.json'
      ? new URL('../../../tests/capi/conformance.json', import.meta.url) : new URL(`.${pathname}`, root);
    try {
      const bytes = pathname === '/' ? '<!doctype html><title>Spoils</title>' : await readFile(file);
      const ending = pathname === '/' ? 'html' : pathname.split('.').at(-1);
      response.writeHead(200, { 'content-type': types[ending] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  return server;
}

test('Chromium', { skip, timeout: 240000 }, async (t) => {
  const playwright = await import('playwright-core');
  const server = await serve();
  const browser = await playwright.chromium.launch({
    executablePath: chromium,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  t.after(async () => {
    await browser.close();
    server.close();
  });
  const page = await browser.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);

  await t.test('the conformance suite, in the page', async () => {
    assert.deepEqual(await page.evaluate(suiteIn), []);
  });

  await t.test('the conformance suite, in a worker', async () => {
    assert.deepEqual(await page.evaluate(async (source) => {
      const text = `(${source})().then((out) => postMessage(out))`
        .replaceAll("'/", `'${location.origin}/`);
      const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), { type: 'module' });
      return new Promise((done, failed) => {
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = (event) => failed(new Error(event.message));
      });
    }, suiteIn.toString()), []);
  });

  await t.test('odds in a worker of the engine, with a signal', async () => {
    const got = await page.evaluate(async () => {
      const { Engine } = await import('/src/index.js');
      const engine = await Engine.load();
      const pack = engine.compile(`pack p "P" 1.0
rule r { kind = pick {2 a, 1 b} }
rule heavy { kind = a; let s = 0; repeat 40 { s = (s * 3 + d1000) mod 1000003 }; quantity = s }`);
      const controller = new AbortController();
      const heavy = pack.odds({ rule: 'heavy', by: ['quantity'] }, { signal: controller.signal });
      const after = pack.odds({ fractions: true });
      setTimeout(() => controller.abort(), 100);
      const name = await heavy.then(() => 'no error', (error) => error.name);
      const out = [name, String((await after).rows[0].fraction)];
      engine.dispose();
      return out;
    });
    assert.deepEqual(got, ['AbortError', '2/3']);
  });

  await t.test('rolls in pieces, of a shipped pack', async () => {
    const names = await page.evaluate(async () => {
      const { Engine } = await import('/src/index.js');
      const engine = await Engine.load();
      const pack = await engine.pack('hello');
      const out = [];
      for await (const { things } of pack.roller().rolls('tour', { count: 3 })) { out.push(...things.map(String)); }
      return out;
    });
    assert.ok(names.length >= 3 && names.every((name) => name.length > 0));
  });

  assert.deepEqual(problems, []);
});

// Runs in the browser; returns the names of the cases that differ.
async function suiteIn() {
  const { Engine, Fraction, SpoilsError } = await import('/src/index.js');
  const { runCase } = await import('/test/conform.js');
  const suite = await (await fetch('/suite.json')).json();
  const engine = await Engine.load();
  const wrong = suite.cases.filter((one) =>
    runCase(engine, suite.packs, one, { Fraction, SpoilsError }) !== one.expect).map(({ name }) => name);
  return suite.cases.length < 48 ? [...wrong, 'cases are missing'] : wrong;
}
