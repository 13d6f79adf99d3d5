import { createBytes } from './bytes.ts';
import { createPostingCursor, positionsAt, writePosting } from './postings.ts';
import { countOf, ID_BYTES, type Segment } from './segment.ts';
import { createStringTable, sizeOf, stringAt } from './string-table.ts';

/** A segment to merge, and which of its posts go along. */
export interface MergedPart {
  readonly segment: Segment;
  readonly isKept: (document: number) => boolean;
}

/** Where a post of the merged segment comes from. */
interface Origin {
  readonly part: number;
  readonly document: number;
}

export interface Merged {
  readonly segment: Segment;
  /** One for each post, in its order. */
  readonly origins: readonly Origin[];
}

/** One segment of several, without the posts that are not kept. `breathe` is awaited between small steps. */
export async function mergeSegments(
  parts: readonly MergedPart[],
  breathe: () => Promise<void> | undefined,
): Promise<Merged> {
  const numbering = numberDocuments(parts);
  const terms = await mergeTerms(parts, numbering.numbers, breathe);
  const words = await mergeWords(parts, terms.numbers, breathe);
  const segment = { ...mergeDocuments(parts, numbering.origins), ...terms.columns, ...words };
  return { segment, origins: numbering.origins };
}

/** New numbers of posts, by part and old number; -1 for those left behind. */
type Numbers = readonly Int32Array[];

function numberDocuments(parts: readonly MergedPart[]): {
  readonly origins: readonly Origin[];
  readonly numbers: Numbers;
} {
  const origins: Origin[] = [];
  const numbers = parts.map(({ segment, isKept }, part) =>
    new Int32Array(countOf(segment)).map((_, document) =>
      isKept(document) ? origins.push({ part, document }) - 1 : -1,
    ),
  );
  return { origins, numbers };
}

function mergeDocuments(parts: readonly MergedPart[], origins: readonly Origin[]) {
  const ids = createBytes(origins.length * ID_BYTES);
  const lengths: number[] = [];
  const placeFrom = [0];
  const placeStarts: number[] = [];
  for (const { part, document } of origins) {
    const segment = parts[part]?.segment;
    if (segment === undefined) continue;
    ids.append(segment.ids.subarray(document * ID_BYTES, (document + 1) * ID_BYTES));
    lengths.push(segment.lengths[document] ?? 0);
    const [from, to] = [segment.placeFrom[document], segment.placeFrom[document + 1]];
    for (const start of segment.placeStarts.subarray(from, to)) placeStarts.push(start);
    placeFrom.push(placeStarts.length);
  }
  return {
    ids: ids.finish(),
    lengths: Uint32Array.from(lengths),
    placeFrom: Uint32Array.from(placeFrom),
    placeStarts: Uint32Array.from(placeStarts),
  };
}

async function mergeTerms(
  parts: readonly MergedPart[],
  documents: Numbers,
  breathe: () => Promise<void> | undefined,
) {
  const kept: string[] = [];
  const frequencies: number[] = [];
  const postingFrom = [0];
  const postings = createBytes(1024 * 1024);
  const scratch = createBytes();
  const numbers = parts.map(({ segment }) => new Int32Array(sizeOf(segment.terms)).fill(-1));
  for (const { text, at } of inStep(parts.map(({ segment }) => segment.terms))) {
    let before = 0;
    let frequency = 0;
    for (const [part, term] of at) {
      const cursor = createPostingCursor(segmentOf(parts, part), term);
      while (cursor.advance()) {
        const document = documents[part]?.[cursor.document] ?? -1;
        if (document === -1) continue;
        const { flags, inText } = cursor;
        writePosting(postings, before, { document, flags, inText, positions: positionsAt(cursor) }, scratch);
        before = document;
        frequency += 1;
      }
    }
    if (frequency === 0) continue;
    for (const [part, term] of at) numbers[part]?.fill(kept.length, term, term + 1);
    kept.push(text);
    frequencies.push(frequency);
    postingFrom.push(postings.length());
    await breathe();
  }
  const columns = {
    terms: createStringTable(kept),
    frequencies: Uint32Array.from(frequencies),
    postingFrom: Uint32Array.from(postingFrom),
    postings: postings.finish(),
  };
  return { columns, numbers };
}

async function mergeWords(
  parts: readonly MergedPart[],
  terms: readonly Int32Array[],
  breathe: () => Promise<void> | undefined,
): Promise<Pick<Segment, 'words' | 'wordTerms' | 'written'>> {
  const words: string[] = [];
  const written: string[] = [];
  const wordTerms: number[] = [];
  for (const { text, at } of inStep(parts.map(({ segment }) => segment.words))) {
    const [part = 0, word = 0] = at[0] ?? [];
    const segment = segmentOf(parts, part);
    const term = terms[part]?.[segment.wordTerms[word] ?? 0] ?? -1;
    if (term === -1) continue;
    words.push(text);
    written.push(stringAt(segment.written, word));
    wordTerms.push(term);
    await breathe();
  }
  return {
    words: createStringTable(words),
    written: createStringTable(written),
    wordTerms: Uint32Array.from(wordTerms),
  };
}

function segmentOf(parts: readonly MergedPart[], part: number): Segment {
  const found = parts[part]?.segment;
  if (found === undefined) throw new RangeError('no such part');
  return found;
}

/** Goes through several sorted tables at once: each text with its place in every table that has it. */
function* inStep(
  tables: readonly Segment['terms'][],
): Generator<{ readonly text: string; readonly at: readonly (readonly [table: number, index: number])[] }> {
  const next = tables.map((table) => ({ table, index: 0, text: textAt(table, 0) }));
  for (;;) {
    let text: Buffer | null = null;
    for (const { text: own } of next)
      if (own !== null && (text === null || Buffer.compare(own, text) < 0)) text = own;
    if (text === null) return;
    const at: [number, number][] = [];
    for (const [number, cursor] of next.entries()) {
      if (cursor.text === null || Buffer.compare(cursor.text, text) !== 0) continue;
      at.push([number, cursor.index]);
      cursor.index += 1;
      cursor.text = textAt(cursor.table, cursor.index);
    }
    yield { text: text.toString('utf8'), at };
  }
}

function textAt({ bytes, starts }: Segment['terms'], index: number): Buffer | null {
  if (index >= starts.length - 1) return null;
  return Buffer.from(
    bytes.buffer,
    bytes.byteOffset + (starts[index] ?? 0),
    (starts[index + 1] ?? 0) - (starts[index] ?? 0),
  );
}
