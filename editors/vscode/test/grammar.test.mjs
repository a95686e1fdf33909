// The TextMate grammar on the shipped packs and on small texts; the scopes of these are written by hand.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const require = createRequire(import.meta.url);
const folder = new URL('..', import.meta.url);

async function grammar() {
  await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () =>
      textmate.parseRawGrammar(readFileSync(new URL('syntaxes/loot.tmLanguage.json', folder), 'utf8'), 'loot.json'),
  });
  return registry.loadGrammar('source.loot');
}

const loot = await grammar();

/** The innermost scope of each piece, without `.loot`; blanks left out. */
function scopes(line) {
  return loot
    .tokenizeLine(line, textmate.INITIAL)
    .tokens.map((token) => [line.slice(token.startIndex, token.endIndex).trim(), token.scopes.at(-1).replace('.loot', '')])
    .filter(([text]) => text !== '');
}

const rows = [
  ['pack cellar "The cellar" 1.0', { pack: 'keyword.declaration', cellar: 'entity.name.namespace', '1.0': 'constant.numeric' }],
  ['override world rule find {', { 'override world': 'storage.modifier', rule: 'keyword.declaration', find: 'entity.name.function' }],
  ['input depth: int = 1', { input: 'keyword.declaration', depth: 'variable.other', int: 'storage.type' }],
  ['  kind = pick find', { pick: 'keyword.control', '=': 'keyword.operator' }],
  ['  n = 2d6 + floor(x / 2) # why', { '2d6': 'constant.numeric.dice', floor: 'support.function', '# why': 'comment.line.number-sign' }],
  ['## How deep.', { '## How deep.': 'comment.line.documentation' }],
  ["  if a in {b} and not 'for' == none { drop gold() }", {
    if: 'keyword.control', in: 'keyword.operator.word', and: 'keyword.operator.word', "'for'": 'constant.other.symbol',
    none: 'constant.language', gold: 'entity.name.function.call',
  }],
  ['display "&[ of {kind}]~"', { display: 'keyword.declaration', '&': 'constant.other.placeholder', '~': 'constant.other.placeholder' }],
];

for (const [line, wanted] of rows) {
  test(`scopes of: ${line}`, () => {
    const found = new Map(scopes(line));
    for (const [text, scope] of Object.entries(wanted)) { assert.equal(found.get(text), scope, text); }
  });
}

test('a text without end does not reach the next line', () => {
  const first = loot.tokenizeLine('  name = "open {kind', textmate.INITIAL);
  const second = loot.tokenizeLine('rule next {', first.ruleStack);
  assert.ok(second.tokens.some((token) => token.scopes.includes('keyword.declaration.loot')));
});

test('the shipped packs: every declaration is seen, and no line is given up', () => {
  const packs = new URL('../../packs/', folder);
  let declarations = 0;
  for (const name of ['rogue', 'crawl', 'powder']) {
    for (const file of readdirSync(new URL(`${name}/`, packs))) {
      let state = textmate.INITIAL;
      for (const line of readFileSync(new URL(`${name}/${file}`, packs), 'utf8').split('\n')) {
        const result = loot.tokenizeLine(line, state, 1000);
        assert.equal(result.stoppedEarly, false);
        state = result.ruleStack;
        const declares = /^(?:override )?(?:rule|table|grid|input|def|collection) /.test(line);
        const seen = result.tokens.some((token) => token.scopes.includes('keyword.declaration.loot'));
        if (declares) {
          assert.ok(seen, `${file}: ${line}`);
          ++declarations;
        }
      }
    }
  }
  assert.ok(declarations > 100);
});
