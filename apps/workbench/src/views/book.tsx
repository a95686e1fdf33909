// Book: the spoiler as `spoils book` writes it. The engine's HTML is read as XML into elements one by one, and only those tags
// and attributes that books have are kept: the texts of a pack never become markup. It is in a shadow root with the book's
// own style sheet, constructed, which the policy of the page allows. test/page/long.test.ts.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PackProps } from './inputs';
import { Answer, Box, Command, packWord } from './parts';

const kSvg = 'http://www.w3.org/2000/svg';
const kTags = new Set(['a', 'body', 'br', 'caption', 'code', 'details', 'div', 'em', 'figcaption', 'figure', 'h1', 'h2', 'h3', 'h4', 'hr', 'li', 'main', 'nav', 'ol', 'p', 'pre',
  'section', 'small', 'span', 'strong', 'summary', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul']);
const kDrawn = new Set(['svg', 'g', 'line', 'path', 'polyline', 'rect', 'text', 'title', 'circle', 'polygon']);
const kAttributes = new Set(['class', 'id', 'open', 'scope', 'colspan', 'rowspan', 'lang', 'dir', 'role', 'aria-label', 'aria-hidden', 'viewBox', 'width', 'height', 'x', 'y', 'x1', 'y1', 'x2',
  'y2', 'cx', 'cy', 'r', 'd', 'points', 'text-anchor', 'preserveAspectRatio', 'transform', 'stroke-width', 'tabindex']);
// Colours of charts; other values, as addresses, are dropped.
const kColours = new Set(['fill', 'stroke']);

// Within the page a book is no document of its own, and a cell that heads a column of charts without words is a plain one.
function nameHere(element: Element): string {
  const { localName: name } = element;
  if (name === 'body' || name === 'main') { return 'div'; }
  return name === 'th' && element.textContent === '' ? 'td' : name;
}

/** Copies what a book may have into `to`. */
export function copyBook(from: Element, to: Node): void {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      to.appendChild(document.createTextNode(child.nodeValue ?? ''));
      continue;
    }
    if (!(child instanceof Element)) { continue; }
    const name = child.localName;
    const isDrawn = kDrawn.has(name);
    if (!isDrawn && !kTags.has(name)) { continue; }
    const made = isDrawn ? document.createElementNS(kSvg, name) : document.createElement(nameHere(child));
    for (const { name: attribute, value } of child.attributes) {
      if (kColours.has(attribute) && /^(none|currentColor|var\(--\w+\))$/.test(value)) { made.setAttribute(attribute, value); }
      if (kAttributes.has(attribute) || (attribute === 'href' && name === 'a' && /^#[\w-]*$/.test(value))) { made.setAttribute(attribute, value); }
    }
    copyBook(child, made);
    to.appendChild(made);
  }
}

function show(root: ShadowRoot, html: string): void {
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
  const read = new DOMParser().parseFromString(html.replace(/^<!DOCTYPE[^>]*>/i, '').replace(/<style>[\s\S]*?<\/style>/, ''), 'application/xml');
  const body = read.querySelector('body');
  if (body === null) { return; }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style.replaceAll(':root', ':host').replaceAll(/\bbody\b/g, '.book'));
  root.adoptedStyleSheets = [sheet];
  const book = document.createElement('div');
  book.className = 'book';
  copyBook(body, book);
  root.replaceChildren(book);
}

export function BookTab({ state, actions, pack }: PackProps) {
  const [depths, setDepths] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const html = state.book.value;
  useEffect(() => {
    if (place.current === null || html === null) { return undefined; }
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    show(root, html);
    const follow = (event: Event) => {
      const link = (event.target as Element | null)?.closest('a');
      if (link === null || link === undefined) { return; }
      event.preventDefault();
      root.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.scrollIntoView();
    };
    root.addEventListener('click', follow);
    return () => root.removeEventListener('click', follow);
  }, [html]);
  const swept = pack.inputs.find(({ kind, first, last }) => kind === 'integer' && first !== null && last !== null);
  const at = depths.split(/[\s,]+/).filter((word) => word !== '').map(Number).filter(Number.isSafeInteger);
  const name = packWord(state.shipped, state.source.name);
  return (
    <>
      <div class="row">
        {swept !== undefined && <Box label={`At ${swept.name}`} value={depths} hint="1, 10, 20" set={setDepths} />}
        <button type="button" class="main" onClick={() => void actions.writeBook(at)}>Write the book</button>
        <button type="button" disabled={!state.book.isBusy} onClick={() => actions.stopBook()}>Stop</button>
        <button type="button" disabled={html === null} onClick={() => actions.saveBook(html!)}>Save as HTML</button>
      </div>
      <p class="quiet">Every table and rule with its odds. Questions that need more than some seconds are left out here, and the book says so; the command has no such limit.</p>
      {(html !== null || state.book.error !== null || state.book.isBusy) && (
        <Answer of={state.book}>{() => <div class="book-place" ref={place} />}</Answer>
      )}
      <Command actions={actions} text={`spoils book ${name}${at.length > 0 ? ` --at ${at.join(',')}` : ''} -o book.html`} />
    </>
  );
}
