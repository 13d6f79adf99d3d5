/** How many letters may be wrong in a word of this length: none in a short one, which too many others look like. */
export function allowedDistance(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * The words of a sorted list that differ from `wanted` in at most `limit` letters, the nearest ones only; two neighbours
 * that changed places are one letter. What a word begins with as the one before it is not compared again.
 */
export function nearest(words: readonly string[], wanted: string, limit: number): readonly string[] {
  const rows = createRows(wanted, limit);
  let near: string[] = [];
  let within = limit;
  for (const word of words) {
    if (Math.abs(word.length - wanted.length) > within) continue;
    const distance = rows.distance(word, within);
    if (distance < within) near = [];
    if (distance <= within) {
      within = distance;
      near.push(word);
    }
  }
  return near;
}

/** Damerau’s distance (optimal string alignment), one row for each letter; rows of a shared beginning serve again. */
function createRows(wanted: string, limit: number) {
  const width = wanted.length + 1;
  const rows = new Uint16Array((wanted.length + limit + 1) * width);
  /** The least of each row: what longer words cannot be nearer than. */
  const least = new Uint16Array(wanted.length + limit + 1);
  for (let column = 0; column < width; column += 1) rows[column] = column;
  let before = '';
  let filled = 0;

  function fill(word: string, length: number): void {
    const row = length * width;
    const above = row - width;
    const letter = word.charCodeAt(length - 1);
    const last = word.charCodeAt(length - 2);
    rows[row] = length;
    let lowest = length;
    for (let column = 1; column < width; column += 1) {
      const own = wanted.charCodeAt(column - 1);
      let cost = (rows[above + column - 1] ?? 0) + (own === letter ? 0 : 1);
      cost = Math.min(cost, (rows[above + column] ?? 0) + 1, (rows[row + column - 1] ?? 0) + 1);
      const isSwapped = column > 1 && length > 1 && own === last && wanted.charCodeAt(column - 2) === letter;
      if (isSwapped) cost = Math.min(cost, (rows[above - width + column - 2] ?? 0) + 1);
      rows[row + column] = cost;
      if (cost < lowest) lowest = cost;
    }
    least[length] = lowest;
  }

  return {
    /** More than `within` where it is too far. */
    distance(word: string, within: number): number {
      let shared = 0;
      while (shared < filled && word.charCodeAt(shared) === before.charCodeAt(shared)) shared += 1;
      before = word;
      for (filled = 0; filled < word.length; ) {
        filled += 1;
        if (filled > shared) fill(word, filled);
        if ((least[filled] ?? 0) > within) return within + 1;
      }
      return rows[word.length * width + width - 1] ?? within + 1;
    },
  };
}
