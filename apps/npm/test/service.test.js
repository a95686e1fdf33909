// The language service over messages: what an editor in a page does. The places and odds are counted by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Engine } from 'spoils';

const kText = `pack cellar "The cellar" 1.0

## How deep.
input depth: 1..9 = 1

rule find {
  kind = pick find
}

table find {
  50            rat
  30            bottle
  (10 * depth)  ghost
}
`;
const engine = await Engine.load();
const uri = 'file:///cellar.loot';
const textDocument = { uri };
const at = (line, character) => ({ textDocument, position: { line, character } });

function opened(text = kText, capabilities = { textDocument: { diagnostic: {} } }, files = {}) {
  const service = engine.service(files);
  service.request('initialize', { capabilities });
  service.notify('initialized', {});
  service.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'loot', version: 1, text } });
  return service;
}

/** The text after the edits of one file. */
function edited(text, edits) {
  const starts = [0];
  for (let i = 0; i < text.length; ++i) { if (text[i] === '\n') { starts.push(i + 1); } }
  const offset = ({ line, character }) => starts[line] + character;
  return [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start)).reduce(
    (out, { range, newText }) => out.slice(0, offset(range.start)) + newText + out.slice(offset(range.end)), text);
}

test('hover, completion, definition, references, symbols', () => {
  const service = opened();
  assert.match(service.request('textDocument/hover', at(3, 7)).contents.value, /How deep/);
  const { items } = service.request('textDocument/completion', at(12, 10));
  assert.ok(items.some(({ label }) => label === 'depth'));
  assert.deepEqual(service.request('textDocument/definition', at(12, 10)),
    [{ uri, range: { start: { line: 3, character: 6 }, end: { line: 3, character: 11 } } }]);
  const places = service.request('textDocument/references', { ...at(3, 7), context: { includeDeclaration: true } });
  assert.deepEqual(places.map(({ range }) => range.start.line), [3, 12]);
  assert.deepEqual(service.request('workspace/symbol', { query: 'DPH' }).map(({ name }) => name), ['depth']);
  assert.deepEqual(service.request('workspace/symbol', { query: 'find' }).map(({ name }) => name), ['find', 'find']);
  assert.deepEqual(service.request('workspace/symbol', { query: 'findx' }), []);
});

test('odds of rows are those of the inputs in force', () => {
  const service = opened();
  const hints = () => service.request('textDocument/inlayHint', {
    textDocument, range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
  }).map(({ label, position }) => [position.line, label]);
  // 50, 30 and 10 of 90
  assert.deepEqual(hints().map(([line]) => line), [10, 11, 12]);
  assert.match(hints()[0][1], /^55\.5/);
  assert.deepEqual(service.notify('workspace/didChangeConfiguration', { settings: { spoils: { inputs: { depth: 2 } } } }), []);
  assert.deepEqual(hints(), [[10, '50%'], [11, '30%'], [12, '20%']]);
});

test('rename gives edits that keep the meaning', () => {
  const service = opened();
  const { changes } = service.request('textDocument/rename', { ...at(3, 7), newName: 'level' });
  assert.equal(edited(kText, changes[uri]), kText.replaceAll('depth', 'level'));
  assert.throws(() => service.request('textDocument/rename', { ...at(3, 7), newName: '7up' }), { code: 'bad_value' });
});

test('findings are pulled, with edits that mend the text', () => {
  const wrong = kText.replace('pick find', 'pick fnid');
  const service = opened(wrong);
  assert.deepEqual(service.work(), []);
  const report = service.request('textDocument/diagnostic', { textDocument });
  assert.equal(report.kind, 'full');
  const [finding] = report.items;
  assert.equal(finding.range.start.line, 6);
  assert.equal(edited(wrong, [finding.data.edit]), kText);
  const [action] = service.request('textDocument/codeAction', { textDocument, range: finding.range, context: { diagnostics: [] } });
  assert.equal(edited(wrong, action.edit.changes[uri]), kText);
  service.notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: kText }] });
  assert.deepEqual(service.request('textDocument/diagnostic', { textDocument }).items, []);
});

test('findings are published to clients that do not pull them', () => {
  const service = opened(kText.replace('pick find', 'pick fnid'), {});
  const [{ method, params }] = service.work();
  assert.equal(method, 'textDocument/publishDiagnostics');
  assert.equal(params.diagnostics[0].range.start.line, 6);
  assert.deepEqual(service.work(), []);
});

test('packs use the files of the service, and an opened text counts instead', () => {
  const files = { '/lib/coin.loot': 'pack coin "Coin" 1.0\ndef face() = d2\n' };
  const text = 'pack p "P" 1.0\nuse coin\nrule r { quantity = face() }\n';
  const service = opened(text, { textDocument: { diagnostic: {} } }, files);
  const findings = () => service.request('textDocument/diagnostic', { textDocument }).items;
  assert.deepEqual(findings(), []);
  assert.equal(service.request('textDocument/definition', at(2, 21))[0].uri, 'file:///lib/coin.loot');
  service.notify('textDocument/didOpen', {
    textDocument: { uri: 'file:///lib/coin.loot', languageId: 'loot', version: 1, text: 'pack coin "Coin" 1.0\n' },
  });
  assert.notDeepEqual(findings(), []);
});

test('a message that is none has an answer that says so', () => {
  const service = opened();
  for (const bad of ['', '{', '7', '{"id":1}', '\u0000']) {
    assert.notEqual(JSON.parse(service.messageJson(bad))[0].error, undefined, bad);
  }
  assert.throws(() => service.request('nothing/such'), { code: 'bad_value' });
  assert.throws(() => engine.service({ 'a.loot': '' }), { code: 'file' });
  service.dispose();
  assert.throws(() => service.work(), { code: 'misuse' });
});
