import type { Element, ElementContent, Properties, Text } from 'hast';
import { Parser } from 'htmlparser2';
import { playedByScript } from './players.ts';

/** Elements that hold nothing to read: they go with what is in them. Of a drawing the words that it draws stay. */
const WITHOUT_WORDS = new Set(['script', 'style', 'template', 'svg']);
/** What no drawing holds: one that is left open ends where a browser ends it. */
const ENDS_DRAWING = new Set(
  'b blockquote br center code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small span strong sub sup table u ul'.split(
    ' ',
  ),
);
/** Tags that say nothing to a reader, or would change how others are read; what is in them stays. */
const ONLY_TAGS: ReadonlySet<string> = new Set(
  'html head body base plaintext noscript o:p span font big nobr bdi bdo blink label'.split(' '),
);
/** The same, for programs whose spans say something. */
export const ONLY_TAGS_BUT_SPANS: ReadonlySet<string> = new Set(
  [...ONLY_TAGS].filter((name) => name !== 'span'),
);

/** How deep elements hold one another: the renderer refuses 48 levels, and what walks a tree has a stack. Real articles stay below 30. */
const MAX_DEPTH = 40;
/** Beyond this nobody wrote it by hand; looking for what a closing tag closes would take too long. */
const MAX_OPEN = 2_000;

/** Some HTML: no declaration stands in it, as in a document of hast. */
export interface Tree {
  readonly type: 'root';
  children: ElementContent[];
}

export type Parent = Tree | Element;

/**
 * HTML as a tree, whatever it is: styles, comments and scripts left out, but for a frame where a script plays something; words all
 * there, text in one piece. Elements beyond {@link MAX_DEPTH} lose their tags, so that walking the tree needs no more stack than that,
 * and so do those of `onlyTags`. Linear in the length of `html`.
 */
export function readHtml(html: string, onlyTags = ONLY_TAGS): Tree {
  return treeOf(html, onlyTags) ?? { type: 'root', children: [text(withoutTags(html))] };
}

/** Null when more elements are open at once than {@link MAX_OPEN}. */
function treeOf(html: string, onlyTags: ReadonlySet<string>): Tree | null {
  const root: Tree = { type: 'root', children: [] };
  const builder = createBuilder(root, onlyTags);
  let open = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      open += 1;
      builder.open(name, attributes);
    },
    onclosetag() {
      open -= 1;
      builder.close();
    },
    ontext: builder.text,
  });
  // In pieces, so that what nests without end is found before it is read whole.
  for (let at = 0; at < html.length; at += PIECE) {
    parser.write(html.slice(at, at + PIECE));
    if (open > MAX_OPEN) return null;
  }
  parser.end();
  return root;
}

const PIECE = 16 * 1024;

const FOR_NO_SCRIPT = 'dataForNoScript';

/** Whether browsers show a picture only where they run no scripts. */
export function isForNoScript({ properties }: Element): boolean {
  return properties[FOR_NO_SCRIPT] === true;
}

/** The nodes being read: where an element has no node of its own, what is in it goes to its parent. */
function createBuilder(root: Tree, onlyTags: ReadonlySet<string>) {
  const stack: {
    readonly node: Element | null;
    readonly name: string;
    isLeftOut: boolean;
    isCaption: boolean;
  }[] = [];
  const nodes: Element[] = [];
  let leftOut = 0;
  let noScript = 0;
  /** Where the drawing that is left out is among those open. */
  let drawing: number | null = null;
  /** How many elements are open in it that hold words which are drawn. */
  let captions = 0;
  const parent = (): Parent => nodes.at(-1) ?? root;
  /** Before all words a document has its head; elsewhere the tag says nothing. */
  const isBeginning = (): boolean => root.children.every(isBlank);
  return {
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      if (drawing !== null && ENDS_DRAWING.has(name)) {
        for (const open of stack.slice(drawing)) open.isLeftOut = open.isCaption = false;
        leftOut = captions = 0;
        drawing = null;
      }
      if (name === 'svg' && leftOut === 0) drawing = stack.length;
      const isLeftOut = WITHOUT_WORDS.has(name) || (name === 'head' && isBeginning());
      const played = name === 'script' && leftOut === 0 ? playedByScript(attributes['src'] ?? '') : null;
      if (played !== null) parent().children.push(element('iframe', { src: played }));
      if (isLeftOut) leftOut += 1;
      // By its name a link may lead to it.
      const saysNothing = onlyTags.has(name) && (name !== 'span' || (attributes['id'] ?? '') === '');
      const isNode = leftOut === 0 && !saysNothing && nodes.length < MAX_DEPTH;
      if (name === 'noscript') noScript += 1;
      const node = isNode ? element(name, { ...properties(attributes) }) : null;
      if (node?.tagName === 'img' && noScript > 0) node.properties[FOR_NO_SCRIPT] = true;
      if (node !== null) {
        parent().children.push(node);
        nodes.push(node);
      }
      const isCaption = drawing !== null && name === 'text';
      if (isCaption) captions += 1;
      stack.push({ node, name, isLeftOut, isCaption });
    },
    close(): void {
      const closed = stack.pop();
      if (closed?.isCaption) {
        this.text(' ');
        captions -= 1;
      }
      if (stack.length === drawing) drawing = null;
      if (closed?.name === 'noscript') noScript -= 1;
      if (closed?.isLeftOut) leftOut -= 1;
      if (closed?.node) nodes.pop();
    },
    text(value: string): void {
      if (leftOut > (captions > 0 ? 1 : 0)) return;
      const { children } = parent();
      const last = children.at(-1);
      if (last?.type === 'text') last.value += value;
      else children.push({ type: 'text', value });
    },
  };
}

function withoutTags(html: string): string {
  return html.replace(/<[^<>]*>/g, ' ');
}

const NUMBERS = new Map([
  ['colspan', 'colSpan'],
  ['rowspan', 'rowSpan'],
]);

/** As hast names them: `class` as a list, what is ticked by its name alone, the numbers of cells in camel case, others as they are. */
function properties(attributes: Readonly<Record<string, string>>): Properties {
  const named: Properties = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'class') named['className'] = value.split(/\s+/).filter((word) => word !== '');
    else if (name === 'checked') named[name] = true;
    else if (/^[a-z][a-z0-9-]*$/.test(name)) named[NUMBERS.get(name) ?? name] = value;
  }
  return named;
}

export function element(name: string, properties: Properties, children: ElementContent[] = []): Element {
  return { type: 'element', tagName: name, properties, children };
}

export function text(value: string): Text {
  return { type: 'text', value };
}

/** An attribute as its author wrote it, '' where there is none. */
export function attribute({ properties }: Element, name: string): string {
  const value = properties[name];
  if (Array.isArray(value)) return value.join(' ');
  return value === undefined || value === null ? '' : String(value);
}

export function classes({ properties }: Element): readonly string[] {
  const value = properties['className'];
  return Array.isArray(value) ? value.map(String) : [];
}

export function isElement<Name extends string>(
  node: ElementContent | undefined,
  ...names: readonly Name[]
): node is Element & { tagName: Name } {
  return node?.type === 'element' && names.some((name) => name === node.tagName);
}

/** The elements below a node, each before those within it. */
export function elementsIn({ children }: Pick<Parent, 'children'>): readonly Element[] {
  return children.flatMap((child) => (child.type === 'element' ? [child, ...elementsIn(child)] : []));
}

/** The first element of one of these names below a node. */
export function elementIn(
  parent: Pick<Parent, 'children'>,
  ...names: readonly string[]
): Element | undefined {
  return elementsIn(parent).find(({ tagName }) => names.includes(tagName));
}

/** All the text of a node. */
export function textOf(node: Parent | ElementContent): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  return node.children.map(textOf).join('');
}

/** The words of some HTML in one line. */
export function plainText(html: string): string {
  return textOf(readHtml(html.replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])[^<>]{0,99}>/gi, ' $&')))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The rows of a table, each of its cells; those of a table within a cell are that one's. */
export function rowsOf(table: Element): readonly (readonly Element[])[] {
  return table.children.flatMap((child): readonly (readonly Element[])[] => {
    if (isElement(child, 'tr')) return [child.children.filter((cell) => isElement(cell, 'td', 'th'))];
    return child.type === 'element' && child.tagName !== 'caption' ? rowsOf(child) : [];
  });
}

export function isBlank(node: ElementContent): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '');
}
