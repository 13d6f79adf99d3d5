import { publishedFrom } from '#content/git/commit-object.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';

interface Between {
  readonly of: string;
  readonly heads: readonly string[];
}

/**
 * The commits of the history of some heads that have `of` in theirs, itself left out; what is published has in its history what it
 * was taken from. The cost is what came since.
 */
export async function descendants(
  objects: Pick<ObjectStore, 'readCommit'>,
  { of, heads }: Between,
): Promise<ReadonlySet<string>> {
  const { ours } = await compareHistories(objects, { ours: heads, theirs: [of] });
  const children = new Map<string, string[]>();
  for (const commit of ours) {
    const from = publishedFrom(commit);
    for (const before of from === null ? commit.parents : [...commit.parents, from])
      children.set(before, [...(children.get(before) ?? []), commit.id]);
  }
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
