// The text of the pack: its files, the editor, and the findings as a list with their quick fixes.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Editor } from '../editor/editor';
import type { Command } from '../editor/help';
import type { Step } from '../engine/protocol';
import type { State } from '../model/state';
import type { Props } from './app';
import { DiskBar } from './disk';

function litLines(step: Step | null, file: string): readonly number[] {
  if (step === null) { return []; }
  return [step, ...(step.row === undefined ? [] : [step.row])].filter((place) => place.file === file).map(({ line }) => line);
}

export function TextPane({ state, actions }: Props) {
  const { file, source, opened, findings, lit, remarks } = state;
  const text = source.files[file] ?? '';
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  // Layout effects: they run within the change of the state. One that waited for the next frame could bring back the text
  // from before a key that was pressed meanwhile.
  useLayoutEffect(() => {
    const made = new Editor(place.current!, file, text, {
      edited: (edited) => actions.edit(edited),
      fix: (finding) => actions.fix(finding),
      fixLine: (line) => actions.fixLine(line),
      format: () => void actions.format(),
      helper: actions.helper(),
    });
    editor.current = made;
    actions.goTo = (line, column) => made.go(line, column);
    return () => made.destroy();
  }, []);
  useLayoutEffect(() => editor.current?.show(file, text), [file, text, opened]);
  useLayoutEffect(() => editor.current?.mark(findings), [findings, file]);
  useLayoutEffect(() => { if (remarks !== null) { editor.current?.remark(remarks); } }, [remarks, file]);
  useLayoutEffect(() => editor.current?.light(litLines(lit, file)), [lit, file]);
  return (
    <section class="text" aria-label="Text">
      <div class="row">
        <select aria-label="File" value={file} onChange={(event) => actions.showFile(event.currentTarget.value)}>
          {Object.keys(source.files).map((path) => <option key={path} value={path}>{path}</option>)}
        </select>
        <span class="quiet origin">{state.origin}{source === opened ? '' : ', changed'}</span>
        <AtCursor run={(command) => editor.current?.run(command)} />
        <button type="button" onClick={() => void actions.format()}>Format</button>
        <button type="button" disabled={source === opened} onClick={() => actions.revert()}>Take back</button>
      </div>
      <DiskBar state={state} actions={actions} />
      <div class="editor" ref={place} />
      <p id="editor-help" class="hidden">Control and full stop applies the quick fix of a line, control and I explains the word at the cursor, F12 goes to its
        declaration, shift and F12 lists its places, F2 renames it, control and space completes it. Tab leaves the text.</p>
      <PlacesList state={state} actions={actions} />
      <Findings state={state} actions={actions} />
    </section>
  );
}

const kMostShown = 100;

// The commands of the keys, for a mouse or a finger.
const kCommands: readonly (readonly [Command, string])[] = [
  ['hover', 'Explain it (Ctrl I)'], ['definition', 'Go to its declaration (F12)'], ['places', 'List its places (Shift F12)'], ['rename', 'Rename it (F2)'],
];

function AtCursor({ run }: { run: (command: Command) => void }) {
  return (
    <select class="at-cursor" aria-label="The word at the cursor" value="" onChange={(event) => {
      const command = event.currentTarget.value as Command;
      event.currentTarget.value = '';
      run(command);
    }}>
      <option value="">Word…</option>
      {kCommands.map(([command, title]) => <option key={command} value={command}>{title}</option>)}
    </select>
  );
}

function PlacesList({ state, actions }: Props) {
  if (state.places === null) { return null; }
  const { word, places, elsewhere } = state.places;
  const count = places.length + elsewhere;
  return (
    <div class="findings places">
      <h2 aria-live="polite">
        {word}: {count} {count === 1 ? 'place' : 'places'}{elsewhere > 0 ? `, ${elsewhere} of them in used packs` : ''}
        <button type="button" class="link" onClick={() => actions.language.closeList()}>Close</button>
      </h2>
      <ul tabIndex={0} aria-label="Places">
        {places.slice(0, kMostShown).map(({ file, line, column, text }) => (
          <li key={`${file}:${line}:${column}`} class="note">
            <button type="button" class="link" onClick={() => actions.go(file, line, column)}>{file}, line {line}</button>
            <code>{text}</code>
          </li>
        ))}
      </ul>
      {places.length > kMostShown && <p class="quiet">and {places.length - kMostShown} more</p>}
    </div>
  );
}

function summary({ findings, isCompiling, good }: State): string {
  if (findings.length > 0) { return findings.length === 1 ? '1 finding' : `${findings.length} findings`; }
  return isCompiling || good === null ? 'checking…' : 'no mistakes';
}

function Findings({ state, actions }: Props) {
  return (
    <div class="findings">
      <h2 aria-live="polite">{summary(state)}</h2>
      {state.findings.length > 0 && (
        <ul tabIndex={0} aria-label="Findings">
          {state.findings.slice(0, kMostShown).map((finding) => (
            <li key={`${finding.file}:${finding.line}:${finding.column}:${finding.code}`} class={finding.severity}>
              <button type="button" class="link" onClick={() => actions.go(finding.file, finding.line, finding.column)}>
                {finding.severity} {finding.code}, line {finding.line}
              </button>
              <span>{finding.message}{finding.help === null ? '' : `. ${finding.help}`}</span>
              {finding.edit !== null && <button type="button" onClick={() => actions.fix(finding)}>Fix</button>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
