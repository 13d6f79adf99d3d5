import { splitSentences } from './sentences.ts';
import type { Change, Token } from './tokens.ts';

/** This part of the sentences of a paragraph come from another one, of which it was cut off. */
const MOSTLY = 0.5;

/**
 * Edits of one paragraph each, with the neighbours that were cut off it or joined to it: what the other side did to any
 * sentence concerns them together. The edits are in order and apart.
 */
export function withParts(
  base: readonly Token[],
  side: readonly Token[],
  edits: readonly Change[],
): readonly Change[] {
  const grown: Change[] = [];
  edits.forEach((edit, at) => {
    const last = grown.at(-1);
    const from = { base: last?.baseEnd ?? 0, side: last?.sideEnd ?? 0 };
    const next = edits[at + 1];
    const to = { base: next?.baseStart ?? base.length, side: next?.sideStart ?? side.length };
    grown.push(withNeighbours(base, side, { edit, from, to }));
  });
  return grown;
}

interface Room {
  readonly edit: Change;
  readonly from: { readonly base: number; readonly side: number };
  readonly to: { readonly base: number; readonly side: number };
}

function withNeighbours(base: readonly Token[], side: readonly Token[], { edit, from, to }: Room): Change {
  const [before, after] = [base[edit.baseStart], side[edit.sideStart]];
  if (before?.kind !== 'prose' || after?.kind !== 'prose') return edit;
  const cut = stretch(side, { start: edit.sideStart, from: from.side, to: to.side }, before);
  if (cut.end - cut.start > 1) return { ...edit, sideStart: cut.start, sideEnd: cut.end };
  const joined = stretch(base, { start: edit.baseStart, from: from.base, to: to.base }, after);
  return { ...edit, baseStart: joined.start, baseEnd: joined.end };
}

/** The neighbours of the token at `start`, itself included, that are parts of `whole`. */
function stretch(
  tokens: readonly Token[],
  { start, from, to }: { readonly start: number; readonly from: number; readonly to: number },
  whole: Token,
): { readonly start: number; readonly end: number } {
  const sentences = new Set(sentenceKeys(whole));
  const isPart = (at: number): boolean => {
    const token = tokens[at];
    if (token?.kind !== 'prose') return false;
    const own = sentenceKeys(token);
    return own.filter((key) => sentences.has(key)).length > own.length * MOSTLY;
  };
  let [first, end] = [start, start + 1];
  while (first > from && isPart(first - 1)) first -= 1;
  while (end < to && isPart(end)) end += 1;
  return { start: first, end };
}

function sentenceKeys({ text }: Token): readonly string[] {
  return splitSentences(text).tokens.map(({ key }) => key);
}
