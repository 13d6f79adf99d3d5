import { IGNORED, inlineMarkdown, setStylesAside, styleText } from './inline.ts';
import { escapeStart, PLAIN_STYLE } from './runs.ts';

const BLOCKS = new Set(
  'address article aside blockquote body center details dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const TITLE = /^h([1-6])$/;

/** The blocks of Markdown in an element. */
function blockMarkdown(parent: Element): readonly string[] {
  const blocks: string[] = [];
  let line: Node[] = [];
  let wordItems: HTMLElement[] = [];
  const endLine = () => {
    const text = escapeStart(inlineMarkdown(line));
    if (text !== '') blocks.push(text);
    line = [];
  };
  const endItems = () => {
    if (wordItems.length > 0) blocks.push(wordListMarkdown(wordItems));
    wordItems = [];
  };
  for (const node of parent.childNodes) {
    if (!holdsBlocks(node)) {
      if (wordItems.length === 0 || (node.nodeValue ?? '').trim() !== '') {
        endItems();
        line.push(node);
      }
      continue;
    }
    endLine();
    if (isWordItem(node)) {
      wordItems.push(node);
      continue;
    }
    endItems();
    blocks.push(...elementMarkdown(node));
  }
  endItems();
  endLine();
  return blocks;
}

/** Also an inline element around blocks, as Google Docs writes. */
function holdsBlocks(node: Node): node is HTMLElement {
  if (!(node instanceof HTMLElement) || IGNORED.has(node.localName)) return false;
  return BLOCKS.has(node.localName) || Array.from(node.children).some(holdsBlocks);
}

function elementMarkdown(element: HTMLElement): readonly string[] {
  const level = TITLE.exec(element.localName)?.[1];
  if (level !== undefined) return titleMarkdown(element, Number(level));
  switch (element.localName) {
    case 'ul':
    case 'ol':
      return [listMarkdown(element, blockMarkdown)];
    case 'blockquote':
      return [quoted(blockMarkdown(element).join('\n\n'))];
    case 'pre':
      return [fenced(element.textContent)];
    case 'hr':
      return ['---'];
    case 'table':
      return tableMarkdown(element);
    default:
      return blockMarkdown(element);
  }
}

/** The title of the article is the only one of the first level. */
function titleMarkdown(element: HTMLElement, level: number): readonly string[] {
  const text = inlineMarkdown(element.childNodes, { ...PLAIN_STYLE })
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\*\*/g, '');
  return text === '' ? [] : [`${'#'.repeat(Math.max(2, level))} ${text}`];
}

function quoted(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replace(/\n+$/, '')}\n${fence}`;
}

/** A table; one of a single column is no table but layout, and its cells are blocks. */
function tableMarkdown(table: HTMLElement): readonly string[] {
  const rows = Array.from(table.querySelectorAll('tr')).filter((row) => row.closest('table') === table);
  const cells = rows.map((row) =>
    Array.from(row.children).filter(({ localName }) => /^t[dh]$/.test(localName)),
  );
  const columns = Math.max(0, ...cells.map(({ length }) => length));
  if (columns < 2) return cells.flat().flatMap((cell) => blockMarkdown(cell));
  const [header = [], ...body] = cells.map((row) =>
    Array.from({ length: columns }, (_, index) => cellMarkdown(row[index])),
  );
  const lines = [header, header.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`);
  return [lines.join('\n')];
}

function cellMarkdown(cell: Element | undefined): string {
  if (cell === undefined) return '';
  return inlineMarkdown(cell.childNodes)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|');
}

type ReadBlocks = (parent: Element) => readonly string[];

/** A list, its items and what they hold set in. */
function listMarkdown(list: HTMLElement, read: ReadBlocks): string {
  const isNumbered = list.localName === 'ol';
  const items: string[] = [];
  for (const child of list.children) {
    // Google Docs and old pages put a list beside the item it belongs to.
    if (child.localName === 'ul' || child.localName === 'ol') {
      const nested = read(wrapped(child)).join('\n');
      const last = items.pop();
      items.push(last === undefined ? nested : `${last}\n${setIn(nested, isNumbered ? 3 : 2)}`);
      continue;
    }
    const blocks = read(child);
    if (blocks.length === 0) continue;
    const marker = isNumbered ? `${items.length + 1}. ` : '- ';
    items.push(marker + setIn(joined(blocks), marker.length).trimStart());
  }
  return items.join('\n');
}

function wrapped(element: Element): Element {
  const parent = element.ownerDocument.createElement('div');
  parent.append(element.cloneNode(true));
  return parent;
}

/** A list inside of an item follows its words at once. */
function joined(blocks: readonly string[]): string {
  return blocks.reduce((text, block) => `${text}${/^(?:- |\d+\. )/.test(block) ? '\n' : '\n\n'}${block}`);
}

/** `text` with `width` spaces before each line that has words. */
function setIn(text: string, width: number): string {
  return text.replace(/^(?=[^\n])/gm, ' '.repeat(width));
}

const LEVEL = /mso-list:[^;]*\blevel(\d)/i;
const SIGN = /mso-list:\s*Ignore/i;

/** Word copies the items of its lists as paragraphs. */
function isWordItem(element: HTMLElement): boolean {
  return element.localName === 'p' && LEVEL.test(styleText(element));
}

/** Items of Word that follow one another, as a list. */
function wordListMarkdown(items: readonly HTMLElement[]): string {
  const counts: number[] = [];
  return items
    .map((item) => {
      const level = Number(LEVEL.exec(styleText(item))?.[1] ?? '1');
      const sign = signOf(item);
      counts.length = level;
      const count = (counts[level - 1] ?? 0) + 1;
      counts[level - 1] = count;
      const words = inlineMarkdown(Array.from(item.childNodes).filter((node) => !isSign(node)));
      const marker = /^\s*(?:\d+|[a-z]+|[ivx]+)[.)]/i.test(sign) ? `${count}. ` : '- ';
      return '   '.repeat(level - 1) + marker + words;
    })
    .join('\n');
}

function isSign(node: Node): boolean {
  return node instanceof HTMLElement && (SIGN.test(styleText(node)) || holdsSign(node));
}

function holdsSign(element: HTMLElement): boolean {
  return Array.from(element.children).some((child) => isSign(child));
}

function signOf(item: HTMLElement): string {
  return Array.from(item.childNodes).find(isSign)?.textContent ?? '';
}

/** A document this long is pasted as plain text: reading it would freeze the page. */
const LONGEST = 2_000_000;

/**
 * Clean Markdown of copied HTML: paragraphs, titles, lists, quotes, tables, links, bold and italic; fonts, colours
 * and layout are left behind. Null when the HTML says no more than its plain text. Nothing of it runs or loads.
 */
export function htmlToMarkdown(html: string): string | null {
  if (html.trim() === '' || html.length > LONGEST) return null;
  const { body } = new DOMParser().parseFromString(setStylesAside(fragment(html)), 'text/html');
  const blocks = blockMarkdown(body).filter((block) => block.trim() !== '');
  const markdown = blocks.join('\n\n');
  return blocks.length <= 1 && isPlain(body, markdown) ? null : markdown;
}

/** Browsers mark where what was copied starts and ends. */
function fragment(html: string): string {
  const start = html.indexOf('<!--StartFragment-->');
  const end = html.lastIndexOf('<!--EndFragment-->');
  return start === -1 || end < start ? html : html.slice(start, end);
}

function isPlain(body: HTMLElement, markdown: string): boolean {
  return normal(markdown) === normal(body.textContent);
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
