// `spoils lsp` by the protocol library that VS Code itself uses. SPOILS_BINARY names the program; without it the
// tests are skipped, since `make check-editors` builds one.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL, fileURLToPath } from 'node:url';
import protocol from 'vscode-languageserver-protocol/node';

const binary = process.env.SPOILS_BINARY;
const options = { skip: binary ? false : 'SPOILS_BINARY is not set' };
const rogue = fileURLToPath(new URL('../../../packs/rogue/rogue.loot', import.meta.url));
const uri = pathToFileURL(rogue).href;
const text = readFileSync(rogue, 'utf8');
const lines = text.split('\n');

let run;
let connection;
let capabilities;
const findings = new Map();
const waiting = [];

function findingsOf(wanted) {
  if (findings.has(wanted)) { return Promise.resolve(findings.get(wanted)); }
  return new Promise((resolve) => waiting.push([wanted, resolve]));
}

/** The place of the n-th occurrence of a word. */
function at(word, n = 0) {
  let seen = -1;
  for (let line = 0; line < lines.length; ++line) {
    for (const match of lines[line].matchAll(new RegExp(`\\b${word}\\b`, 'g'))) {
      if (++seen === n) { return { line, character: match.index + 1 }; }
    }
  }
  throw new Error(`no ${word}`);
}

function textAt({ start, end }) {
  assert.equal(start.line, end.line);
  return lines[start.line].slice(start.character, end.character);
}

const document = { uri };

before(async () => {
  if (!binary) { return; }
  run = spawn(binary, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(run.stdout), new protocol.StreamMessageWriter(run.stdin));
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
    findings.set(params.uri, params);
    for (const [wanted, resolve] of waiting.splice(0)) {
      if (wanted === params.uri) { resolve(params); } else { waiting.push([wanted, resolve]); }
    }
  });
  connection.listen();
  const result = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid, rootUri: null, capabilities: {}, initializationOptions: { inputs: {} } });
  capabilities = result.capabilities;
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'loot', version: 1, text } });
});

after(async () => {
  if (!binary) { return; }
  await connection.sendRequest(protocol.ShutdownRequest.type);
  const ended = new Promise((resolve) => run.on('exit', resolve));
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.equal(await ended, 0);
  connection.dispose();
});

test('a sound pack has no findings', options, async () => {
  assert.deepEqual((await findingsOf(uri)).diagnostics, []);
});

test('hover over each kind of word', options, async () => {
  for (const [word, part] of [['potion', 'table'], ['kind', 'field']]) {
    const hover = await connection.sendRequest(protocol.HoverRequest.type, { textDocument: document, position: at(word) });
    assert.ok(hover, word);
    assert.equal(textAt(hover.range), word);
  }
});

test('a table leads to its declaration and back', options, async () => {
  const declared = lines.findIndex((line) => line.startsWith('table potion'));
  const position = { line: declared, character: 8 };
  const references = await connection.sendRequest(protocol.ReferencesRequest.type, {
    textDocument: document, position, context: { includeDeclaration: false } });
  assert.ok(references.length > 0);
  for (const reference of references) {
    const inside = { line: reference.range.start.line, character: reference.range.start.character };
    if (reference.uri !== uri) { continue; }
    const [definition] = await connection.sendRequest(protocol.DefinitionRequest.type, { textDocument: document, position: inside });
    assert.equal(definition.range.start.line, declared);
  }
});

test('rename keeps the pack as it is', options, async () => {
  const declared = lines.findIndex((line) => line.startsWith('table potion'));
  const position = { line: declared, character: 8 };
  const range = await connection.sendRequest(protocol.PrepareRenameRequest.type, { textDocument: document, position });
  assert.equal(range.placeholder, 'potion');
  const edit = await connection.sendRequest(protocol.RenameRequest.type, { textDocument: document, position, newName: 'brew' });
  assert.ok(edit.changes[uri].length > 1);
  for (const change of edit.changes[uri]) { assert.equal(textAt(change.range), 'potion'); }
  await assert.rejects(connection.sendRequest(protocol.RenameRequest.type, { textDocument: document, position, newName: 'a b' }),
    /is no name/);
});

test('the odds of rows are those of the command line', options, async () => {
  const hints = await connection.sendRequest(protocol.InlayHintRequest.type, {
    textDocument: document, range: { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } } });
  const told = JSON.parse(execFileSync(binary, ['odds', 'rogue', 'potion', '--by', 'kind', '--format', 'json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  const percentages = hints.filter((hint) => hint.tooltip.includes('`potion`')).map((hint) => parseFloat(hint.label)).sort((a, b) => a - b);
  const wanted = told.rows.map((row) => row.p * 100).sort((a, b) => a - b);
  assert.equal(percentages.length, wanted.length);
  percentages.forEach((percentage, i) => assert.ok(Math.abs(percentage - wanted[i]) < 0.01, `${percentage} ${wanted[i]}`));
});

test('outline, folds, tokens and completion', options, async () => {
  const symbols = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument: document });
  assert.ok(symbols.some((symbol) => symbol.name === 'potion'));
  const folds = await connection.sendRequest(protocol.FoldingRangeRequest.type, { textDocument: document });
  assert.ok(folds.length > 10);
  const { data } = await connection.sendRequest(protocol.SemanticTokensRequest.type, { textDocument: document });
  const legend = capabilities.semanticTokensProvider.legend;
  let line = 0;
  let character = 0;
  const types = new Set();
  for (let i = 0; i < data.length; i += 5) {
    character = data[i] === 0 ? character + data[i + 1] : data[i + 1];
    line += data[i];
    assert.ok(character + data[i + 2] <= lines[line].length);
    types.add(legend.tokenTypes[data[i + 3]]);
  }
  for (const type of ['keyword', 'enum', 'enumMember', 'property', 'function', 'number', 'comment', 'string']) { assert.ok(types.has(type), type); }
  const end = { line: lines.length - 1, character: lines.at(-1).length };
  const completion = await connection.sendRequest(protocol.CompletionRequest.type, { textDocument: document, position: end });
  assert.ok(completion.items.some((item) => item.label === 'table'));
});

test('a mistake is found and corrected, and the pack is sound again', options, async () => {
  const place = at('potion', 0);
  const line = lines.findIndex((one) => /pick potion\b/.test(one));
  const character = lines[line].search(/pick potion\b/) + 5;
  const range = { start: { line, character }, end: { line, character: character + 6 } };
  assert.ok(place && line >= 0);
  findings.delete(uri);
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 }, contentChanges: [{ range, text: 'potiom' }] });
  const found = await findingsOf(uri);
  assert.equal(found.version, 2);
  const error = found.diagnostics.find((one) => one.severity === 1);
  assert.deepEqual(error.range, range);
  const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
    textDocument: document, range: error.range, context: { diagnostics: [error] } });
  const [change] = actions[0].edit.changes[uri];
  assert.equal(change.newText, 'potion');
  findings.delete(uri);
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 3 }, contentChanges: [{ range: change.range, text: change.newText }] });
  assert.deepEqual((await findingsOf(uri)).diagnostics, []);
});

test('a cancelled request ends with RequestCancelled or its answer', options, async () => {
  const source = new protocol.CancellationTokenSource();
  const asked = Array.from({ length: 20 }, () =>
    connection.sendRequest(protocol.HoverRequest.type, { textDocument: document, position: at('potion') }, source.token)
      .then(() => 'answered', (error) => error.code));
  source.cancel();
  for (const outcome of await Promise.all(asked)) { assert.ok(outcome === 'answered' || outcome === -32800, String(outcome)); }
});

test('layout: the shipped packs have it', options, async () => {
  const packs = new URL('../../../packs/rogue/', import.meta.url);
  for (const name of readdirSync(packs)) {
    const file = new URL(name, packs).href;
    if (file !== uri) {
      await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
        textDocument: { uri: file, languageId: 'loot', version: 1, text: readFileSync(new URL(file), 'utf8') } });
    }
    const edits = await connection.sendRequest(protocol.DocumentFormattingRequest.type, {
      textDocument: { uri: file }, options: { tabSize: 2, insertSpaces: true } });
    assert.deepEqual(edits, []);
  }
});
