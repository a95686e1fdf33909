// The text of the pack: its files, the editor, and the findings as a list with their quick fixes.
import { useEffect, useRef } from 'preact/hooks';
import { Editor } from '../editor/editor';
import type { Step } from '../engine/protocol';
import type { State } from '../model/state';
import type { Props } from './app';
import { DiskBar } from './disk';

function litLines(step: Step | null, file: string): readonly number[] {
  if (step === null) { return []; }
  return [step, ...(step.row === undefined ? [] : [step.row])].filter((place) => place.file === file).map(({ line }) => line);
}

export function TextPane({ state, actions }: Props) {
  const { file, source, opened, findings, lit } = state;
  const text = source.files[file] ?? '';
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  useEffect(() => {
    const made = new Editor(place.current!, file, text, {
      edited: (edited) => actions.edit(edited),
      fix: (finding) => actions.fix(finding),
      fixLine: (line) => actions.fixLine(line),
      format: () => void actions.format(),
    });
    editor.current = made;
    actions.goTo = (line, column) => made.go(line, column);
    return () => made.destroy();
  }, []);
  useEffect(() => editor.current?.show(file, text), [file, text, opened]);
  useEffect(() => editor.current?.mark(findings), [findings, file]);
  useEffect(() => editor.current?.light(litLines(lit, file)), [lit, file]);
  return (
    <section class="text" aria-label="Text">
      <div class="row">
        <select aria-label="File" value={file} onChange={(event) => actions.showFile(event.currentTarget.value)}>
          {Object.keys(source.files).map((path) => <option key={path} value={path}>{path}</option>)}
        </select>
        <span class="quiet origin">{state.origin}{source === opened ? '' : ', changed'}</span>
        <button type="button" onClick={() => void actions.format()}>Format</button>
        <button type="button" disabled={source === opened} onClick={() => actions.revert()}>Take back</button>
      </div>
      <DiskBar state={state} actions={actions} />
      <div class="editor" ref={place} />
      <p id="editor-help" class="hidden">Control and full stop applies the quick fix of a line. Tab leaves the text.</p>
      <Findings state={state} actions={actions} />
    </section>
  );
}

function summary({ findings, isCompiling, good }: State): string {
  if (findings.length > 0) { return findings.length === 1 ? '1 finding' : `${findings.length} findings`; }
  return isCompiling || good === null ? 'checking…' : 'no mistakes';
}

const kMostShown = 100;

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
