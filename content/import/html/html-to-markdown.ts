import { toMdast } from 'hast-util-to-mdast';
import type { InlineCode, Root as Markdown, Nodes, PhrasingContent, Text } from 'mdast';
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { defaultHandlers, type Handle, toMarkdown } from 'mdast-util-to-markdown';
import { type Anchors, headingNames } from './anchors.ts';
import { gatherFootnotes, numberFootnotes } from './footnotes.ts';
import { HANDLERS } from './handlers.ts';
import { readHtml, type Tree, text, textOf } from './html-tree.ts';
import { type HtmlNote, settleMedia, showScripted } from './media.ts';
import { straighten } from './straighten.ts';

export interface ConvertedText {
  readonly markdown: string;
  readonly notes: readonly HtmlNote[];
  readonly anchors: Anchors;
}

/**
 * HTML of an article as Markdown that shows readers every word of it, in order; what Markdown cannot say stays as HTML that Encrier
 * shows, players become links, and what looks like Markdown in the source stays text. Never throws, whatever it is given.
 */
export function htmlToMarkdown(html: string): ConvertedText {
  return treeToMarkdown(readHtml(html));
}

/** {@link htmlToMarkdown} of a tree, which it changes. */
export function treeToMarkdown(root: Tree): ConvertedText {
  const words = textOf(root);
  try {
    gatherFootnotes(root);
    numberFootnotes(root);
    const anchors = headingNames(root);
    const scripted = showScripted(root);
    straighten(root);
    const notes = [...scripted, ...settleMedia(root)];
    return { markdown: writeTree(root), notes, anchors };
  } catch {
    // Whatever a library throws on hostile HTML, the author gets the words.
    const plain: Tree = { type: 'root', children: [text(words)] };
    return { markdown: writeTree(plain), notes: [{ kind: 'html', what: 'mise en forme' }], anchors: {} };
  }
}

/** The Markdown of a tree that is straight. */
export function writeTree(root: Tree): string {
  const tree = toMdast(root, { handlers: HANDLERS, document: true });
  if (tree.type !== 'root') return '';
  linkAddresses(tree);
  return toMarkdown(tree, {
    bullet: '-',
    emphasis: '*',
    fences: true,
    listItemIndent: 'one',
    rule: '-',
    handlers: { inlineCode, text: plainText },
    extensions: [
      gfmFootnoteToMarkdown(),
      gfmStrikethroughToMarkdown(),
      gfmTableToMarkdown({ tablePipeAlign: false }),
      gfmTaskListItemToMarkdown(),
    ],
  });
}

const inlineCode: Handle = (node: InlineCode, _parent, state) => {
  if (node.data?.isHtml === true) return node.value;
  const code = defaultHandlers.inlineCode(node, undefined, state);
  return state.stack.includes('tableCell') ? code.replaceAll('|', '\\|') : code;
};

/** A `_` within a word is no sign of Markdown. */
const plainText: Handle = (node: Text, parent, state, info) =>
  defaultHandlers.text(node, parent, state, info).replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_');

const ADDRESS =
  /\b(?:https?:\/\/[^\s<>"«»]{1,2000}|[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5})/gi;
/** What ends a sentence, not an address. */
const AFTER_ADDRESS = /[.,;:!?)\]'’*_~]{1,20}$/;

/** An address in a text is a link to it: escaped sign by sign as words are, it would lead elsewhere. */
function linkAddresses(node: Markdown | PhrasingContent | Nodes): void {
  if (!('children' in node) || node.type === 'link') return;
  for (const child of node.children) linkAddresses(child);
  if (!node.children.some((child) => child.type === 'text' && /:\/\/|@/.test(child.value))) return;
  const children: Nodes[] = node.children.flatMap((child): Nodes[] =>
    child.type === 'text' ? linked(child.value) : [child],
  );
  Object.assign(node, { children });
}

function linked(value: string): PhrasingContent[] {
  const parts: PhrasingContent[] = [];
  let at = 0;
  for (const { 0: match, index } of value.matchAll(ADDRESS)) {
    const address = match.replace(AFTER_ADDRESS, '');
    if (index > at) parts.push({ type: 'text', value: value.slice(at, index) });
    const url = address.includes('://') ? address : `mailto:${address}`;
    parts.push({ type: 'link', url, children: [{ type: 'text', value: address }] });
    at = index + address.length;
  }
  return at === value.length ? parts : [...parts, { type: 'text', value: value.slice(at) }];
}
