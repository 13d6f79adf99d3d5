import type { Snapshot } from '#content/model/snapshot.ts';
import { pastAddresses } from '#content/snapshot/past-addresses.ts';
import { withPast } from '#content/snapshot/snapshot-state.ts';
import type { PostsWorkspace } from '#content/testing/posts-workspace.ts';
import { stateAt } from '#content/testing/states.ts';

/** What a server has that starts on a copy of the repository, once it asked history. */
export async function snapshotWithoutCache(place: PostsWorkspace, now: number): Promise<Snapshot> {
  const { objects } = place.workspace;
  const commit = place.git('rev-parse', 'main');
  const state = await stateAt(place.history.path, commit, { objects, clock: () => now });
  const index = await place.pathIndex().at(commit);
  const past = await pastAddresses({ index, objects, snapshot: state.snapshot, now, isOver: () => false });
  return withPast(state, past, now).snapshot;
}
