import { createFenceReader } from '../fenced-code.ts';
import { COMPARISONS, pairsAlike, wordsIn } from './pairs-alike.ts';
import { type Budget, type WordRun, wordRuns } from './word-difference.ts';

/** A paragraph of two versions of a text: in both, in one of them, or in both and changed. */
export type TextPart =
  | { readonly kind: 'kept' | 'added' | 'removed'; readonly text: string }
  | {
      readonly kind: 'changed';
      readonly before: string;
      readonly after: string;
      readonly runs: readonly WordRun[];
    };

/**
 * What differs between two versions of a text, by paragraphs, and by words inside those that changed, in the order of
 * reading. The parts not added, and those not removed, are the paragraphs of `before` and of `after`.
 */
export function textDifference(before: string, after: string): readonly TextPart[] {
  return differenceOf(splitParagraphs(before), splitParagraphs(after));
}

/** The same for texts that are cut in paragraphs already. */
export function paragraphsDifference(
  before: readonly string[],
  after: readonly string[],
): readonly TextPart[] {
  const [old, young] = [before, after].map((texts) => texts.map((text) => ({ text, after: '' })));
  return differenceOf(old ?? [], young ?? []);
}

function differenceOf(before: readonly Paragraph[], after: readonly Paragraph[]): readonly TextPart[] {
  const budget = { left: COMPARISONS };
  return aligned(before, after, budget).map(({ old, young }) => {
    if (old === null) return { kind: 'added', text: young?.text ?? '' };
    if (young === null) return { kind: 'removed', text: old.text };
    if (keyOf(old) === keyOf(young)) return { kind: 'kept', text: young.text };
    const runs = wordRuns(old.text, young.text, budget);
    return { kind: 'changed', before: old.text, after: young.text, runs };
  });
}

/**
 * `after` with one part of {@link textDifference} as it is in `before`; not one character changes besides. Null when there
 * is no such part, or it is the same in both.
 */
export function withPartRestored(before: string, after: string, part: number): string | null {
  const pairs = aligned(splitParagraphs(before), splitParagraphs(after), { left: COMPARISONS });
  const wanted = pairs[part];
  if (wanted === undefined) return null;
  const { old, young } = wanted;
  if (old !== null && young !== null && keyOf(old) === keyOf(young)) return null;
  const pieces = pairs.map((pair, at) => {
    if (at !== part) return pair.young;
    return old === null ? null : { text: old.text, after: (young ?? old).after };
  });
  return together(pieces.filter((piece) => piece !== null));
}

/** Paragraphs as a text; one that was the last, and no longer is, gets a blank line after it. */
function together(paragraphs: readonly Paragraph[]): string {
  return paragraphs
    .map(({ text, after }, at) => {
      const isLast = at === paragraphs.length - 1;
      return isLast || text === '' || after.split('\n').length > 2 ? text + after : `${text}\n\n`;
    })
    .join('');
}

/** A paragraph of each version that stand for each other; null where a version has none. */
interface Aligned {
  readonly old: Paragraph | null;
  readonly young: Paragraph | null;
}

function aligned(old: readonly Paragraph[], young: readonly Paragraph[], budget: Budget): readonly Aligned[] {
  const pairs = pairsAlike([old, young], { keyOf, wordsOf: ({ text }) => wordsIn(text) }, budget);
  const lines: Aligned[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...pairs, [old.length, young.length] as const]) {
    for (; a < nextA; a += 1) lines.push({ old: old[a] ?? null, young: null });
    for (; b < nextB; b += 1) lines.push({ old: null, young: young[b] ?? null });
    const pair = { old: old[a] ?? null, young: young[b] ?? null };
    if (pair.old !== null && pair.young !== null) lines.push(pair);
    [a, b] = [nextA + 1, nextB + 1];
  }
  return lines;
}

function keyOf({ text }: Paragraph): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A paragraph of a Markdown text, or a fenced piece of code: `text`, then the blank lines that follow it. */
interface Paragraph {
  readonly text: string;
  readonly after: string;
}

const LINES = /[^\n]*\n|[^\n]+$/g;

/** A text in paragraphs, cut at blank lines outside code; put together they are the text again. */
export function splitParagraphs(text: string): readonly Paragraph[] {
  const pieces: string[][] = [];
  const isFenced = createFenceReader();
  let isOver = true;
  for (const line of text.match(LINES) ?? []) {
    const isBlank = !isFenced(line.replace(/\n$/, '')) && line.trim() === '';
    if (isOver && (!isBlank || pieces.length === 0)) pieces.push([]);
    isOver = isBlank;
    pieces.at(-1)?.push(line);
  }
  return pieces.map((lines) => paragraphOf(lines.join('')));
}

function paragraphOf(piece: string): Paragraph {
  const text = piece.trimEnd();
  return { text, after: piece.slice(text.length) };
}
