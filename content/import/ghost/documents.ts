import { escapeHtml } from '../../model/markdown/escape.ts';
import {
  type Fields,
  isFields,
  itemsOf,
  type Plain,
  readJson,
  rowsOf,
  textAt,
  valueAt,
} from '../front-matter.ts';
import { htmlToMarkdown, treeToMarkdown } from '../html/html-to-markdown.ts';
import type { Translated } from '../imported.ts';
import { replaceBlocks } from '../sites/template-marks.ts';
import { cardHtml } from './cards.ts';
import { readShown } from './shown-cards.ts';

/** The documents of Ghost's editors as Markdown, from a row of its posts: every word, however it was kept. */
export function contentOf(post: Fields): Translated {
  const html = textAt(post, 'html');
  if (html !== null) return treeToMarkdown(readShown(withoutMailed(html)));
  const lexical = readJson(textAt(post, 'lexical') ?? '');
  if (lexical !== null) return htmlToMarkdown(lexicalHtml(valueAt(lexical, 'root')));
  const mobiledoc = readJson(textAt(post, 'mobiledoc') ?? '');
  if (mobiledoc !== null) return htmlToMarkdown(mobiledocHtml(mobiledoc));
  const unread = textAt(post, 'markdown', 'plaintext', 'lexical', 'mobiledoc');
  return { markdown: unread ?? '', notes: [] };
}

/** A text without what stood in no page, but in its letters. */
function withoutMailed(html: string): string {
  return replaceBlocks(
    html,
    /<!--kg-gated-block:begin nonMember:false memberSegment:"" ?-->/g,
    () => /<!--kg-gated-block:end ?-->/g,
    () => '',
  );
}

function childrenOf(node: Fields): readonly Fields[] {
  return rowsOf(valueAt(node, 'children'));
}

function itemsAt(node: Fields, key: string): readonly Plain[] {
  return itemsOf(valueAt(node, key));
}

/** The HTML of a node, from that of what is in it. */
type Shown = (inner: string, node: Fields) => string;

const inTag =
  (tag: string): Shown =>
  (inner) =>
    wrapped(tag, inner);
const heading: Shown = (inner, node) => {
  const tag = textAt(node, 'tag') ?? 'h2';
  return wrapped(/^h[1-6]$/.test(tag) ? tag : 'p', inner);
};
const link: Shown = (inner, node) => `<a href="${escapeHtml(textAt(node, 'url') ?? '')}">${inner}</a>`;
const words: Shown = (_, node) => formatted(node);

const LEXICAL: ReadonlyMap<string, Shown> = new Map<string, Shown>([
  ['paragraph', inTag('p')],
  ['heading', heading],
  ['extended-heading', heading],
  [
    'list',
    (inner, node) =>
      wrapped(textAt(node, 'tag') === 'ol' || textAt(node, 'listtype') === 'number' ? 'ol' : 'ul', inner),
  ],
  [
    'listitem',
    // A list within a list has an item of its own, which shows nothing.
    (inner, node) =>
      childrenOf(node).every((child) => textAt(child, 'type') === 'list') ? inner : wrapped('li', inner),
  ],
  ['quote', inTag('blockquote')],
  ['extended-quote', inTag('blockquote')],
  ['aside', inTag('blockquote')],
  ['text', words],
  ['extended-text', words],
  ['tk', words],
  ['link', link],
  ['autolink', link],
  ['at-link', link],
  ['linebreak', () => '<br>'],
  ['tab', () => ' '],
]);

/** Of a card, which holds no nodes, what its fields say. */
function lexicalHtml(node: Plain): string {
  if (node === undefined || !isFields(node)) return '';
  const inner = childrenOf(node).map(lexicalHtml).join('');
  const type = textAt(node, 'type') ?? '';
  if (type === 'root') return inner;
  const shown = LEXICAL.get(type);
  if (shown === undefined && childrenOf(node).length === 0) return cardHtml(type, node);
  return (shown ?? inTag('p'))(inner, node);
}

function wrapped(tag: string, inner: string): string {
  return `<${tag}>${inner}</${tag}>`;
}

/** The bits of lexical's formats, innermost first. */
const FORMATS: readonly (readonly [bit: number, tag: string])[] = [
  [16, 'code'],
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
];

function formatted(node: Fields): string {
  const text = valueAt(node, 'text');
  const format = Number(textAt(node, 'format') ?? 0) || 0;
  return FORMATS.reduce(
    (html, [bit, tag]) => ((format & bit) === 0 ? html : wrapped(tag, html)),
    escapeHtml(typeof text === 'string' ? text : ''),
  );
}

function mobiledocHtml(document: Fields): string {
  return itemsAt(document, 'sections')
    .map((section) => sectionHtml(itemsOf(section), document))
    .join('');
}

function texts(value: Plain): string {
  return typeof value === 'string' ? value : '';
}

function sectionHtml([type, second, third]: readonly Plain[], document: Fields): string {
  switch (type) {
    case '1':
      return wrapped(tagOf(second, 'p'), markersHtml(itemsOf(third), document));
    case '2':
      return `<img src="${escapeHtml(texts(second))}" alt="">`;
    case '3': {
      const items = itemsOf(third).map((item) => wrapped('li', markersHtml(itemsOf(item), document)));
      return wrapped(tagOf(second, 'ul'), items.join(''));
    }
    case '10': {
      const [name, payload] = itemsOf(itemsAt(document, 'cards')[Number(texts(second))]);
      return cardHtml(texts(name), isFields(payload) ? payload : {});
    }
    default:
      return '';
  }
}

function tagOf(value: Plain, otherwise: string): string {
  const tag = texts(value).toLowerCase();
  if (tag === 'aside' || tag === 'pull-quote') return 'blockquote';
  return /^(?:p|h[1-6]|blockquote|ul|ol)$/.test(tag) ? tag : otherwise;
}

function markersHtml(markers: readonly Plain[], document: Fields): string {
  const open: string[] = [];
  const html: string[] = [];
  for (const marker of markers) {
    const [type, opened, closed, value] = itemsOf(marker);
    for (const index of itemsOf(opened)) {
      const [tag, attributes] = itemsOf(itemsAt(document, 'markups')[Number(texts(index))]);
      const name = /^[a-z]{1,10}$/i.test(texts(tag)) ? texts(tag) : 'span';
      open.push(name);
      html.push(`<${name}${hrefOf(itemsOf(attributes))}>`);
    }
    html.push(type === '1' ? atomHtml(texts(value), document) : escapeHtml(texts(value)));
    for (let count = Number(texts(closed)); count > 0 && open.length > 0; count -= 1)
      html.push(`</${open.pop() ?? ''}>`);
  }
  return (
    html.join('') +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}

function hrefOf(attributes: readonly Plain[]): string {
  const at = attributes.indexOf('href');
  return at === -1 ? '' : ` href="${escapeHtml(texts(attributes[at + 1]))}"`;
}

function atomHtml(index: string, document: Fields): string {
  const [name, text] = itemsOf(itemsAt(document, 'atoms')[Number(index)]);
  return name === 'soft-return' ? '<br>' : escapeHtml(texts(text));
}
