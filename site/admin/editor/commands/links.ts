import type { ChangeDesc, EditorState, TransactionSpec } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { missingScheme } from '#content/model/markdown/addresses.ts';
import { enclosing, type Span, touching } from '../format-nodes.ts';
import { escapeLinkText, writtenAddress } from './insert.ts';

/** A link as a form edits it, and where it is in the text. */
export interface EditedLink {
  readonly from: number;
  readonly to: number;
  /** As written, with its Markdown. */
  readonly text: string;
  readonly address: string;
  /** As written, with the signs around it; '' for none. */
  readonly title: string;
  readonly isNew: boolean;
}

/** How the form of a link ends: what becomes of the link, wherever it is by then; null when it was left. */
export type LinkChange = ((link: EditedLink) => TransactionSpec) | null;

/** Where it is after a change of the text beside it; null where the change is in its words: they are not those of the form. */
export function linkAfter(link: EditedLink, changes: ChangeDesc): EditedLink | null {
  const { from, to } = link;
  if (changes.touchesRange(from, to) !== false) return null;
  return { ...link, from: changes.mapPos(from), to: changes.mapPos(to) };
}

/** The link at the cursor, or one to be made of what is selected. */
export function linkAtSelection(state: EditorState): EditedLink {
  const node = enclosing(state, state.selection.main, ['Link']);
  const target = node === null ? null : targetOf(state, node);
  const [open, close] = node?.getChildren('LinkMark') ?? [];
  if (node === null || target === null || open === undefined || close === undefined) return newLink(state);
  const { from, to } = node;
  const title = target.getChild('LinkTitle');
  return {
    from,
    to,
    text: state.sliceDoc(open.to, close.from),
    address: addressOf(state, target) ?? '',
    title: title === null ? '' : state.sliceDoc(title.from, title.to),
    isNew: false,
  };
}

function newLink(state: EditorState): EditedLink {
  const url = enclosing(state, state.selection.main, ['Autolink', 'URL']);
  const alone = url?.parent?.name === 'Autolink' ? url.parent : url;
  const address = alone === null || isPartOfLink(alone) ? null : addressOf(state, alone);
  if (alone !== null && address !== null) {
    const { from, to } = alone;
    return { from, to, text: address, address: missingScheme(address) + address, title: '', isNew: true };
  }
  const { from, to } = wordsToLink(state);
  return { from, to, text: withoutLinks(state, { from, to }), address: '', title: '', isNew: true };
}

function isPartOfLink({ parent }: SyntaxNode): boolean {
  return parent !== null && ['Link', 'Image', 'LinkReference'].includes(parent.name);
}

/** What says where a link leads: the link itself, or a definition anywhere in the text; null for none. */
function targetOf(state: EditorState, link: SyntaxNode): SyntaxNode | null {
  if (link.getChild('URL') !== null) return link;
  const label = labelOf(state, link);
  if (label.startsWith('[^')) return null;
  const definitions = touching(state, { from: 0, to: state.doc.length }, ['LinkReference']);
  return definitions.find((definition) => labelOf(state, definition) === label) ?? null;
}

function labelOf(state: EditorState, node: SyntaxNode): string {
  const label = node.getChild('LinkLabel');
  const isShort = label === null || label.to - label.from <= '[]'.length;
  const written = isShort
    ? state.sliceDoc(node.from, label?.from ?? node.to)
    : state.sliceDoc(label.from, label.to);
  return written.replace(/\s+/g, ' ').toLowerCase();
}

/** The call of a note, which is a link itself: no link holds another. */
const NOTE_CALL = /\s*(?<!\\)\[\^[^\]\n]{1,100}\]/;

/**
 * What is selected, as far as the call of a note; a picture whole, whose words are no text where a link could be. Else the word at
 * the cursor.
 */
function wordsToLink(state: EditorState): Span {
  const { main } = state.selection;
  const image = enclosing(state, main, ['Image']);
  if (image !== null && image.from < main.from && main.to < image.to) return image;
  if (main.empty) return state.wordAt(main.head) ?? main;
  const call = state.sliceDoc(main.from, main.to).search(NOTE_CALL);
  return call === -1 ? main : { from: main.from, to: main.from + call };
}

/** The text of a span, the links in it as their words: no link holds another. */
function withoutLinks(state: EditorState, { from, to }: Span): string {
  const signs = touching(state, { from, to }, ['Link'])
    .filter((link) => link.from >= from && link.to <= to && isLink(link))
    .flatMap((link) => {
      const [open, close] = link.getChildren('LinkMark');
      return open === undefined || close === undefined
        ? []
        : [
            { from: open.from, to: open.to },
            { from: close.from, to: link.to },
          ];
    });
  const changes = state.changes(signs);
  return changes.apply(state.doc).sliceString(changes.mapPos(from), changes.mapPos(to, 1));
}

/** Between brackets alone it may be one: only the whole text says. */
function isLink(node: SyntaxNode): boolean {
  return node.getChild('URL') !== null || node.getChild('LinkLabel') !== null;
}

export function isInLink(state: EditorState): boolean {
  const node = enclosing(state, state.selection.main, ['Link']);
  return node !== null && isLink(node);
}

/** Writes a link where `link` says, its address whole. Without text, the address is the text. */
export function writeLink({ from, to, text, address, title, isNew }: EditedLink): TransactionSpec {
  const shown = text.trim() === '' ? escapeLinkText(address) : isNew ? balanced(text) : text;
  const insert = `[${shown}](${writtenAddress(missingScheme(address) + address)}${title === '' ? '' : ` ${title}`})`;
  return { changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: 'input' };
}

/** Selected Markdown stays Markdown, but a bracket alone would end the text of the link. */
function balanced(text: string): string {
  const inOneLine = text.replace(/\s*\n\s*/g, ' ');
  const open: number[] = [];
  const alone: number[] = [];
  for (const { 0: sign, index } of inOneLine.matchAll(/\\.|[[\]]/g)) {
    if (sign === '[') open.push(index);
    else if (sign === ']' && open.pop() === undefined) alone.push(index);
  }
  const escaped = new Set([...open, ...alone]);
  return inOneLine.replace(/[[\]]/g, (sign, at: number) => (escaped.has(at) ? `\\${sign}` : sign));
}

/** Leaves the text of a link, and takes the rest away. */
export function removeLink({ from, to, text }: EditedLink): TransactionSpec {
  return { changes: { from, to, insert: text }, userEvent: 'delete' };
}

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;

/** Pasting an address over a text makes a link of it; null when either is none. */
export function pasteLink(state: EditorState, pasted: string): TransactionSpec | null {
  const address = pasted.trim();
  const { main } = state.selection;
  const selected = state.sliceDoc(main.from, main.to);
  if (main.empty || !ADDRESS.test(address) || selected.includes('\n')) return null;
  if (ADDRESS.test(selected.trim())) return null;
  if (enclosing(state, main, ['Link', 'InlineCode', 'FencedCode', 'CodeBlock', 'URL']) !== null) return null;
  return writeLink({ ...linkAtSelection(state), address });
}

export function addressAt(state: EditorState, position: number): string | null {
  const node = enclosing(state, { from: position, to: position }, ['Link', 'Autolink', 'URL']);
  return node === null ? null : addressOf(state, node);
}

function addressOf(state: EditorState, node: SyntaxNode): string | null {
  const url = node.name === 'URL' ? node : node.getChild('URL');
  return url === null ? null : state.sliceDoc(url.from, url.to).replace(/^<(.*)>$/, '$1');
}
