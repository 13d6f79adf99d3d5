import type { ObjectStore } from '../objects/objects.ts';
import { compareHistories } from '../remote/paint-history.ts';

interface Between {
  readonly of: string;
  readonly head: string;
}

/** The commits of the history of `head` that have `of` in theirs, itself left out. The cost is what came since. */
export async function descendants(
  objects: Pick<ObjectStore, 'readCommit'>,
  { of, head }: Between,
): Promise<ReadonlySet<string>> {
  const { ours } = await compareHistories(objects, { ours: [head], theirs: [of] });
  const children = new Map<string, string[]>();
  for (const { id, parents } of ours)
    for (const parent of parents) children.set(parent, [...(children.get(parent) ?? []), id]);
  const found = new Set<string>();
  const waiting = [of];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of children.get(next) ?? []) {
      if (found.has(child)) continue;
      found.add(child);
      waiting.push(child);
    }
  }
  return found;
}
