// The .vsix: all that its package.json names is in it, and nothing else that could be private or large.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = new URL('..', import.meta.url);
const vsix = fileURLToPath(new URL('spoils.vsix', folder));
const script = 'import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))';
const names = execFileSync('python3', ['-c', script, vsix], { encoding: 'utf8' }).trim().split('\n');
const manifest = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));

test('contains what package.json names', () => {
  const { languages, grammars, snippets } = manifest.contributes;
  const wanted = [manifest.main, languages[0].configuration, grammars[0].path, snippets[0].path, './package.json'];
  for (const path of wanted) { assert.ok(names.includes(`extension/${path.slice(2)}`), path); }
});

test('contains nothing else', () => {
  for (const name of names) {
    assert.match(name, /^(\[Content_Types\]\.xml|extension\.vsixmanifest|extension\/(package|language-configuration)\.json|extension\/(readme|README)\.md|extension\/(dist\/extension\.js|snippets\/loot\.json|syntaxes\/loot\.tmLanguage\.json))$/);
  }
});

test('the program of the extension loads without anything but vscode', () => {
  const code = readFileSync(new URL('dist/extension.js', folder), 'utf8');
  const required = new Set([...code.matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1]));
  const builtIn = new Set(['vscode', 'fs', 'path', 'os', 'net', 'util', 'url', 'crypto', 'child_process', 'events', 'timers', 'buffer', 'stream', 'assert']);
  for (const name of required) { assert.ok(builtIn.has(name.replace('node:', '')), name); }
});

test('the snippets are texts', () => {
  const snippets = JSON.parse(readFileSync(new URL('snippets/loot.json', folder), 'utf8'));
  for (const [name, snippet] of Object.entries(snippets)) {
    const body = [snippet.body].flat();
    assert.ok(snippet.prefix && body.length > 0 && body.every((line) => typeof line === 'string'), name);
  }
});
