/** One replaced stretch, in UTF-16 units of the text before. */
interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The smallest single replacement that makes `after` of `before`. */
function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/**
 * `before` with both changes, or null when they touch one another: which words belong where is then not ours to guess,
 * and the service's merge is asked.
 */
export function withBothChanges(before: string, one: string, other: string): string | null {
  const a = changeBetween(before, one);
  const b = changeBetween(before, other);
  const [first, second] = a.from <= b.from ? [a, b] : [b, a];
  if (first.to >= second.from) return null;
  return [
    before.slice(0, first.from),
    first.insert,
    before.slice(first.to, second.from),
    second.insert,
    before.slice(second.to),
  ].join('');
}
