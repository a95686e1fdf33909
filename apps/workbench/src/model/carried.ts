// Whether the rolls of a world depend on the rolls before them: then the odds of several rolls are no powers of those of one,
// and `spoils odds --rolls` alone computes them. Declarations have the states of a pack, but not what a world settles, so its
// text is searched: a comment that says `world def` counts as one, and the curve is then missing, never wrong.
// test/unit/carried.test.ts.

const kSettles = /\bworld\s+(?:def|rule)\b/;
const kUses = /\buse\s+(\w+)/g;

/** Returns why rolls depend on each other; `null`: they do not. */
export function carriedBy(states: readonly string[], texts: readonly string[]): string | null {
  if (states.length > 0) { return `the pack keeps ${states.join(', ')} from roll to roll`; }
  return texts.some((text) => kSettles.test(text)) ? 'the pack settles things once in a world' : null;
}

/** The files of a pack, and those of the shipped packs that they use. */
export function textsOf(files: Readonly<Record<string, string>>, shipped: Readonly<Record<string, string>>): readonly string[] {
  const out = Object.values(files);
  const used = new Set<string>();
  for (const text of out) { // which grows
    for (const [, name] of text.matchAll(kUses)) {
      if (used.has(name!)) { continue; }
      used.add(name!);
      out.push(...Object.entries(shipped).filter(([path]) => path.split('/').some((part) => part === name || part === `${name}.loot`)).map(([, found]) => found));
    }
  }
  return out;
}
