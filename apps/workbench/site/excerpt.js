// Examples of the documents are excerpts: declarations that change a pack shown further up, or that need a `pack` line. The
// same rules as those of tools/check_docs.py, which runs them. test/unit/site.test.ts.

const kPackLine = 'pack example "Example" 1.0\n';
const kHead = /^(?:override\s+|world\s+)*(\w+)\s+(\w+)/;

// The declarations of a pack, each with the comments before it.
function declarations(text) {
  const chunks = [];
  let before = [];
  for (const line of text.split('\n')) {
    if (/^[A-Za-z]/.test(line)) {
      const head = kHead.exec(line);
      chunks.push({ head: head === null ? line : `${head[1]} ${head[2]}`, lines: [...before, line] });
      before = [];
    } else if (line === '' || line.startsWith('#')) {
      before.push(line);
    } else if (chunks.length > 0) {
      chunks.at(-1).lines.push(...before, line);
      before = [];
    }
  }
  return chunks.map(({ head, lines }) => ({ head, text: lines.join('\n').replace(/^\n+|\n+$/g, '') }));
}

/** A pack in which the declarations of `changes` replace those of the same name, or follow at the end. */
export function edited(text, changes) {
  const chunks = declarations(text);
  for (const change of declarations(changes)) {
    const same = chunks.findIndex(({ head }) => head === change.head);
    if (same >= 0) { chunks[same] = change; } else { chunks.push(change); }
  }
  return `${chunks.map((chunk) => chunk.text).join('\n\n')}\n`;
}

/** The whole pack of an example: `base` is the pack that it changes, if there is one. */
export function wholePack(text, isFragment, base) {
  if (base !== null) { return edited(base, text); }
  return isFragment ? kPackLine + text : text;
}
