// The answers of the language service in the text: the shares of rows at their ends, the colours of words by their meaning,
// folds. Each is of one text; while one types they move along with it, and new ones come after the pause.
import { foldGutter, foldService } from '@codemirror/language';
import { StateEffect, StateField, type Extension, type Text } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import { kTokenTypes, type Position } from '../model/language';
import type { Remarks } from '../model/state';

/** The offset of a position; that of the text's nearest place if it is beyond. */
export function offsetIn(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) { return doc.length; }
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

class Hint extends WidgetType {
  constructor(readonly text: string, readonly tooltip: string) {
    super();
  }

  override eq(other: Hint): boolean {
    return other.text === this.text && other.tooltip === this.tooltip;
  }

  override toDOM(): HTMLElement {
    const out = document.createElement('span');
    out.className = 'cm-hint';
    out.textContent = this.text;
    // The service knows the rows of a table, and not the conditions of those that pick from it.
    out.title = `${this.tooltip}; a pick with \`where\` has other odds`;
    return out;
  }
}

const setRemarks = StateEffect.define<Remarks>();

function hintsOf(doc: Text, { hints }: Remarks): DecorationSet {
  return Decoration.set(hints.map(({ position, label, tooltip }) =>
    Decoration.widget({ widget: new Hint(label, tooltip), side: 1 }).range(offsetIn(doc, position))), true);
}

// Five numbers each: lines and units since the token before, length, type, modifiers.
function wordsOf(doc: Text, { tokens }: Remarks): DecorationSet {
  const out = [];
  let line = 0;
  let character = 0;
  for (let i = 0; i + 4 < tokens.length; i += 5) {
    const [lines, units, length, type] = tokens.slice(i, i + 4) as [number, number, number, number];
    character = lines === 0 ? character + units : units;
    line += lines;
    const from = offsetIn(doc, { line, character });
    const to = Math.min(from + length, doc.length);
    // Comments, numbers and texts have their colours from the tokenizer.
    if (to > from && type !== 1 && type !== 2 && type !== 3) { out.push(Decoration.mark({ class: `cm-word-${kTokenTypes[type]}` }).range(from, to)); }
  }
  return Decoration.set(out);
}

function decorations(make: (doc: Text, remarks: Remarks) => DecorationSet): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(old, transaction) {
      let out = old.map(transaction.changes);
      for (const effect of transaction.effects) { if (effect.is(setRemarks)) { out = make(transaction.state.doc, effect.value); } }
      return out;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

// From the end of a block's first line to the end of its last hidden one.
const folds = StateField.define<readonly { readonly from: number; readonly to: number }[]>({
  create: () => [],
  update(old, { changes, docChanged, effects, state }) {
    let out = docChanged ? old.map(({ from, to }) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) })) : old;
    for (const effect of effects) {
      if (!effect.is(setRemarks)) { continue; }
      const end = (line: number) => state.doc.line(Math.min(line + 1, state.doc.lines)).to;
      out = effect.value.folds.map(({ startLine, endLine }) => ({ from: end(startLine), to: end(endLine) }));
    }
    return out;
  },
});

const folding = foldService.of((state, start, end) => {
  const found = state.field(folds).find(({ from, to }) => from >= start && from <= end && to > from);
  return found === undefined ? null : { from: found.from, to: found.to };
});

const gutter = foldGutter({ foldingChanged: ({ startState, state }) => startState.field(folds) !== state.field(folds) });

export const remarks: Extension = [decorations(hintsOf), decorations(wordsOf), folds, folding, gutter];

/** Shows the remarks of the text that the editor has. */
export function showRemarks(view: EditorView, of: Remarks): void {
  view.dispatch({ effects: setRemarks.of(of) });
}
