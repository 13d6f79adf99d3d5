import type { Element, ElementContent } from 'hast';
import { linkAddress } from '#content/model/markdown/addresses.ts';
import { writeTree } from './html-to-markdown.ts';
import {
  attribute,
  element,
  elementsIn,
  isBlank,
  isElement,
  ONLY_TAGS_BUT_SPANS,
  type Parent,
  readHtml,
  rowsOf,
  text,
  textOf,
} from './html-tree.ts';
import { isBlock, straighten } from './straighten.ts';

/** A document this long is pasted as plain text: nobody waits for its reading. */
const LONGEST = 2_000_000;

/**
 * Clean Markdown of HTML that an author copied from another program: paragraphs, titles, lists, quotes, tables, links, bold and italic;
 * fonts, colours, layout, players and pictures of others are left behind. Null when the HTML says no more than its plain text.
 */
export function copiedToMarkdown(html: string): string | null {
  if (html.trim() === '' || html.length > LONGEST) return null;
  const root = readHtml(fragment(html), ONLY_TAGS_BUT_SPANS);
  const words = textOf(root);
  root.children = contentOf(root, PLAIN);
  straighten(root);
  const markdown = writeTree(root).trim();
  return saysNoMore(markdown, words) ? null : markdown;
}

/** Browsers mark where what was copied starts and ends. */
function fragment(html: string): string {
  const start = html.indexOf('<!--StartFragment-->');
  const end = html.lastIndexOf('<!--EndFragment-->');
  return start === -1 || end < start ? html : html.slice(start, end);
}

function saysNoMore(markdown: string, words: string): boolean {
  return (
    !markdown.includes('\n\n') && inOneLine(markdown.replace(/<(https?:[^<>]*)>/g, '$1')) === inOneLine(words)
  );
}

function inOneLine(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

/** How a stretch of a line looks; in the order in which the marks stand around it. */
interface Look {
  readonly a: string | null;
  readonly strong: boolean;
  readonly em: boolean;
  readonly del: boolean;
}

/** A block, or a part of a line. */
interface Part {
  readonly node: ElementContent;
  readonly look: Look;
}

const PLAIN: Look = { a: null, strong: false, em: false, del: false };
type Mark = keyof Look;
const MARKS: readonly Mark[] = ['a', 'strong', 'em', 'del'];
/** Titles are bold without being told. */
const MARKS_OF_TITLE: readonly Mark[] = ['a', 'em', 'del'];

/** What is in `parent` as plain elements: blocks, and lines whose neighbours of one look share their marks. */
function contentOf(parent: Parent, look: Look, marks = MARKS): ElementContent[] {
  const content: ElementContent[] = [];
  let line: Part[] = [];
  for (const part of withWordLists(parent.children).flatMap((child) => partsOf(child, look))) {
    if (!isBlock(part.node)) {
      line.push(part);
      continue;
    }
    const words = marked(line, marks);
    // A block of nothing parts words all the same.
    const isNothing = isElement(part.node, 'p', 'div') && part.node.children.length === 0;
    content.push(...(isNothing ? [element('p', {}, words)] : [...words, part.node]));
    line = [];
  }
  return [...content, ...marked(line, marks)];
}

function marked(parts: readonly Part[], [mark, ...inner]: readonly Mark[]): ElementContent[] {
  if (mark === undefined) return parts.map(({ node }) => node);
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last?.[0]?.look[mark] === part.look[mark]) last.push(part);
    else groups.push([part]);
  }
  return groups.flatMap((group) => {
    const value = group[0]?.look[mark];
    const inside = marked(group, inner);
    if (!value || inside.every((node) => isBlank(node))) return inside;
    return [element(mark, value === true ? {} : { href: value }, inside)];
  });
}

/** Elements that are no text of an article. */
const IGNORED = new Set(
  'meta link title iframe object embed video audio canvas input button select textarea math'.split(' '),
);
const CODE = new Set(['code', 'kbd', 'samp', 'tt']);

function partsOf(node: ElementContent, look: Look): readonly Part[] {
  if (node.type === 'text') return [{ node, look }];
  if (node.type !== 'element' || IGNORED.has(node.tagName)) return [];
  if (isBlock(node)) return [{ node: blockOf(node, lookOf(node, look)), look: PLAIN }];
  const { tagName } = node;
  if (tagName === 'br') return [{ node: element('br', {}), look }];
  if (tagName === 'img') return pictureOf(node).map((picture) => ({ node: picture, look }));
  if (tagName === 'sub' || tagName === 'sup')
    return [{ node: element(tagName, {}, contentOf(node, PLAIN)), look }];
  if (CODE.has(tagName)) return [{ node: element('code', {}, [text(textOf(node))]), look }];
  return withWordLists(node.children).flatMap((child) => partsOf(child, lookOf(node, look)));
}

/** A picture of the site itself; another would not be shown to readers. */
function pictureOf(node: Element): readonly Element[] {
  const src = attribute(node, 'src');
  return src.startsWith('/images/') ? [element('img', { src, alt: attribute(node, 'alt') })] : [];
}

function lookOf(node: Element, look: Look): Look {
  const { tagName } = node;
  const style = styleOf(node);
  const weight = style.get('font-weight') ?? '';
  const slant = style.get('font-style') ?? '';
  const line = `${style.get('text-decoration')} ${style.get('text-decoration-line')}`;
  // Google Docs wraps all it copies in a <b> of normal weight.
  const isBold = weight === '' ? /^(?:b|strong)$/.test(tagName) || look.strong : isHeavy(weight);
  return {
    a: tagName === 'a' ? (addressOf(node) ?? look.a) : look.a,
    strong: isBold,
    em: slant !== 'normal' && (look.em || slant === 'italic' || /^(?:em|i)$/.test(tagName)),
    del: look.del || line.includes('line-through') || /^(?:s|del|strike)$/.test(tagName),
  };
}

function isHeavy(weight: string): boolean {
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}

function styleOf(node: Element): ReadonlyMap<string, string> {
  const declarations = attribute(node, 'style').toLowerCase().split(';');
  return new Map(
    declarations.map((declaration) => {
      const [name = '', ...value] = declaration.split(':');
      return [name.trim(), value.join(':').trim()] as const;
    }),
  );
}

/** A link inside of the document it was copied from leads nowhere here; Google Docs puts its own address before those of others. */
function addressOf(node: Element): string | null {
  const written = attribute(node, 'href');
  if (written.startsWith('#')) return null;
  const isWrapped = /^https:\/\/www\.google\.com\/url\?/.test(written) && URL.canParse(written);
  return linkAddress((isWrapped ? new URL(written).searchParams.get('q') : null) ?? written);
}

const KEPT_BLOCKS = new Set('blockquote hr p ul ol'.split(' '));

function blockOf(node: Element, look: Look): Element {
  const { tagName } = node;
  const level = /^h([1-6])$/.exec(tagName)?.[1];
  // The title of the article is the only one of the first level.
  if (level !== undefined)
    return element(`h${Math.max(2, Number(level))}`, {}, contentOf(node, look, MARKS_OF_TITLE));
  if (tagName === 'pre') return node;
  if (tagName === 'table') return tableOf(node, look);
  const content = contentOf(node, look);
  if (tagName === 'li') return element('li', {}, content.flatMap(onlyParagraph));
  // Word has paragraphs of one unbreakable space between others, web mail of one line end.
  const inside = content.every((child) => isBlank(child) || isElement(child, 'br')) ? [] : content;
  return element(KEPT_BLOCKS.has(tagName) ? tagName : 'div', { start: attribute(node, 'start') }, inside);
}

/** An item of one paragraph is a line. */
function onlyParagraph(
  node: ElementContent,
  _: number,
  siblings: readonly ElementContent[],
): ElementContent[] {
  const isOnly = siblings.filter((sibling) => isElement(sibling, 'p', 'div')).length === 1;
  return isOnly && isElement(node, 'p') ? node.children : [node];
}

/** A table whose first row is the titles; one of a single column is no table but layout, and its cells are blocks. */
function tableOf(table: Element, look: Look): Element {
  const rows = rowsOf(table).map((row) => row.map((cell) => contentOf(cell, look)));
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  if (columns < 2)
    return element(
      'div',
      {},
      rows.flat().map((cell) => element('div', {}, cell)),
    );
  return element(
    'table',
    {},
    rows.map((row, index) => {
      const name = index === 0 ? 'th' : 'td';
      const cells = Array.from({ length: columns }, (_, at) => (row[at] ?? []).flatMap(inCell));
      return element(
        'tr',
        {},
        cells.map((cell) => element(name, {}, cell)),
      );
    }),
  );
}

/** A cell is one line. */
function inCell(node: ElementContent): ElementContent[] {
  if (isElement(node, 'br')) return [text(' ')];
  if (node.type !== 'element') return [node];
  if (isElement(node, 'pre')) return [text(' '), element('code', {}, [text(textOf(node))]), text(' ')];
  const children = node.children.flatMap(inCell);
  return isBlock(node) ? [text(' '), ...children, text(' ')] : [{ ...node, children }];
}

const LEVEL = /mso-list:[^;]{0,200}\blevel(\d)/i;
const SIGN = /mso-list:\s{0,9}Ignore/i;

/** Word copies the items of its lists as paragraphs: those that follow one another, as lists. */
function withWordLists(nodes: readonly ElementContent[]): ElementContent[] {
  const content: ElementContent[] = [];
  let open: Element[] = [];
  for (const node of nodes) {
    if (isElement(node, 'p') && LEVEL.test(attribute(node, 'style'))) {
      open = addItem(node, open, content);
      continue;
    }
    if (open.length > 0 && isBlank(node)) continue;
    open = [];
    content.push(node);
  }
  return content;
}

/** Gives the lists that are open after it, the outer first. */
function addItem(item: Element, open: readonly Element[], content: ElementContent[]): Element[] {
  const level = Number(LEVEL.exec(attribute(item, 'style'))?.[1] ?? '1');
  const sign = item.children.find(isSign);
  const start = sign === undefined ? '' : textOf(sign);
  const isNumbered = /^\s*(?:\d+|[a-z]+)[.)]/i.test(start);
  const name = isNumbered ? 'ol' : 'ul';
  const lists = open.slice(0, level);
  if (lists.length === level && lists.at(-1)?.tagName !== name) lists.pop();
  while (lists.length < level) {
    // « 2.1. » is the first of its list.
    const list = element(name, { start: /\w+(?=[.)]?\s*$)/.exec(start)?.[0] ?? '' });
    (lists.at(-1)?.children ?? content).push(list);
    lists.push(list);
  }
  const words = item.children.filter((child) => !isSign(child));
  lists.at(-1)?.children.push(element('li', {}, words));
  return lists;
}

function isSign(node: ElementContent): boolean {
  return (
    node.type === 'element' && [node, ...elementsIn(node)].some((one) => SIGN.test(attribute(one, 'style')))
  );
}
