// The language service at the cursor: completion, hover, definition, all places, rename. The editor asks and shows; what
// leaves the text, as the edits of a rename, goes to the events. test/page/editor.test.ts.
import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showPanel, showTooltip, type Panel, type Tooltip } from '@codemirror/view';
import type { Location, Method, Methods, Position, WorkspaceEdit } from '../model/language';
import { markdown } from './markdown';
import { offsetIn } from './remarks';

export interface Helper {
  /** Asks about the text as it is now; `null`: there is no answer, or a newer question replaced this one. */
  ask<M extends Method>(method: M, params: object): Promise<Methods[M] | null>;
  goTo(place: Location): void;
  /** Shows all places of a word. */
  list(word: string, places: readonly Location[]): void;
  apply(edit: WorkspaceEdit): void;
  say(text: string): void;
}

/** What a person can do at the cursor, for menus. */
export type Command = 'hover' | 'definition' | 'places' | 'rename';

function positionAt(view: EditorView, offset: number): Position {
  const line = view.state.doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

const at = (view: EditorView) => ({ position: positionAt(view, view.state.selection.main.head) });

async function complete(helper: Helper, context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[A-Za-z_]\w*/);
  if (word === null && !context.explicit && context.matchBefore(/\.$/) === null) { return null; }
  const line = context.state.doc.lineAt(context.pos);
  // Not within comments, texts and numbers.
  if (!context.explicit && /^[^"#]*(?:"[^"]*"[^"#]*)*["#]/.test(line.text.slice(0, context.pos - line.from).replace(/"[^"]*"/g, ''))) { return null; }
  const found = await helper.ask('textDocument/completion', { position: { line: line.number - 1, character: context.pos - line.from } });
  const [first] = found?.items ?? [];
  if (found === null || first === undefined || context.aborted) { return null; }
  return {
    from: offsetIn(context.state.doc, first.textEdit.range.start),
    options: found.items.map(({ label, detail, documentation }, i) => ({
      label, boost: Math.max(-99, 99 - i), // the order of the service
      ...(detail === undefined ? {} : { detail }), ...(documentation === undefined ? {} : { info: documentation }),
    })),
    ...(found.isIncomplete ? {} : { validFor: /^\w*$/ }),
  };
}

async function hoverAt(helper: Helper, view: EditorView, offset: number): Promise<Tooltip | null> {
  const found = await helper.ask('textDocument/hover', { position: positionAt(view, offset) });
  if (found === null) { return null; }
  return {
    pos: offsetIn(view.state.doc, found.range.start), end: offsetIn(view.state.doc, found.range.end), above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-hover';
      dom.setAttribute('role', 'tooltip');
      dom.append(markdown(found.contents.value));
      return { dom };
    },
  };
}

// The hover that the keyboard opened: it closes when the cursor moves or the text changes.
const setTip = StateEffect.define<Tooltip | null>();
const tip = StateField.define<Tooltip | null>({
  create: () => null,
  update(old, transaction) {
    let out = transaction.docChanged || transaction.selection !== undefined ? null : old;
    for (const effect of transaction.effects) { if (effect.is(setTip)) { out = effect.value; } }
    return out;
  },
  provide: (field) => showTooltip.from(field),
});

interface Renaming { readonly word: string; readonly position: Position }
const setRenaming = StateEffect.define<Renaming | null>();
const renaming = StateField.define<Renaming | null>({
  create: () => null,
  update(old, transaction) {
    let out = transaction.docChanged ? null : old;
    for (const effect of transaction.effects) { if (effect.is(setRenaming)) { out = effect.value; } }
    return out;
  },
});

function renamePanel(helper: Helper, view: EditorView, { word, position }: Renaming): Panel {
  const dom = document.createElement('form');
  dom.className = 'cm-rename';
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.value = word;
  input.spellcheck = false;
  input.autocomplete = 'off';
  label.append(`New name of ${word} `, input);
  const button = document.createElement('button');
  button.textContent = 'Rename';
  dom.append(label, button);
  const close = () => {
    view.dispatch({ effects: setRenaming.of(null) });
    view.focus();
  };
  dom.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') { close(); }
  });
  dom.addEventListener('submit', (event) => {
    event.preventDefault();
    const newName = input.value.trim();
    close();
    if (newName === word) { return; }
    void helper.ask('textDocument/rename', { position, newName }).then((edit) => { if (edit !== null) { helper.apply(edit); } });
  });
  return { dom, mount: () => input.select() };
}

/** Does a command at the cursor. */
export async function run(helper: Helper, view: EditorView, command: Command): Promise<void> {
  const here = at(view);
  const { head } = view.state.selection.main;
  const word = view.state.wordAt(head);
  const name = word === null ? '' : view.state.sliceDoc(word.from, word.to);
  switch (command) {
    case 'hover': {
      const found = await hoverAt(helper, view, head);
      if (found === null) { helper.say('There is nothing to say about this place.'); }
      view.dispatch({ effects: setTip.of(found) });
      return;
    }
    case 'definition': {
      const [first, ...others] = await helper.ask('textDocument/definition', here) ?? [];
      if (first === undefined) { return helper.say(name === '' ? 'There is no word at the cursor.' : `${name} has no declaration.`); }
      if (others.length > 0) { helper.list(name, [first, ...others]); }
      helper.goTo(first);
      return;
    }
    case 'places': {
      const found = await helper.ask('textDocument/references', { ...here, context: { includeDeclaration: true } }) ?? [];
      if (found.length === 0) { return helper.say('The word at the cursor has no places.'); }
      helper.list(name, found);
      return;
    }
    case 'rename': {
      const found = await helper.ask('textDocument/prepareRename', here);
      if (found === null) { return helper.say('There is no name at the cursor that can be changed.'); }
      view.dispatch({ effects: setRenaming.of({ word: found.placeholder, position: here.position }) });
    }
  }
}

export function help(helper: Helper): Extension {
  const bound = (key: string, command: Command) => ({ key, preventDefault: true, run: (view: EditorView) => { void run(helper, view, command); return true; } });
  return [
    autocompletion({ icons: false, override: [(context) => complete(helper, context)] }),
    hoverTooltip((view, offset) => hoverAt(helper, view, offset)),
    tip, renaming,
    showPanel.from(renaming, (of) => of === null ? null : (view) => renamePanel(helper, view, of)),
    keymap.of([
      ...completionKeymap, bound('F12', 'definition'), bound('Shift-F12', 'places'), bound('F2', 'rename'), bound('Mod-i', 'hover'),
      { key: 'Escape', run: (view) => { const isOpen = view.state.field(tip) !== null; if (isOpen) { view.dispatch({ effects: setTip.of(null) }); } return isOpen; } },
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const offset = event.ctrlKey || event.metaKey ? view.posAtCoords(event) : null;
        if (offset === null) { return false; }
        event.preventDefault();
        view.dispatch({ selection: { anchor: offset } });
        void run(helper, view, 'definition');
        return true;
      },
    }),
  ];
}
