import { type StringTable, sizeOf, stringAt } from './string-table.ts';

/** A text of a table that is nearly another one. */
export interface NearText {
  readonly index: number;
  /** Letters that differ; two neighbours that changed places are one. */
  readonly distance: number;
}

/** How many letters may be wrong in a word of this length: none in a short one, which too many others look like. */
export function allowedDistance(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * The texts of a sorted table that differ from `wanted` in at most `limit` letters, the nearest ones only. What texts
 * begin with in common is compared once, and beginnings that are too far already are passed over together.
 */
export function nearTexts(table: StringTable, wanted: string, limit: number): readonly NearText[] {
  const rows = createRows(wanted);
  let near: NearText[] = [];
  let within = limit;
  let before = '';
  let deadBeginning = -1;
  for (let index = 0; index < sizeOf(table); index += 1) {
    const text = stringAt(table, index);
    const shared = sharedLength(before, text);
    before = text;
    if (deadBeginning !== -1 && shared >= deadBeginning) continue;
    deadBeginning = -1;
    for (let length = shared + 1; length <= text.length; length += 1) {
      if (rows.step(text, length) <= within) continue;
      deadBeginning = length;
      break;
    }
    if (deadBeginning !== -1) continue;
    const distance = rows.distance(text.length);
    if (distance > within) continue;
    if (distance < within) near = [];
    within = distance;
    near.push({ index, distance });
  }
  return near;
}

function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most; at += 1) if (one.charCodeAt(at) !== other.charCodeAt(at)) return at;
  return most;
}

/** Damerau’s distance, one row for each letter of the text: rows of a shared beginning serve again. */
function createRows(wanted: string) {
  const width = wanted.length + 1;
  const rows: Uint16Array[] = [Uint16Array.from({ length: width }, (_, column) => column)];

  /** Fills the row of the first `length` letters; the least distance that longer texts can still have. */
  function step(text: string, length: number): number {
    const row = (rows[length] ??= new Uint16Array(width));
    const above = rows[length - 1] ?? row;
    const letter = text.charCodeAt(length - 1);
    row[0] = length;
    let least = length;
    for (let column = 1; column < width; column += 1) {
      const own = wanted.charCodeAt(column - 1);
      let cost = (above[column - 1] ?? 0) + (own === letter ? 0 : 1);
      cost = Math.min(cost, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1);
      const isSwapped =
        column > 1 &&
        length > 1 &&
        own === text.charCodeAt(length - 2) &&
        wanted.charCodeAt(column - 2) === letter;
      if (isSwapped) cost = Math.min(cost, (rows[length - 2]?.[column - 2] ?? 0) + 1);
      row[column] = cost;
      if (cost < least) least = cost;
    }
    return least;
  }

  return { step, distance: (length: number) => rows[length]?.[width - 1] ?? Number.POSITIVE_INFINITY };
}
