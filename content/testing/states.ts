import type { runGit } from '#content/git/git-program.ts';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import type { SnapshotState } from '#content/snapshot/snapshot-state.ts';
import { type BuildOptions, buildState } from '#content/snapshot/snapshots.ts';
import { pathIndexOf } from './path-index.ts';

interface Options extends Partial<BuildOptions> {
  readonly before?: SnapshotState | null;
  /** How the git program is run. */
  readonly git?: typeof runGit;
}

/** The state at a commit once history was asked for all that it lacks. */
export async function stateAt(
  gitDir: string,
  commit: string,
  { before = null, git, ...options }: Options = {},
): Promise<SnapshotState> {
  const objects = options.objects ?? createObjectStore({ gitDir });
  const history = pathIndexOf({ gitDir, objects, ...(git && { git }) });
  const { state, search } = await buildState({ history, ...options, objects }, { commit, before });
  const complete = search === null ? state : await search();
  if (options.objects === undefined) objects.close();
  return complete;
}

/** The state at the last of these commits, each built from the one before it. */
export async function followed(gitDir: string, commits: readonly string[]): Promise<SnapshotState | null> {
  let state: SnapshotState | null = null;
  for (const commit of commits) state = await stateAt(gitDir, commit, { before: state });
  return state;
}

/** All that a state holds, without what is found in it by asking. */
export function factsOf(state: SnapshotState | null) {
  return state && { ...state, index: null };
}

/** What readers get, as `slug: title`, and the paths of what is wrong. */
export function summary(state: SnapshotState | null) {
  return {
    posts: state?.snapshot.posts.map(({ slug, title }) => `${slug}: ${title}`),
    problems: [...new Set(state?.snapshot.problems.map(({ path }) => path))],
  };
}

/** An object store that notes the ids it reads, `sizeOf` aside: that one opens nothing. */
export function recordingObjects(gitDir: string): ObjectStore & { readonly ids: string[] } {
  const ids: string[] = [];
  const objects = createObjectStore({ gitDir });
  const noting =
    <Value>(read: (id: string) => Promise<Value>) =>
    (id: string) => {
      ids.push(id);
      return read(id);
    };
  return {
    ...objects,
    ids,
    read: noting(objects.read),
    tryRead: noting(objects.tryRead),
    readTree: noting(objects.readTree),
    readCommit: noting(objects.readCommit),
  };
}
