import { syntaxTree } from '@codemirror/language';
import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type DecorationSet } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { cellSpans } from '../commands/tables.ts';
import type { Span } from '../format-nodes.ts';
import { BULLET_WIDGET, checkboxWidget } from '../widget.ts';
import { showCode, showQuote, showQuoteMark, showRaw, showRule, showTitle } from './block-pieces.ts';
import { showImage } from './image-pieces.ts';
import { createPieces, type Pieces, SIGN, withSpace } from './pieces.ts';

/**
 * How the parts of the text that are seen look in the visual manner. Signs are hidden, but on the lines of `active`.
 * The text itself is never touched.
 */
export function visualDecorations(
  state: EditorState,
  seen: readonly Span[],
  active: readonly Span[],
): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of seen) {
    const pieces = createPieces(state, { from, to }, active, found);
    syntaxTree(state).iterate({
      from,
      to,
      enter({ node }) {
        SHOWN[node.name]?.(node, pieces);
        return !WHOLE.has(node.name);
      },
    });
  }
  return Decoration.set(found, true);
}

const STRONG = Decoration.mark({ class: 'md-strong' });
const EMPHASIS = Decoration.mark({ class: 'md-emphasis' });
const STRIKE = Decoration.mark({ class: 'md-strike' });
const CODE = Decoration.mark({ class: 'md-code', attributes: { spellcheck: 'false' } });
const HTML = Decoration.mark({ class: 'md-html', attributes: { spellcheck: 'false' } });
const LINK = Decoration.mark({ class: 'md-link', attributes: { title: 'Ctrl + clic pour ouvrir' } });

type Show = (node: SyntaxNode, pieces: Pieces) => void;

/** How each part of a text looks, by its name in the grammar. */
const SHOWN: Readonly<Record<string, Show>> = {
  ATXHeading1: showTitle,
  ATXHeading2: showTitle,
  ATXHeading3: showTitle,
  ATXHeading4: showTitle,
  ATXHeading5: showTitle,
  ATXHeading6: showTitle,
  SetextHeading1: showTitle,
  SetextHeading2: showTitle,
  Blockquote: showQuote,
  QuoteMark: showQuoteMark,
  ListItem: showItem,
  TaskMarker: showTask,
  Table: showTable,
  FencedCode: showCode,
  CodeBlock: showCode,
  HorizontalRule: showRule,
  HTMLBlock: showRaw,
  CommentBlock: showRaw,
  LinkReference: showRaw,
  Image: showImage,
  StrongEmphasis: styled(STRONG, 'EmphasisMark'),
  Emphasis: styled(EMPHASIS, 'EmphasisMark'),
  Strikethrough: styled(STRIKE, 'StrikethroughMark'),
  InlineCode: styled(CODE, 'CodeMark'),
  Autolink: styled(LINK, 'LinkMark'),
  Link: showLink,
  URL: showAddress,
  Escape: hideFirst,
  HardBreak: showBreak,
  HTMLTag: (node, pieces) => pieces.put(node, HTML),
  Comment: (node, pieces) => pieces.put(node, HTML),
};

/** What is inside of these needs no look. */
const WHOLE: ReadonlySet<string> = new Set([
  'Image',
  'TaskMarker',
  'QuoteMark',
  'FencedCode',
  'CodeBlock',
  'HTMLBlock',
]);

/** Words with a look of their own between signs of that name. */
function styled(decoration: Decoration, markName: string): Show {
  return (node, pieces) => {
    pieces.put(node, decoration);
    for (const mark of node.getChildren(markName)) pieces.sign(mark);
  };
}

function hideFirst({ from }: SyntaxNode, pieces: Pieces): void {
  pieces.hide({ from, to: from + 1 });
}

/** A backslash; spaces are hidden already. */
function showBreak(node: SyntaxNode, pieces: Pieces): void {
  if (pieces.state.sliceDoc(node.from, node.from + 1) === '\\') hideFirst(node, pieces);
}

/** Only with an address: « [sic] » is no link, whatever the grammar says. */
function showLink(node: SyntaxNode, pieces: Pieces): void {
  const [open, close] = node.getChildren('LinkMark');
  if (open === undefined || close === undefined || node.getChild('URL') === null) return;
  pieces.put({ from: open.to, to: close.from }, LINK);
  pieces.put(open, SIGN);
  pieces.put({ from: close.from, to: node.to }, SIGN);
  // An address may go on after a line end, which no decoration of ours may hide.
  const end = Math.min(node.to, pieces.state.doc.lineAt(close.from).to);
  if (close.from === open.to || end < node.to) return;
  pieces.hide(open);
  pieces.hide({ from: close.from, to: end });
}

function showAddress(node: SyntaxNode, pieces: Pieces): void {
  const isBare = !['Link', 'Image', 'Autolink', 'LinkReference'].includes(node.parent?.name ?? '');
  if (isBare) pieces.put(node, LINK);
}

const BULLET = Decoration.replace({ widget: BULLET_WIDGET });
const MARKER = Decoration.mark({ class: 'md-marker' });
const INDENT = Decoration.replace({ isIndent: true });
const CHECKED = Decoration.replace({ widget: checkboxWidget(true) });
const UNCHECKED = Decoration.replace({ widget: checkboxWidget(false) });
/** Deeper items stand under these. */
const DEEPEST = 6;

/** An item: its lines set in, its sign shown as a bullet or a number. */
function showItem(item: SyntaxNode, pieces: Pieces): void {
  const { state } = pieces;
  const mark = item.getChild('ListMark');
  if (mark === null) return;
  const depth = Math.min(depthOf(item), DEEPEST);
  const content = withSpace(state, mark);
  const first = state.doc.lineAt(item.from);
  const width = content.to - first.from;
  for (const line of pieces.seenLines(item)) {
    if (holdsInnerItem(item, line.from, line.to)) continue;
    const isFirst = line.from === first.from;
    pieces.lines(line, `md-item md-item-${depth}${isFirst ? '' : ' md-item-rest'}`);
    const indent = /^[ \t]*/.exec(line.text)?.[0].length ?? 0;
    const hidden = isFirst ? mark.from - first.from : Math.min(indent, width);
    if (indent > 0) pieces.put({ from: line.from, to: line.from + Math.min(hidden, indent) }, INDENT);
  }
  showMarker(item, mark, pieces);
}

function showMarker(item: SyntaxNode, mark: SyntaxNode, pieces: Pieces): void {
  const span = withSpace(pieces.state, mark);
  const isTask = item.getChild('Task') !== null;
  const isBullet = item.parent?.name === 'BulletList';
  if (isBullet && !pieces.isActive(mark.from)) {
    if (isTask) pieces.hide(span);
    else pieces.put(span, BULLET);
  } else {
    pieces.put(span, MARKER);
  }
}

/** `[ ]` or `[x]`. */
function showTask(marker: SyntaxNode, pieces: Pieces): void {
  if (pieces.isActive(marker.from)) return;
  const isChecked = /[xX]/.test(pieces.state.sliceDoc(marker.from, marker.to));
  pieces.put(withSpace(pieces.state, marker), isChecked ? CHECKED : UNCHECKED);
}

function depthOf(item: SyntaxNode): number {
  let depth = 0;
  for (let node: SyntaxNode | null = item; node !== null; node = node.parent) {
    if (node.name === 'ListItem') depth += 1;
  }
  return depth;
}

/** Whether the line belongs to an item inside of `item`, which will show it. */
function holdsInnerItem(item: SyntaxNode, from: number, to: number): boolean {
  for (let child = item.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'BulletList' && child.name !== 'OrderedList') continue;
    if (child.from <= to && child.to >= from) return true;
  }
  return false;
}

const PIPE = Decoration.mark({ class: 'md-sign md-pipe' });
/** The line of dashes under the header. */
const RULE_ROW = 1;

/** A table: lines are rows, and every sign of a line is in a cell, so that columns stand under one another. */
function showTable(table: SyntaxNode, pieces: Pieces): void {
  const { doc } = pieces.state;
  const header = doc.lineAt(table.from);
  const rule = header.number < doc.lines ? doc.line(header.number + RULE_ROW).text : '';
  const alignments = cellSpans(rule).map(({ wordsFrom, wordsTo }) =>
    alignment(rule.slice(wordsFrom, wordsTo)),
  );
  for (const line of pieces.seenLines(table)) {
    const row = line.number - header.number;
    const kind = row === 0 ? ' md-row-header' : row === RULE_ROW ? ' md-row-rule' : '';
    pieces.lines(line, `md-row${kind}${pieces.isActive(line.from) ? ' md-row-active' : ''}`);
    cellSpans(line.text).forEach((cell, index) => {
      // Neighbours of one class would become one element.
      const className = `md-cell md-cell-${index % 2} ${alignments[index] ?? ''}`;
      const span = { from: line.from + cell.from, to: line.from + cell.to };
      pieces.put(span, Decoration.mark({ class: className.trim() }));
    });
    for (const { from, to } of pipesOf(line.text)) {
      pieces.put({ from: line.from + from, to: line.from + to }, PIPE);
    }
  }
}

function alignment(dashes: string): string {
  if (!dashes.endsWith(':')) return '';
  return dashes.startsWith(':') ? 'md-align-center' : 'md-align-right';
}

/** Each with the blanks that hold it to a word: a line must not be broken there. */
function pipesOf(text: string): readonly Span[] {
  const { length } = text;
  return Array.from(text.matchAll(/(?<!\\)\|[ \t]*/g), ({ 0: signs, index }) => {
    const to = index + signs.length;
    return { from: to === length ? text.slice(0, index).trimEnd().length : index, to };
  });
}
