/** What makes one JSON value of another; a long text is spliced, so that a letter typed costs a letter. */
export type Difference =
  | { readonly kind: 'set'; readonly value: unknown }
  | ({ readonly kind: 'splice' } & Splice)
  | {
      readonly kind: 'edit';
      readonly fields: Readonly<Record<string, Difference>>;
      readonly removed: readonly string[];
    };

/** One stretch of a text, in UTF-16 units of it, and what takes its place. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Shorter texts are said again whole: a splice of them would be no shorter. */
const LONG = 512;
/** Characters compared at once, by the machine's own comparison of memory. */
const STEP = 8192;

/** What makes `after` of `before`; null when both say the same as JSON. */
export function differenceBetween(before: unknown, after: unknown): Difference | null {
  if (before === after) return null;
  if (typeof before === 'string' && typeof after === 'string' && before.length > LONG)
    return { kind: 'splice', ...spliceBetween(before, after) };
  if (isFields(before) && isFields(after)) return editBetween(before, after);
  return JSON.stringify(before) === JSON.stringify(after) ? null : { kind: 'set', value: after };
}

/** The value that a difference makes. Throws RangeError when it was not made from this one. */
export function applyDifference(before: unknown, difference: Difference): unknown {
  switch (difference.kind) {
    case 'set':
      return difference.value;
    case 'splice':
      return spliced(before, difference);
    case 'edit':
      return edited(before, difference);
  }
}

/** The smallest splice that makes `after` of `before`. */
export function spliceBetween(before: string, after: string): Splice {
  const shorter = Math.min(before.length, after.length);
  const from = sameBeginning(before, after, shorter);
  const kept = sameEnd(before, after, shorter - from);
  return { from, to: before.length - kept, text: after.slice(from, after.length - kept) };
}

function sameBeginning(a: string, b: string, longest: number): number {
  let at = 0;
  while (at + STEP <= longest && a.slice(at, at + STEP) === b.slice(at, at + STEP)) at += STEP;
  while (at < longest && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

function sameEnd(a: string, b: string, longest: number): number {
  const piece = (text: string, end: number) => text.slice(text.length - end - STEP, text.length - end);
  let count = 0;
  while (count + STEP <= longest && piece(a, count) === piece(b, count)) count += STEP;
  while (count < longest && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count))
    count += 1;
  return count;
}

function editBetween(before: Fields, after: Fields): Difference | null {
  const fields: Record<string, Difference> = {};
  for (const [key, value] of present(after)) {
    const had = Object.hasOwn(before, key) ? before[key] : undefined;
    const difference = differenceBetween(had, value);
    if (difference !== null) fields[key] = difference;
  }
  const stays = new Set(present(after).map(([key]) => key));
  const removed = present(before)
    .map(([key]) => key)
    .filter((key) => !stays.has(key));
  return Object.keys(fields).length + removed.length === 0 ? null : { kind: 'edit', fields, removed };
}

/** JSON knows no `undefined`: such a field is not there. */
function present(fields: Fields): readonly (readonly [string, unknown])[] {
  return Object.entries(fields).filter(([, value]) => value !== undefined);
}

function spliced(before: unknown, { from, to, text }: Extract<Difference, { kind: 'splice' }>): string {
  if (typeof before !== 'string' || from > to || to > before.length)
    throw new RangeError('a splice of another text');
  return before.slice(0, from) + text + before.slice(to);
}

function edited(before: unknown, { fields, removed }: Extract<Difference, { kind: 'edit' }>): unknown {
  if (!isFields(before)) throw new RangeError('an edit of what has no fields');
  const changed = Object.entries(fields).map(([key, difference]) => [
    key,
    applyDifference(Object.hasOwn(before, key) ? before[key] : undefined, difference),
  ]);
  const kept = Object.entries(before).filter(([key]) => !removed.includes(key));
  return Object.fromEntries([...kept, ...changed]);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
