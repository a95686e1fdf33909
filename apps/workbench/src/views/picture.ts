// A chart as a picture of its own: SVG with the colours of the page as attributes and its words as texts, and the same as PNG.
import { download } from '../actions/files';

export interface Words {
  readonly title: string;
  /** The names of the curves, in their order. */
  readonly names: readonly string[];
  /** At the left, the top and the right. */
  readonly ends: readonly [string, string, string];
}

const kSvg = 'http://www.w3.org/2000/svg';
const [kMargin, kLine, kColumns] = [16, 20, 2];
// Pixels of a PNG for each unit of the chart.
const kScale = 2;

/** The chart with its words: the title above it, the ends of its axis and the names of its curves below. */
export function svgText(chart: SVGSVGElement, { title, names, ends }: Words): string {
  const { x, y, width, height } = chart.viewBox.baseVal;
  const { color, fontFamily } = getComputedStyle(document.body);
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const from = chart.querySelectorAll('path');
  copy.querySelectorAll('path').forEach((path, i) => {
    const { stroke, strokeWidth, fill, fillOpacity } = getComputedStyle(from[i]!);
    for (const [name, value] of Object.entries({ stroke, 'stroke-width': strokeWidth, fill, 'fill-opacity': fillOpacity })) { path.setAttribute(name, value); }
  });
  for (const text of copy.querySelectorAll('text')) {
    for (const [name, value] of Object.entries({ fill: color, 'font-family': fontFamily, 'font-size': '13' })) { text.setAttribute(name, value); }
  }
  const lines = 2 + Math.ceil(names.length / kColumns);
  const box = { x: x - kMargin, y: y - kMargin - kLine, width: width + 2 * kMargin, height: height + 2 * kMargin + (lines + 1) * kLine };
  const add = (name: string, attributes: Readonly<Record<string, string | number>>, text?: string, before: Node | null = null) => {
    const made = document.createElementNS(kSvg, name);
    for (const [attribute, value] of Object.entries(attributes)) { made.setAttribute(attribute, String(value)); }
    if (text !== undefined) { made.textContent = text; }
    copy.insertBefore(made, before);
  };
  const say = (text: string, left: number, line: number, anchor = 'start') =>
    add('text', { x: left, y: line, fill: color, 'font-family': fontFamily, 'font-size': 13, 'text-anchor': anchor }, text);
  add('rect', { x: box.x, y: box.y, width: box.width, height: box.height, fill: paper }, undefined, copy.firstChild);
  say(title, x, y - kMargin / 2);
  const below = y + height + kLine;
  say(ends[0], x, below);
  say(ends[1], x + width / 2, below, 'middle');
  say(ends[2], x + width, below, 'end');
  const curves = chart.querySelectorAll<SVGElement>('.curve');
  names.forEach((name, i) => {
    const left = x + (i % kColumns) * (width / kColumns);
    const line = below + kLine * (1 + Math.floor(i / kColumns));
    const drawn = curves[i]?.querySelector('path');
    add('path', {
      d: `M${left} ${line - 4}h30`, stroke: curves[i] === undefined ? color : getComputedStyle(curves[i]).color, 'stroke-width': drawn?.getAttribute('data-area') === null ? 2.2 : 10,
      'stroke-dasharray': drawn?.getAttribute('stroke-dasharray') ?? '',
    });
    say(name, left + 38, line);
  });
  copy.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  copy.setAttribute('xmlns', kSvg);
  return new XMLSerializer().serializeToString(copy);
}

/** Draws an SVG of its own as PNG. Rejects if the browser cannot. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * kScale;
  canvas.height = image.height * kScale;
  const context = canvas.getContext('2d');
  if (context === null) { throw new Error('the browser has no canvas'); }
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => { if (blob === null) { reject(new Error('the browser cannot write PNG')); } else { resolve(blob); } }, 'image/png');
  });
}

/** Saves a chart in one of the two formats. */
export async function savePicture(chart: SVGSVGElement, words: Words, format: 'svg' | 'png'): Promise<void> {
  const svg = svgText(chart, words);
  if (format === 'svg') { download('odds.svg', 'image/svg+xml', svg); } else { download('odds.png', 'image/png', await pngOf(svg)); }
}
