import type { LostObjects } from '#content/git/lost-objects.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { CAPACITY_FILE, REDIRECTS_FILE, SITE_FILE } from '#content/model/paths.ts';
import type { Snapshot } from '#content/model/snapshot.ts';
import type { LostObject } from '#content/model/trouble.ts';
import { fileVersions } from './file-versions.ts';

interface LostPaths {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  readonly snapshot: Snapshot;
}

/** Says of lost objects which files they are, or were: the snapshot knows the first, history the others. */
export async function withPaths(
  { gitDir, objects, snapshot }: LostPaths,
  lost: LostObjects,
): Promise<readonly LostObject[]> {
  const present = presentPaths(snapshot);
  const unknown = new Set([...lost.keys()].filter((id) => !present.has(id)));
  const past = new Map<string, string>();
  if (unknown.size > 0) {
    const isWanted = ({ blobId }: { readonly blobId: string }): boolean => unknown.has(blobId);
    const search = { gitDir, objects, from: snapshot.commit, until: null, isWanted };
    for (const { blobId, path } of await fileVersions(search)) past.set(blobId, path);
  }
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
