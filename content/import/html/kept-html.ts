import type { Element, ElementContent, Properties } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { attribute, element } from './html-tree.ts';

/** Elements that stay in what is kept as HTML; others lose their tags. content/model/markdown/sanitize.ts allows all of them. */
const KEPT = new Set(
  `a abbr blockquote br caption cite code dd del dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr img ins kbd li mark ol p pre q
  s samp small strong sub sup table tbody td tfoot th thead time tr u ul var`.split(/\s+/),
);
/** What stays of their attributes; of others none. */
const KEPT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  abbr: ['title'],
  img: ['src', 'alt'],
  ol: ['start'],
  td: ['colSpan', 'rowSpan', 'align'],
  th: ['colSpan', 'rowSpan', 'align', 'scope'],
  time: ['datetime'],
};

const RENAMED = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 'del'],
  ['acronym', 'abbr'],
]);

/** Each starts a line of its own, so that an author finds the way in it. */
const OWN_LINE =
  /(?<=.)<(?=(?:tr|thead|tbody|tfoot|caption|dt|dd|figcaption)>)|(?<=.)(?=<\/(?:table|dl|tbody|thead|tfoot)>)/g;

/** An element as a block of HTML in Markdown: no empty line in it, which would end it. */
export function blockHtml(node: Element): string {
  const html = toHtml(clean([node], false));
  return html.replace(OWN_LINE, (found) => `\n${found}`);
}

/** An element within a line of Markdown: no sign of it means something there. */
export function lineHtml(node: Element): string {
  return toHtml(clean([node], false)).replace(
    /[\\`*_~[\]|!:@](?![^<>]*>)/g,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );
}

/** The tags around what is written as Markdown. */
export function tagsAround(node: Element): readonly [open: string, close: string] {
  const html = toHtml(element(nameOf(node), keptProperties(node))).replaceAll('|', '&#124;');
  const close = `</${nameOf(node)}>`;
  return [html.slice(0, -close.length), close];
}

function nameOf({ tagName }: Element): string {
  return RENAMED.get(tagName) ?? tagName;
}

function clean(nodes: readonly ElementContent[], isInPre: boolean): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'comment') return [];
    if (node.type === 'text')
      return isInPre ? lines(node.value) : [{ ...node, value: inOneLine(node.value) }];
    const name = nameOf(node);
    const children = clean(node.children, isInPre || name === 'pre');
    return KEPT.has(name) ? [element(name, keptProperties(node), children)] : children;
  });
}

function inOneLine(value: string): string {
  return value.replace(/[ \t\n\r\f]+/g, ' ');
}

/** An empty line would end the block that <pre> is in. */
function lines(value: string): ElementContent[] {
  return value
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) => [...(index === 0 ? [] : [element('br', {})]), { type: 'text', value: line }]);
}

function keptProperties(node: Element): Properties {
  const kept: Properties = {};
  for (const name of KEPT_ATTRIBUTES[nameOf(node)] ?? []) {
    const value = inOneLine(attribute(node, name)).trim();
    if (value !== '' || name === 'alt') kept[name] = value;
  }
  return kept;
}
