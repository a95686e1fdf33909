// Tokens of lines of docs/language.md.
import { StringStream } from '@codemirror/language';
import { expect, test } from 'vitest';
import { token } from '../../src/editor/tokens';

function tokens(text: string): string[] {
  const stream = new StringStream(text, 2, 2);
  const state = { isNamed: false };
  const out: string[] = [];
  while (!stream.eol()) {
    const style = token(stream, state);
    expect(stream.pos).toBeGreaterThan(stream.start);
    if (style !== null && style !== 'bracket') { out.push(`${stream.current()}:${style}`); }
    stream.start = stream.pos;
  }
  return out;
}

test('declarations, numbers, dice, texts, comments', () => {
  expect(tokens('override table monster { 3 rat, 1 bat }')).toEqual(['override:keyword', 'table:keyword', 'monster:defined', '3:number', 'rat:name', '1:number', 'bat:name']);
  expect(tokens('  quantity = (2d6) * depth # x')).toEqual(['quantity:name', '=:operator', '2d6:dice', '*:operator', 'depth:name', '# x:comment']);
  expect(tokens('## documentation')).toEqual(['## documentation:docComment']);
  expect(tokens('display chest "& \\"{x}\\"" if a')).toEqual(['display:keyword', 'chest:defined', '"& \\"{x}\\"":string', 'if:keyword', 'a:name']);
  expect(tokens("mood == 'for'")).toEqual(['mood:name', '==:operator', "'for':atom"]);
});

test('words that are free elsewhere, and marks without meaning', () => {
  expect(tokens('table = pick rule')).toEqual(['table:name', '=:operator', 'pick:keyword', 'rule:name']);
  expect(tokens('"open text')).toEqual(['"open text:string']);
  tokens('@ $ ä \\ ? ;');
});
