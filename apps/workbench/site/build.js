// Writes the static site: the workbench (dist/), the documents as pages whose `loot` examples can be rolled and changed, and the
// books of the shipped packs.  node site/build.js FOLDER [--books PACK,...] [--spoils PROGRAM]
//
// Texts are escaped by markdown-it without HTML; the policy of each page allows no inline script or style (books: the style sheet
// of that book, by its hash). Links between pages are those of the documents; what is no page is text without a link.
// test/unit/site.test.ts follows all links.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import MarkdownIt from 'markdown-it';
import { wholePack } from './excerpt.js';

const here = fileURLToPath(new URL('..', import.meta.url));
const project = join(here, '../..');
const run = promisify(execFile);
const kPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

export const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The anchor that a heading has, as in tools/check_docs.py. */
export const slug = (heading) => heading.trim().toLowerCase().replaceAll('`', '').replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');

// The pages of the site by the paths of their documents.
async function documents() {
  const out = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md'];
  for (const folder of ['docs', 'docs/decisions']) {
    for (const name of (await readdir(join(project, folder))).sort()) { if (name.endsWith('.md')) { out.push(`${folder}/${name}`); } }
  }
  return out;
}

const pageOf = (path) => path.replace(/\.md$/, '.html');

// An example with all that the browser needs to run it.
function exampleHtml(token, page) {
  const [, ...words] = token.info.trim().split(/\s+/);
  const name = words.find((word) => word.endsWith('.loot')) ?? 'example.loot';
  const isFragment = words.includes('fragment');
  const base = words.includes('edit') ? page.packs[name] ?? null : null;
  const whole = wholePack(token.content, isFragment, base);
  const others = { ...page.packs };
  delete others[name];
  if (!words.includes('wrong')) { page.packs[name] = whole; }
  const data = { name, isFragment, base, others };
  return `<figure class="example" data-example="${escaped(JSON.stringify(data))}"><pre tabindex="0"><code>${escaped(token.content)}</code></pre></figure>\n`;
}

function markdown(known) {
  const md = new MarkdownIt({ html: false, linkify: false, typographer: false });
  md.renderer.rules.fence = (tokens, at, _, page) => {
    const token = tokens[at];
    if (/^loot\b/.test(token.info)) { return exampleHtml(token, page); }
    return `<pre tabindex="0"><code>${escaped(token.content)}</code></pre>\n`;
  };
  md.renderer.rules.heading_open = (tokens, at) => `<${tokens[at].tag} id="${escaped(slug(tokens[at + 1].content))}">`;
  md.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  // Alignment is an inline style in markdown-it.
  for (const cell of ['th_open', 'td_open']) {
    md.renderer.rules[cell] = (tokens, at) => `<${tokens[at].tag}${/right/.test(tokens[at].attrGet('style') ?? '') ? ' class="number"' : ''}>`;
  }
  const isPage = [];
  md.renderer.rules.link_open = (tokens, at, _, page) => {
    const href = tokens[at].attrGet('href') ?? '';
    const [path, anchor = ''] = href.split('#');
    const target = path === '' ? page.path : posix.join(posix.dirname(page.path), path);
    const isOut = /^https?:/.test(href);
    isPage.push(isOut || known.has(target));
    if (isOut) { return `<a href="${escaped(href)}" rel="noreferrer">`; }
    if (!known.has(target)) { return '<span class="file">'; }
    const to = path === '' ? '' : posix.relative(posix.dirname(page.path), pageOf(target));
    return `<a href="${escaped(to + (anchor === '' ? '' : `#${anchor}`))}">`;
  };
  md.renderer.rules.link_close = () => isPage.pop() ? '</a>' : '</span>';
  md.renderer.rules.image = (tokens, at, _, page) => {
    const source = tokens[at].attrGet('src') ?? '';
    page.images.add(posix.join(posix.dirname(page.path), source));
    return `<img src="${escaped(source)}" alt="${escaped(tokens[at].content)}">`;
  };
  return md;
}

function pageHtml(title, path, body, hasExamples) {
  const root = '../'.repeat(path.split('/').length - 1);
  const script = hasExamples ? `<script type="module" src="${root}workbench/examples.js"></script>\n` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${kPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<link rel="icon" href="${root}workbench/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}site.css">
${script}</head>
<body>
<header><a class="home" href="${root}index.html">Spoils</a>
<nav aria-label="Site"><a href="${root}workbench/index.html">Workbench</a> <a href="${root}docs/tutorial.html">Tutorial</a> <a href="${root}docs/language.html">Language</a> <a href="${root}index.html#documents">Documents</a> <a href="${root}index.html#books">Books</a></nav></header>
<main>
${body}</main>
</body>
</html>
`;
}

/** The title of a document: its first heading. */
const titleOf = (text) => (/^# (.*)$/m.exec(text)?.[1] ?? 'Spoils').replaceAll('`', '');

// A book is one file with a style sheet of its own, which its policy names by its hash.
function guarded(book) {
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(book) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  return book.replace('<head>', `<head>\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"/>`);
}

async function packNames() {
  const out = [];
  for (const entry of (await readdir(join(project, 'packs'), { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory() || entry.name === 'lib') { continue; }
    const text = await readFile(join(project, 'packs', entry.name, `${entry.name}.loot`), 'utf8');
    out.push({ name: entry.name, title: /^pack\s+\w+\s+"([^"]*)"/m.exec(text)?.[1] ?? entry.name });
  }
  return out;
}

/** Writes the site into a folder. */
export async function buildSite(folder, { spoils, books }) {
  await mkdir(folder, { recursive: true });
  // Only the site's own folders: a web server may have others beside them.
  for (const own of ['workbench', 'docs', 'books']) { await rm(join(folder, own), { recursive: true, force: true }); }
  await cp(join(here, 'dist'), join(folder, 'workbench'), { recursive: true });
  await cp(join(here, 'site/site.css'), join(folder, 'site.css'));
  const put = async (path, text) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  const paths = await documents();
  const md = markdown(new Set(paths));
  const titles = [];
  const images = new Set();
  for (const path of paths) {
    const text = await readFile(join(project, path), 'utf8');
    const title = titleOf(text);
    titles.push({ path, title });
    await put(pageOf(path), pageHtml(title, path, md.render(text, { path, packs: {}, images }), /^```loot/m.test(text)));
  }
  for (const image of images) { await cp(join(project, image), join(folder, image)); }
  const packs = (await packNames()).filter(({ name }) => books === null || books.includes(name));
  for (const { name } of packs) {
    const { stdout } = await run(spoils, ['book', join(project, 'packs', name), '--format', 'html'], { maxBuffer: 1 << 28 });
    await put(`books/${name}.html`, guarded(stdout));
  }
  await put('index.html', pageHtml('Spoils: a language and an engine for loot', 'index.html', frontPage(titles, packs), false));
}

function frontPage(titles, packs) {
  const item = (href, text) => `<li><a href="${escaped(href)}">${escaped(text)}</a></li>\n`;
  const isShown = ({ path }) => path.startsWith('docs/') && !path.startsWith('docs/decisions/');
  return `<h1>Spoils</h1>
<p>A language and an engine for loot: a pack is a text of a few readable lines; from it come the things, the same ones for the same seed on every machine, and their exact odds.</p>
<p class="doors"><a href="workbench/index.html"><b>Workbench</b> write a pack, see its things and its odds while you type</a>
<a href="docs/tutorial.html"><b>Tutorial</b> your first pack, in ten steps that run on the page</a>
<a href="docs/language.html"><b>Language</b> everything a pack can say</a></p>
<h2 id="books">Books of the shipped packs</h2>
<p>Every table and rule with its exact odds.</p>
<ul>
${packs.map(({ name, title }) => item(`books/${name}.html`, title)).join('')}</ul>
<h2 id="documents">Documents</h2>
<ul>
${titles.filter(isShown).map(({ path, title }) => item(pageOf(path), title)).join('')}${item('README.html', 'Read me: installation and the program')}${item('CHANGELOG.html', 'Changelog')}${item('docs/decisions/README.html', 'Decisions')}</ul>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...rest] = process.argv.slice(2);
  const option = (name) => rest.includes(name) ? rest[rest.indexOf(name) + 1] : null;
  if (folder === undefined) {
    console.error('usage: node site/build.js FOLDER [--books PACK,...] [--spoils PROGRAM]');
    process.exit(2);
  }
  await buildSite(folder, { spoils: option('--spoils') ?? join(project, 'build/release/spoils'), books: option('--books')?.split(',') ?? null });
  console.log(`The site is in ${relative(process.cwd(), folder) || folder}.`);
}
