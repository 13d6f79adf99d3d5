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
  const pairs = gone.length * come.length > MAX_PAIRED ? [] : bestPairs(gone.map(wordsOf), come.map(wordsOf));
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

/** Pairs in the order of both lists, whose words have as much in common as can be. */
function bestPairs(
  old: readonly ReadonlySet<string>[],
  young: readonly ReadonlySet<string>[],
): readonly (readonly [number, number])[] {
  const width = young.length + 1;
  const best = new Float64Array((old.length + 1) * width);
  const alike = (a: number, b: number): number => similarity(old[a], young[b]);
  const at = (a: number, b: number): number => best[a * width + b] ?? 0;
  for (let a = old.length - 1; a >= 0; a -= 1) {
    for (let b = young.length - 1; b >= 0; b -= 1)
      best[a * width + b] = Math.max(at(a + 1, b), at(a, b + 1), at(a + 1, b + 1) + alike(a, b));
  }
  const pairs: (readonly [number, number])[] = [];
  let [a, b] = [0, 0];
  while (a < old.length && b < young.length) {
    if (alike(a, b) > 0 && at(a, b) === at(a + 1, b + 1) + alike(a, b)) {
      pairs.push([a, b]);
      [a, b] = [a + 1, b + 1];
    } else if (at(a, b) === at(a + 1, b)) a += 1;
    else b += 1;
  }
  return pairs;
}

const MAX_WORDS = 300;

function wordsOf({ text }: Paragraph): ReadonlySet<string> {
  const words =
    text
      .slice(0, 20 * MAX_WORDS)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.slice(0, MAX_WORDS));
}

/** The part of their words that two paragraphs share; 0 when they are no versions of one another. */
function similarity(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  const part = (2 * shared) / Math.max(1, a.size + b.size);
  return part >= ALIKE ? part : 0;
}

/** A paragraph of a Markdown text, or a fenced piece of code: `text`, then the blank lines that follow it. */
interface Paragraph {
  readonly text: string;
  readonly after: string;
}

const LINES = /[^\n]*\n|[^\n]+$/g;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/** A text in paragraphs, cut at blank lines outside code; put together they are the text again. */
export function splitParagraphs(text: string): readonly Paragraph[] {
  const pieces: string[][] = [];
  let fence: string | null = null;
  let isOver = true;
  for (const line of text.match(LINES) ?? []) {
    const isBlank = fence === null && line.trim() === '';
    if (isOver && (!isBlank || pieces.length === 0)) pieces.push([]);
    isOver = isBlank;
    pieces.at(-1)?.push(line);
    fence = fenceAfter(line, fence);
  }
  return pieces.map((lines) => paragraphOf(lines.join('')));
}

/** The fence that is open after a line. */
function fenceAfter(line: string, open: string | null): string | null {
  const found = FENCE.exec(line)?.[1] ?? null;
  if (open === null) return found;
  const closes = found !== null && found.length >= open.length && found[0] === open[0];
  return closes && line.trim() === found ? null : open;
}

function paragraphOf(piece: string): Paragraph {
  const text = piece.trimEnd();
  return { text, after: piece.slice(text.length) };
}
