import { IGNORED, inlineMarkdown } from './inline.ts';
import { isWordItem, listMarkdown, wordListMarkdown } from './lists.ts';
import { escapeStart, PLAIN_STYLE } from './runs.ts';

const BLOCKS = new Set(
  'address article aside blockquote body center details dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const TITLE = /^h([1-6])$/;

/** The blocks of Markdown in an element. */
export function blockMarkdown(parent: Element): readonly string[] {
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
