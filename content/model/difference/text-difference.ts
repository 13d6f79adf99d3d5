import { createFenceReader } from '../fenced-code.ts';
import { type Budget, type Replaced, sequenceDifference, type WordRun, wordRuns } from './word-difference.ts';

/** A paragraph of two versions of a text: in both, in one of them, or in both and changed. */
export type TextPart =
  | { readonly kind: 'kept' | 'added' | 'removed'; readonly text: string }
  | {
      readonly kind: 'changed';
      readonly before: string;
      readonly after: string;
      readonly runs: readonly WordRun[];
    };

/** Comparisons for one text: some tenths of a second at most, however long it is. */
const COMPARISONS = 8_000_000;
/** Paragraphs compared by their words, the product of both sides: past it they pair by their order. */
const MAX_PAIRED = 2_500;
/** Of the words of two versions of one paragraph, at least this part is in both. */
const ALIKE = 0.4;

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
  const pairs: Aligned[] = [];
  let next = { old: 0, young: 0 };
  const keep = (until: number): void => {
    for (; next.old < until; next = { old: next.old + 1, young: next.young + 1 })
      pairs.push({ old: old[next.old] ?? null, young: young[next.young] ?? null });
  };
  for (const gap of sequenceDifference(old.map(keyOf), young.map(keyOf), budget)) {
    keep(gap.oldStart);
    pairs.push(...pairedInGap(old, young, gap));
    next = { old: gap.oldEnd, young: gap.newEnd };
  }
  keep(old.length);
  return pairs;
}

function keyOf({ text }: Paragraph): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Replaced paragraphs, those that are versions of one another side by side. */
function pairedInGap(
  old: readonly Paragraph[],
  young: readonly Paragraph[],
  gap: Replaced,
): readonly Aligned[] {
  const [gone, come] = [old.slice(gap.oldStart, gap.oldEnd), young.slice(gap.newStart, gap.newEnd)];
  const pairs =
    gone.length * come.length > MAX_PAIRED ? [] : versionsAmong(gone.map(wordsOf), come.map(wordsOf));
  const aligned: Aligned[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...pairs, [gone.length, come.length] as const]) {
    for (; a < nextA; a += 1) aligned.push({ old: gone[a] ?? null, young: null });
    for (; b < nextB; b += 1) aligned.push({ old: null, young: come[b] ?? null });
    const pair = { old: gone[a] ?? null, young: come[b] ?? null };
    if (pair.old !== null && pair.young !== null) aligned.push(pair);
    [a, b] = [nextA + 1, nextB + 1];
  }
  return aligned;
}

/** Which paragraphs, by their words, are versions of one another. */
function versionsAmong(
  old: readonly ReadonlySet<string>[],
  young: readonly ReadonlySet<string>[],
): ReturnType<typeof bestPairs> {
  const alike = old.map((words) => young.map((others) => similarity(words, others)));
  return bestPairs(old.length, young.length, (a, b) => {
    const likeness = alike[a]?.[b] ?? 0;
    return likeness >= ALIKE ? likeness : 0;
  });
}

/** Pairs in the order of both lists, of `rows` and of `columns`, that together are most alike; 0 is not alike. */
export function bestPairs(
  rows: number,
  columns: number,
  likeness: (row: number, column: number) => number,
): readonly (readonly [row: number, column: number])[] {
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  const at = (row: number, column: number): number => best[row * width + column] ?? 0;
  const withPair = (row: number, column: number): number => {
    const alike = likeness(row, column);
    return alike === 0 ? 0 : at(row + 1, column + 1) + alike;
  };
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1)
      best[row * width + column] = Math.max(at(row + 1, column), at(row, column + 1), withPair(row, column));
  }
  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const here = at(row, column);
    if (here > 0 && here === withPair(row, column)) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (here === at(row + 1, column)) row += 1;
    else column += 1;
  }
  return pairs;
}

function wordsOf({ text }: Paragraph): ReadonlySet<string> {
  return wordsIn(text);
}

/** Words looked at to tell whether two texts are versions of one. */
const MAX_WORDS = 300;

/** The words of a text, without regard to case. */
export function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    words.add(word.toLowerCase());
    if (words.size === MAX_WORDS) break;
  }
  return words;
}

/** How much two texts have in common, by their words: 0 nothing, 1 all. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return (2 * shared) / Math.max(1, a.size + b.size);
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
