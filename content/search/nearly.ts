import { type StringTable, sharedBeginning, sizeOf, skipBeginning } from './string-table.ts';

/** A text of a table that is nearly another one. */
export interface NearText {
  readonly index: number;
  /** Letters that differ; two neighbours that changed places are one. */
  readonly distance: number;
}

const encoder = new TextEncoder();

/** How many letters may be wrong in a word of this length: none in a short one, which too many others look like. */
export function allowedDistance(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * The texts of a sorted table that differ from `wanted` in at most `limit` letters, the nearest ones only. No text is
 * decoded: folded French words are ASCII, and a letter of another alphabet counts as the bytes that it has. What texts
 * begin with in common is compared once, and beginnings that are too far already are leapt over together.
 */
export function nearTexts(table: StringTable, wanted: string, limit: number): readonly NearText[] {
  const letters = encoder.encode(wanted);
  const rows = createRows(letters, letters.length + limit);
  const { bytes, starts } = table;
  let near: NearText[] = [];
  let within = limit;
  let before = -1;
  let index = 0;
  while (index < sizeOf(table)) {
    const start = starts[index] ?? 0;
    const length = (starts[index + 1] ?? 0) - start;
    if (Math.abs(length - letters.length) > within) {
      index += 1;
      continue;
    }
    const shared = before === -1 ? 0 : sharedBeginning(table, before, index);
    before = index;
    const reached = rows.fill(bytes.subarray(start, start + length), shared, within);
    if (reached < length) {
      index = skipBeginning(table, index, reached + 1);
      continue;
    }
    const distance = rows.distance(length);
    if (distance < within) near = [];
    if (distance <= within) {
      within = distance;
      near.push({ index, distance });
    }
    index += 1;
  }
  return near;
}

/** Damerau’s distance, one row for each letter of the text: rows of a shared beginning serve again. */
function createRows(wanted: Uint8Array, longest: number) {
  const width = wanted.length + 1;
  const rows = new Uint16Array((longest + 1) * width);
  for (let column = 0; column < width; column += 1) rows[column] = column;
  let filled = 0;

  /** Fills the row of the text's first `length` letters; answers the least distance that longer texts can still have. */
  function step(text: Uint8Array, length: number): number {
    const row = length * width;
    const above = row - width;
    const letter = text[length - 1];
    const last = text[length - 2];
    rows[row] = length;
    let least = length;
    for (let column = 1; column < width; column += 1) {
      const own = wanted[column - 1];
      let cost = (rows[above + column - 1] ?? 0) + (own === letter ? 0 : 1);
      cost = Math.min(cost, (rows[above + column] ?? 0) + 1, (rows[row + column - 1] ?? 0) + 1);
      const isSwapped = column > 1 && length > 1 && own === last && wanted[column - 2] === letter;
      if (isSwapped) cost = Math.min(cost, (rows[above - width + column - 2] ?? 0) + 1);
      rows[row + column] = cost;
      if (cost < least) least = cost;
    }
    return least;
  }

  return {
    /**
     * Fills the rows of a text that begins as the last one did, for `shared` letters. Answers how many of its letters can
     * begin a text that is near enough: all of them, or those before the one that is too much.
     */
    fill(text: Uint8Array, shared: number, within: number): number {
      filled = Math.min(filled, shared);
      while (filled < text.length) {
        if (step(text, filled + 1) > within) return filled;
        filled += 1;
      }
      return filled;
    },
    distance: (length: number) => rows[length * width + width - 1] ?? Number.POSITIVE_INFINITY,
  };
}
