import { createBytes } from './bytes.ts';

/** Many texts in one piece of memory: an object for each would weigh ten times as much. */
export interface StringTable {
  /** In UTF-8, one after the other. */
  readonly bytes: Uint8Array;
  /** Where each begins, and where the last one ends. */
  readonly starts: Uint32Array;
}

const encoder = new TextEncoder();

export function createStringTable(texts: Iterable<string>): StringTable {
  const bytes = createBytes(4096);
  const starts = [0];
  for (const text of texts) {
    bytes.append(encoder.encode(text));
    starts.push(bytes.length());
  }
  return { bytes: bytes.finish(), starts: Uint32Array.from(starts) };
}

export function sizeOf({ starts }: StringTable): number {
  return Math.max(0, starts.length - 1);
}

export function stringAt({ bytes, starts }: StringTable, index: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(
    'utf8',
    starts[index] ?? 0,
    starts[index + 1] ?? 0,
  );
}

/** Texts in the order of a sorted table: that of their bytes. */
export function inTableOrder(texts: Iterable<string>): string[] {
  return [...texts]
    .map((text) => ({ text, bytes: Buffer.from(text) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ text }) => text);
}

/** Where the first text that is not before `text` stands in a sorted table. */
function placeIn(table: StringTable, text: string): number {
  const wanted = encoder.encode(text);
  let low = 0;
  let high = sizeOf(table);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareAt(table, middle, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where `text` stands in a sorted table, or -1. */
export function indexIn(table: StringTable, text: string): number {
  const place = placeIn(table, text);
  return place < sizeOf(table) && compareAt(table, place, encoder.encode(text)) === 0 ? place : -1;
}

/** The places of a sorted table whose texts begin so: from the first to the one after the last. */
export function rangeOf(table: StringTable, beginning: string): readonly [from: number, to: number] {
  const from = placeIn(table, beginning);
  let low = from;
  let high = sizeOf(table);
  const wanted = encoder.encode(beginning);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (beginsWith(table, middle, wanted)) low = middle + 1;
    else high = middle;
  }
  return [from, low];
}

/** How many bytes two texts of a table begin with in common. */
export function sharedBeginning({ bytes, starts }: StringTable, one: number, other: number): number {
  const from = starts[one] ?? 0;
  const start = starts[other] ?? 0;
  const most = Math.min((starts[one + 1] ?? 0) - from, (starts[other + 1] ?? 0) - start);
  for (let at = 0; at < most; at += 1) if (bytes[from + at] !== bytes[start + at]) return at;
  return most;
}

/** The place after the last text of a sorted table that begins with the first `length` bytes of the one at `index`. */
export function skipBeginning(table: StringTable, index: number, length: number): number {
  let reached = index;
  let leap = 1;
  // Most beginnings that are skipped are those of few texts: small leaps first.
  while (reached + leap < sizeOf(table) && sharedBeginning(table, index, reached + leap) >= length) {
    reached += leap;
    leap *= 2;
  }
  for (; leap >= 1; leap >>>= 1)
    if (reached + leap < sizeOf(table) && sharedBeginning(table, index, reached + leap) >= length)
      reached += leap;
  return reached + 1;
}

function compareAt({ bytes, starts }: StringTable, index: number, wanted: Uint8Array): number {
  const start = starts[index] ?? 0;
  const length = (starts[index + 1] ?? 0) - start;
  for (let at = 0; at < length && at < wanted.length; at += 1) {
    const difference = (bytes[start + at] ?? 0) - (wanted[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - wanted.length;
}

function beginsWith({ bytes, starts }: StringTable, index: number, wanted: Uint8Array): boolean {
  const start = starts[index] ?? 0;
  if ((starts[index + 1] ?? 0) - start < wanted.length) return false;
  return wanted.every((byte, at) => bytes[start + at] === byte);
}
