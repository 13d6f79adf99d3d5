import type { Element, ElementContent } from 'hast';
import { element, isBlank, isElement, type Tree, text } from '../html/html-tree.ts';
import { isBlock, runsOf } from '../html/straighten.ts';

/** Blocks whose words WordPress puts in paragraphs; in cells and items it does so where there is more than one. */
const HOLDS_PARAGRAPHS = new Set(
  'address article aside blockquote center details div footer form header main section'.split(' '),
);
const HOLDS_LINES = new Set('li td th dd dt figcaption caption p summary'.split(' '));
/** Their words are as they are written. */
const AS_WRITTEN = new Set('pre code textarea select button object svg footnote'.split(' '));

/**
 * The paragraphs of a text of WordPress's classic editor, which keeps none: an empty line, or two line breaks, ends one, a line end
 * is a line break. Changes `root`.
 */
export function makeParagraphs(root: Tree): void {
  root.children = withParagraphs(root.children, true);
}

/** {@link makeParagraphs} for words between blocks alone. */
export function makeOuterParagraphs(root: Tree): void {
  root.children = runsOf(root.children).flatMap((run) =>
    run.block === null ? paragraphs(run.line) : [run.block],
  );
}

function withParagraphs(children: readonly ElementContent[], isAlwaysWrapped: boolean): ElementContent[] {
  const runs = runsOf(children);
  const isOne =
    !isAlwaysWrapped && runs.every((run) => run.block !== null || cutAtBreaks(run.line).length <= 1);
  return runs.flatMap((run): readonly ElementContent[] => {
    if (run.block !== null) return inBlock(run.block);
    return isOne ? withLineBreaks(trimmedLine(run.line)) : paragraphs(run.line);
  });
}

function inBlock(block: Element): readonly ElementContent[] {
  const name = block.tagName;
  if (AS_WRITTEN.has(name)) return [block];
  if (name === 'p') return paragraphs(block.children, block);
  if (HOLDS_PARAGRAPHS.has(name)) block.children = withParagraphs(block.children, true);
  else if (HOLDS_LINES.has(name)) block.children = withParagraphs(block.children, false);
  else if (/^h[1-6]$/.test(name)) block.children = withLineBreaks(trimmedLine(block.children));
  else
    block.children = block.children.flatMap((child) =>
      child.type === 'element' && isBlock(child) ? inBlock(child) : [child],
    );
  return [block];
}

function paragraphs(line: readonly ElementContent[], like?: Element): ElementContent[] {
  return cutAtBreaks(line).map((piece) =>
    element('p', { ...like?.properties }, withLineBreaks(trimmedLine(piece))),
  );
}

const EMPTY_LINES = /\n[ \t\r]*\n\s*/;

/** The pieces of a line between empty lines; what is marked across one is marked in both. None is blank. */
function cutAtBreaks(line: readonly ElementContent[]): readonly (readonly ElementContent[])[] {
  const pieces: ElementContent[][] = [[]];
  for (const [index, node] of line.entries()) {
    const [first, ...others] = piecesOf(node, endsBreak(line, index));
    if (first !== undefined) pieces.at(-1)?.push(first);
    for (const other of others) pieces.push(other === undefined ? [] : [other]);
  }
  return pieces.filter((piece) => !piece.every((node) => isBlank(node) || isElement(node, 'br')));
}

/** Whether a line break comes right after another. */
function endsBreak(line: readonly ElementContent[], index: number): boolean {
  if (!isElement(line[index], 'br')) return false;
  const before = line.slice(Math.max(0, index - 2), index).filter((node) => !isBlank(node));
  return isElement(before.at(-1), 'br');
}

function piecesOf(node: ElementContent, isSecondBreak: boolean): readonly (ElementContent | undefined)[] {
  if (isSecondBreak) return [undefined, undefined];
  if (node.type === 'text') return node.value.split(EMPTY_LINES).map(text);
  if (node.type !== 'element' || AS_WRITTEN.has(node.tagName) || node.children.length === 0) return [node];
  const pieces = cutAtBreaks(node.children);
  if (pieces.length <= 1) return [node];
  return pieces.map((children) => ({ ...node, properties: { ...node.properties }, children: [...children] }));
}

/** Without blanks and line breaks at its ends. */
function trimmedLine(line: readonly ElementContent[]): ElementContent[] {
  const isEdge = (node: ElementContent | undefined): boolean =>
    node !== undefined && (isBlank(node) || isElement(node, 'br'));
  let from = 0;
  let to = line.length;
  while (from < to && isEdge(line[from])) from += 1;
  while (to > from && isEdge(line[to - 1])) to -= 1;
  return line.slice(from, to).map((node, index, all) => {
    if (node.type !== 'text') return node;
    const value = index === 0 ? node.value.trimStart() : node.value;
    return text(index === all.length - 1 ? value.trimEnd() : value);
  });
}

function withLineBreaks(line: readonly ElementContent[]): ElementContent[] {
  return line.flatMap((node, index): ElementContent[] => {
    if (node.type === 'element' && !AS_WRITTEN.has(node.tagName)) {
      return [isBlock(node) ? node : { ...node, children: withLineBreaks(node.children) }];
    }
    if (node.type !== 'text' || !node.value.includes('\n')) return [node];
    const isAfterBreak = isElement(line[index - 1], 'br');
    const isBeforeBreak = isElement(line[index + 1], 'br');
    const lines = node.value.split('\n').map((part, at, all) => inner(part, at, all.length));
    return lines.flatMap((part, at): ElementContent[] => {
      const isMade =
        at > 0 &&
        !(at === 1 && isAfterBreak && lines[0] === '') &&
        !(at === lines.length - 1 && isBeforeBreak && part === '');
      return [...(isMade ? [element('br', {})] : []), text(at > 0 && !isMade ? ` ${part}` : part)];
    });
  });
}

/** The spaces beside a line break show nothing. */
function inner(line: string, at: number, count: number): string {
  const from = at > 0 ? line.trimStart() : line;
  return at < count - 1 ? from.trimEnd() : from;
}
