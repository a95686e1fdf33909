// The text editor: CodeMirror within a shadow root, where its styles are constructed style sheets, which the content security
// policy allows; in the document they would be inline styles. It shows the state's text and reports edits; it has no
// state of its own but cursor and history. test/page/page.test.ts.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, type DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Finding } from 'spoils';
import { changeOf, offsetOf } from '../model/places';
import type { Remarks } from '../model/state';
import { help, run, type Command, type Helper } from './help';
import { remarks, showRemarks } from './remarks';
import { language } from './tokens';

export interface EditorEvents {
  edited(text: string): void;
  /** Applies the first quick fix of this line, if there is one. */
  fixLine(line: number): void;
  fix(finding: Finding): void;
  format(): void;
  /** The language service; examples have none. */
  readonly helper?: Helper;
}

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--comment)' },
  { tag: tags.docComment, color: 'var(--comment)', fontStyle: 'italic' },
  { tag: tags.keyword, color: 'var(--keyword)', fontWeight: '600' },
  { tag: [tags.number, tags.integer], color: 'var(--number)' },
  { tag: tags.string, color: 'var(--string)' },
  { tag: tags.atom, color: 'var(--number)' },
  { tag: tags.definition(tags.variableName), color: 'var(--defined)', fontWeight: '600' },
  { tag: tags.function(tags.variableName), color: 'var(--defined)' },
  { tag: tags.operator, color: 'var(--quiet)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '14px', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--quiet)', border: 'none' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-activeLine': { backgroundColor: 'var(--stripe)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--stripe)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selected)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-lit': { backgroundColor: 'var(--lit)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selected)', color: 'inherit' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--rule)', maxWidth: '40em' },
  '.cm-panels': { backgroundColor: 'var(--card)', color: 'var(--ink)' },
  '.cm-hint': { color: 'var(--quiet)', fontSize: '12px', marginLeft: '1.5ch', userSelect: 'none', whiteSpace: 'nowrap' },
  '.cm-word-variable, .cm-word-parameter': { color: 'var(--defined)' },
  '.cm-word-property': { color: 'var(--string)' },
  '.cm-word-enum, .cm-word-class, .cm-word-struct, .cm-word-namespace': { color: 'var(--number)' },
  '.cm-word-function, .cm-word-type': { color: 'var(--accent)' },
  '.cm-word-keyword, .cm-word-keyword *': { color: 'var(--keyword)', fontWeight: '600' },
  '.cm-hover': { padding: '4px 10px', maxHeight: '40vh', overflow: 'auto', whiteSpace: 'pre-wrap' },
  '.cm-hover p': { margin: '4px 0' },
  '.cm-hover .cm-item': { paddingLeft: '1.2em', textIndent: '-1em' },
  '.cm-hover pre, .cm-hover code': { fontFamily: 'var(--mono)', margin: '2px 0', whiteSpace: 'pre-wrap' },
  '.cm-rename': { display: 'flex', flexWrap: 'wrap', gap: '8px', padding: '6px 10px', alignItems: 'center' },
  '.cm-rename input, .cm-rename button': { font: 'inherit', minHeight: '32px', padding: '2px 9px', color: 'inherit', backgroundColor: 'var(--paper)', border: '1px solid var(--rule)', borderRadius: '5px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '14em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'inherit', marginLeft: '1.5ch' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--stripe)', color: 'var(--ink)', border: '1px solid var(--rule)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
});

// Marks changes that come from the state of the page, which need no report to it.
const kFromState = Annotation.define<true>();

const lightUp = StateEffect.define<readonly number[]>();

const litLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    let out = lines.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(lightUp)) { continue; }
      const { doc } = transaction.state;
      const starts = [...new Set(effect.value)].filter((line) => line >= 1 && line <= doc.lines).sort((a, b) => a - b);
      out = Decoration.set(starts.map((line) => Decoration.line({ class: 'cm-lit' }).range(doc.line(line).from)));
    }
    return out;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function extensions(events: EditorEvents): Extension {
  return [
    lineNumbers(), remarks, lintGutter(), history(), drawSelection(), bracketMatching(), highlightActiveLine(),
    highlightSelectionMatches(), EditorState.tabSize.of(2), language, syntaxHighlighting(colours), theme, litLines,
    events.helper === undefined ? [] : help(events.helper),
    EditorView.contentAttributes.of({ 'aria-label': 'Text of the pack', 'aria-describedby': 'editor-help', tabindex: '0' }),
    keymap.of([
      { key: 'Mod-.', run: (view) => { events.fixLine(view.state.doc.lineAt(view.state.selection.main.head).number); return true; } },
      { key: 'Shift-Alt-f', run: () => { events.format(); return true; } },
      ...searchKeymap, ...lintKeymap, ...foldKeymap, ...historyKeymap, ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      const isUser = update.transactions.some((one) => one.docChanged && one.annotation(kFromState) === undefined);
      if (isUser) { events.edited(update.state.doc.toString()); }
    }),
  ];
}

export class Editor {
  #view: EditorView;
  #events: EditorEvents;
  #text: string;
  #file: string;
  #findings: readonly Finding[] = [];

  constructor(parent: HTMLElement, file: string, text: string, events: EditorEvents) {
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    this.#events = {
      ...events,
      edited: (edited) => {
        this.#text = edited;
        events.edited(edited);
      },
    };
    this.#text = text;
    this.#file = file;
    this.#view = new EditorView({ root, parent: root, state: EditorState.create({ doc: text, extensions: extensions(this.#events) }) });
  }

  /** Shows a text: another file with a history of its own, or a change of this one. */
  show(file: string, text: string): void {
    if (file !== this.#file) {
      this.#view.setState(EditorState.create({ doc: text, extensions: extensions(this.#events) }));
      this.#findings = [];
    } else if (text !== this.#text) {
      const { doc } = this.#view.state;
      this.#view.dispatch({ changes: changeOf(doc.toString(), text), annotations: kFromState.of(true) });
    }
    this.#file = file;
    this.#text = text;
  }

  /** Marks the findings of this file. */
  mark(findings: readonly Finding[]): void {
    if (findings === this.#findings) { return; }
    this.#findings = findings;
    const diagnostics = findings.filter(({ file }) => file === this.#file).map((finding): Diagnostic => {
      const from = offsetOf(this.#text, finding.line, finding.column);
      const to = Math.max(from, offsetOf(this.#text, finding.endLine, finding.endColumn));
      const help = finding.help === null ? '' : `\n${finding.help}`;
      return {
        from, to, severity: finding.severity === 'note' ? 'info' : finding.severity, source: finding.code,
        message: finding.message + help,
        ...(finding.edit === null ? {} : { actions: [{ name: 'Fix', apply: () => this.#events.fix(finding) }] }),
      };
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Shows what the language service says about this text; nothing if the text is another by now. */
  remark(of: Remarks): void {
    if (of.file === this.#file && of.text === this.#text) { showRemarks(this.#view, of); }
  }

  /** Does a command at the cursor. */
  run(command: Command): void {
    const { helper } = this.#events;
    if (helper !== undefined) { void run(helper, this.#view, command); }
  }

  /** Lights lines up, and shows the first of them. */
  light(lines: readonly number[]): void {
    const { doc } = this.#view.state;
    const first = lines.find((line) => line >= 1 && line <= doc.lines);
    this.#view.dispatch({
      effects: [lightUp.of(lines), ...(first === undefined ? [] : [EditorView.scrollIntoView(doc.line(first).from, { y: 'nearest', yMargin: 60 })])],
    });
  }

  /** Moves the cursor to a place and the focus to the text. */
  go(line: number, column: number): void {
    const at = offsetOf(this.#text, line, column);
    this.#view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}
