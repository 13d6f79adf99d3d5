import { withoutSharedEnds } from './difference/word-difference.ts';
import type { SnapshotPost } from './post.ts';

/** What a list has no longer, and what it has since. */
export interface ListDifference<Item> {
  readonly gone: readonly Item[];
  readonly added: readonly Item[];
}

/** Compares two lists in one order, in which what stayed are the same objects, each once: none is looked into. */
export function listDifference<Item>(before: readonly Item[], after: readonly Item[]): ListDifference<Item> {
  if (before.length === 0) return { gone: [], added: after };
  const { oldStart, oldEnd, newStart, newEnd } = withoutSharedEnds(before, after);
  const gone = new Set(before.slice(oldStart, oldEnd));
  const added = after.slice(newStart, newEnd).filter((item) => !gone.delete(item));
  return { gone: [...gone], added };
}

/** More changes than this are not made one after the other. */
export const MOST_CHANGES = 500;

/** A list in an order, after a difference. Where what came stands in the place of what went, nothing else is looked into. */
export function listAfter<Item>(
  list: readonly Item[],
  { gone, added }: ListDifference<Item>,
  compare: (a: Item, b: Item) => number,
): readonly Item[] {
  if (gone.length + added.length === 0) return list;
  if (list.length === 0) return [...added].sort(compare);
  if (gone.length + added.length > MOST_CHANGES) {
    const left = new Set(gone);
    return [...list.filter((item) => !left.has(item)), ...added].sort(compare);
  }
  const next = [...list];
  const coming = new Set(added);
  for (const item of gone) {
    const at = next.indexOf(item);
    if (at === -1) continue;
    const instead = [...coming].filter((one) => compare(one, item) === 0).slice(0, 1);
    next.splice(at, 1, ...instead);
    for (const one of instead) coming.delete(one);
  }
  for (const item of coming) next.splice(placeOf(next, item, compare), 0, item);
  return next;
}

/** A difference of posts by what they are found by: that of each list of those that share one. */
export function differencesBy(
  { gone, added }: ListDifference<SnapshotPost>,
  keysOf: (post: SnapshotPost) => Iterable<string>,
): ReadonlyMap<string, ListDifference<SnapshotPost>> {
  const found = new Map<string, { readonly gone: SnapshotPost[]; readonly added: SnapshotPost[] }>();
  const note = (posts: readonly SnapshotPost[], what: 'gone' | 'added'): void => {
    for (const post of posts)
      for (const key of keysOf(post)) {
        const change = found.get(key) ?? { gone: [], added: [] };
        if (change.gone.length + change.added.length === 0) found.set(key, change);
        // A post may be found twice by one key.
        if (change[what].at(-1) !== post) change[what].push(post);
      }
  };
  note(gone, 'gone');
  note(added, 'added');
  return found;
}

/** Where an item stands, or would, in a list that is in an order. */
export function placeOf<Item, Asked = Item>(
  list: readonly Item[],
  item: Asked,
  compare: (a: Item, b: Asked) => number,
): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = list[middle];
    if (other !== undefined && compare(other, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Newest first, then by id (docs/design.md, The content repository). */
export function newestFirst(a: Ordered, b: Ordered): number {
  const byDate = (b.publishedAt ?? 0) - (a.publishedAt ?? 0);
  if (byDate !== 0) return byDate;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

type Ordered = Pick<SnapshotPost, 'id' | 'publishedAt'>;
