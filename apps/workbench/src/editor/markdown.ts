// The Markdown of hovers as elements: paragraphs, lists, fenced code, code, strong, escapes, which are all that the service
// writes. Texts of the pack in it never become markup of the page. test/unit/markdown.test.ts.

/** A piece of a line. */
export interface Piece { readonly kind: 'text' | 'code' | 'strong'; readonly text: string }
/** A part of a hover. */
export type Block =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'paragraph' | 'item'; readonly pieces: readonly Piece[] };

const unescaped = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');

export function piecesOf(line: string): readonly Piece[] {
  const out: Piece[] = [];
  let text = '';
  const end = () => {
    if (text !== '') { out.push({ kind: 'text', text: unescaped(text) }); }
    text = '';
  };
  for (let i = 0; i < line.length;) {
    const rest = line.slice(i);
    const escape = /^\\[^]/.exec(rest);
    const code = /^`([^`]*)`/.exec(rest);
    const strong = /^\*\*((?:\\[^]|[^*\\])+)\*\*/.exec(rest);
    const found = escape ?? code ?? strong;
    if (found === null || found === escape) {
      text += escape === null ? rest[0] : escape[0];
    } else {
      end();
      out.push(found === code ? { kind: 'code', text: found[1]! } : { kind: 'strong', text: unescaped(found[1]!) });
    }
    i += found === null ? 1 : found[0].length;
  }
  end();
  return out;
}

export function blocksOf(source: string): readonly Block[] {
  const out: Block[] = [];
  const lines = source.split('\n');
  let paragraph: string[] = [];
  const end = () => {
    if (paragraph.length > 0) { out.push({ kind: 'paragraph', pieces: piecesOf(paragraph.join('\n')) }); }
    paragraph = [];
  };
  for (let i = 0; i < lines.length; ++i) {
    const line = lines[i]!;
    const fence = /^(`{3,})\w*$/.exec(line);
    if (fence !== null) {
      end();
      const last = lines.indexOf(fence[1]!, i + 1);
      const to = last < 0 ? lines.length : last;
      out.push({ kind: 'code', text: lines.slice(i + 1, to).join('\n') });
      i = to;
    } else if (line.startsWith('- ')) {
      end();
      out.push({ kind: 'item', pieces: piecesOf(line.slice(2)) });
    } else if (line === '') {
      end();
    } else {
      paragraph.push(line);
    }
  }
  end();
  return out;
}

const kTags = { code: 'code', strong: 'strong', text: 'span' } as const;

/** The elements of a hover. */
export function markdown(source: string): DocumentFragment {
  const out = document.createDocumentFragment();
  for (const block of blocksOf(source)) {
    const made = document.createElement(block.kind === 'code' ? 'pre' : 'p');
    if (block.kind === 'code') {
      made.textContent = block.text;
    } else {
      if (block.kind === 'item') { made.className = 'cm-item'; }
      for (const { kind, text } of block.pieces) {
        const piece = document.createElement(kTags[kind]);
        piece.textContent = text;
        made.append(piece);
      }
    }
    out.append(made);
  }
  return out;
}
