// The examples of the documents, in place: each `loot` block can be rolled, changed, asked for its odds, and opened in the
// workbench. The page works without this script; it only adds to the blocks that site/build.js has marked. test/page/site.test.ts.
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { wholePack } from '../../site/excerpt.js';
import type { Editor } from '../editor/editor';
import { call } from '../engine/engine';
import type { OddsResult, PackInfo, Rolled, Source } from '../engine/protocol';
import { toFragment } from '../model/link';
import { interval } from '../model/numbers';
import { ruleOf, settingsFor } from '../model/settings';
import { kNothingAsked } from '../model/state';

interface Example {
  readonly name: string;
  readonly isFragment: boolean;
  /** The pack that the example changes. */
  readonly base: string | null;
  /** Packs that are further up on the page. */
  readonly others: Readonly<Record<string, string>>;
}

// The folder of the workbench. A variable: the build would look for a literal address.
const kHere = import.meta.url;
const kRolls = 5;
const kMostRows = 12;
const kBudget = 2000;

type Result =
  | { readonly kind: 'rolls'; readonly rolls: readonly Rolled[]; readonly seed: string }
  | { readonly kind: 'odds'; readonly odds: OddsResult }
  | { readonly kind: 'wrong'; readonly text: string };

function Runner({ example, place }: { example: Example; place: HTMLElement }) {
  const pre = place.querySelector('pre')!;
  const [text, setText] = useState(pre.textContent ?? '');
  const [editor, setEditor] = useState<Editor | null>(null);
  const [pack, setPack] = useState<PackInfo | null>(null);
  const [rule, setRule] = useState('');
  const [result, setResult] = useState<Result | null>(null);
  const [seed, setSeed] = useState(1);
  const room = useRef<HTMLDivElement>(null);
  const source: Source = { name: example.name, files: { ...example.others, [example.name]: wholePack(text, example.isFragment, example.base) } };
  useEffect(() => () => editor?.destroy(), [editor]);

  const change = async () => {
    const { Editor: Made } = await import('../editor/editor');
    pre.hidden = true;
    setEditor(new Made(room.current!, example.name, text, { edited: setText, fix: () => undefined, fixLine: () => undefined, format: () => undefined }));
  };
  const ask = async (work: (known: PackInfo) => Promise<Result>) => {
    try {
      const { pack: known, findings } = await call('look', { source });
      setPack(known);
      if (known === null) {
        setResult({ kind: 'wrong', text: findings.map(({ code, line, message, help }) => `${code}, line ${line}: ${message}${help === null ? '' : `. ${help}`}`).join('\n') });
        return;
      }
      setResult(await work(known));
    } catch (error) {
      const { message, help = '' } = error as { message: string; help?: string };
      setResult({ kind: 'wrong', text: help === '' ? message : `${message} (${help})` });
    }
  };
  const roll = () => ask(async (known) => {
    setSeed(seed + 1);
    const name = ruleOf(known, rule);
    const { rolls } = await call('roll', { source, rule: name, inputs: settingsFor(known, name, {}), seed: String(seed), first: 0, count: kRolls });
    return { kind: 'rolls', rolls, seed: String(seed) };
  });
  const odds = () => ask(async (known) => {
    const name = ruleOf(known, rule);
    const reply = await call('odds', { source, question: { rule: name, inputs: settingsFor(known, name, {}) }, milliseconds: kBudget });
    return { kind: 'odds', odds: reply.odds };
  });
  const open = () => ask(async (known) => {
    const fragment = await toFragment({ shipped: null, source, tab: 'things', rule: ruleOf(known, rule), inputs: {}, seed: '1', index: 0, asked: kNothingAsked, edits: [] });
    if (fragment === null) { return { kind: 'wrong', text: 'this example is too long for a link' }; }
    location.href = `${new URL('index.html', kHere).href}#${fragment}`;
    return { kind: 'rolls', rolls: [], seed: '1' };
  });
  return (
    <>
      <div class="editor" ref={room} hidden={editor === null} />
      <div class="row">
        <button type="button" onClick={() => void roll()}>Roll</button>
        <button type="button" onClick={() => void odds()}>Odds</button>
        {editor === null && <button type="button" onClick={() => void change()}>Change</button>}
        {pack !== null && pack.rules.length > 1 && (
          <label>rule <select value={ruleOf(pack, rule)} onChange={(event) => setRule(event.currentTarget.value)}>{pack.rules.map(({ name }) => <option key={name}>{name}</option>)}</select></label>
        )}
        <button type="button" onClick={() => void open()}>In the workbench</button>
      </div>
      <div class="result" aria-live="polite">{result !== null && <Shown result={result} />}</div>
    </>
  );
}

function Shown({ result }: { result: Result }) {
  if (result.kind === 'wrong') { return <p class="bad">{result.text}</p>; }
  if (result.kind === 'rolls') {
    return (
      <ol class="rolled" aria-label={`Rolls of seed ${result.seed}`}>
        {result.rolls.map(({ index, things }) => (
          <li key={index}>{things.length === 0 ? 'nothing' : things.slice(0, 20).map(({ name, fields }, i) => (
            <span key={i}>{i > 0 ? '; ' : ''}{name} <small>{fields.filter(([, value]) => value !== name).map(([field, value]) => `${field}=${value}`).join(' ')}</small></span>
          ))}</li>
        ))}
      </ol>
    );
  }
  const { odds } = result;
  const [answer] = odds.answers;
  const rows = answer?.rows ?? [];
  return (
    <table>
      <thead><tr>{odds.columns.map((column) => <th key={column} scope="col">{column}</th>)}<th scope="col" class="number">{odds.exact ? 'odds' : 'between'}</th><th scope="col">bar</th></tr></thead>
      <tbody>
        {rows.slice(0, kMostRows).map(({ values, low, high }) => (
          <tr key={values.join()}>{values.map((value, i) => <td key={i}>{value}</td>)}<td class="number">{interval(low, high)}</td><td><meter min={0} max={1} value={low} aria-hidden="true" /></td></tr>
        ))}
        {rows.length > kMostRows && <tr><td colSpan={odds.columns.length + 2}>and {rows.length - kMostRows} more</td></tr>}
      </tbody>
    </table>
  );
}

for (const place of document.querySelectorAll<HTMLElement>('figure.example')) {
  const example = JSON.parse(place.dataset['example'] ?? '{}') as Example;
  const room = document.createElement('div');
  place.append(room);
  render(<Runner example={example} place={place} />, room);
}
