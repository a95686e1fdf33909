// Excerpts of the documents become whole packs by the rules of tools/check_docs.py; markup stays text.
import { expect, test } from 'vitest';
import { edited, wholePack } from '../../site/excerpt.js';
import { escaped, slug } from '../../site/build.js';

test('declarations replace those of the same name, with their comments, or follow', () => {
  const base = 'pack a "A" 1.0\n\n# the first\nrule find { kind = pick t }\n\ntable t {\n  1 x\n}\n';
  expect(edited(base, '# another\nrule find {\n  kind = pick {y}\n}\n\nrule more { kind = pick {z} }\n'))
    .toBe('pack a "A" 1.0\n\n# another\nrule find {\n  kind = pick {y}\n}\n\ntable t {\n  1 x\n}\n\nrule more { kind = pick {z} }\n');
  expect(edited(base, 'table t { 2 y }\n')).toContain('table t { 2 y }\n');
  expect(edited(base, 'override rule find { }\n')).not.toContain('the first');
});

test('fragments get a pack line; other texts stay as they are', () => {
  expect(wholePack('rule a { }\n', true, null)).toBe('pack example "Example" 1.0\nrule a { }\n');
  expect(wholePack('pack a "A"\n', false, null)).toBe('pack a "A"\n');
});

test('anchors and escapes', () => {
  expect([slug('Row `a_b`, and more!'), slug('8. The text of a thing')]).toEqual(['row-a_b-and-more', '8-the-text-of-a-thing']);
  expect(escaped('<a href="x">&')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;');
});
