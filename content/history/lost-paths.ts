import type { LostObjects } from '#content/git/lost-objects.ts';
import { CAPACITY_FILE, REDIRECTS_FILE, SITE_FILE } from '#content/model/paths.ts';
import type { Snapshot } from '#content/model/snapshot.ts';
import type { LostObject } from '#content/model/trouble.ts';
import type { HistoryIndex } from './history-index.ts';

interface LostPaths {
  readonly history: Pick<HistoryIndex, 'withWaiting'>;
  readonly snapshot: Snapshot;
}

/** Says of lost objects which files they are, or were: the snapshot knows the first, history the others. */
export async function withPaths(
  { history, snapshot }: LostPaths,
  lost: LostObjects,
): Promise<readonly LostObject[]> {
  const present = presentPaths(snapshot);
  const unknown = new Set([...lost.keys()].filter((id) => !present.has(id)));
  const index = unknown.size === 0 ? null : await history.withWaiting({ main: snapshot.commit, work: null });
  const past = new Map(index?.pathsOf(unknown));
  return [...lost].map(([id, { isNeeded }]) => {
    const path = present.get(id) ?? past.get(id) ?? null;
    return { id, path, isPresent: present.has(id), isNeeded };
  });
}

/** By blob id, the files of a snapshot; those that it knows to be lost included. */
function presentPaths({
  posts,
  images,
  problems,
  siteId,
  capacityId,
  redirectsId,
}: Snapshot): ReadonlyMap<string, string> {
  const settings = [
    [siteId, SITE_FILE],
    [capacityId, CAPACITY_FILE],
    [redirectsId, REDIRECTS_FILE],
  ] as const;
  return new Map([
    ...settings,
    ...[...images].map(([path, id]) => [id, path] as const),
    ...posts.map(({ revision, path }) => [revision, path] as const),
    ...problems.flatMap(({ object, path }) => (object === undefined ? [] : [[object, path] as const])),
  ]);
}
