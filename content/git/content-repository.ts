import type { ChangeSet, TreeChange } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { refuseUnfiltered } from './attributes.ts';
import { createOneAtATime, requireFirst, untilFirst } from './concurrency.ts';
import { listLoose } from './objects/loose-objects.ts';
import { createObjectStore, type ObjectStore } from './objects/objects.ts';
import { listPacks } from './objects/pack-index.ts';
import { listRefs, readRef } from './refs/refs.ts';
import { setRef } from './refs/set-ref.ts';
import type { Repository } from './repository.ts';
import { entryDifferences } from './tree-differences.ts';
import { blobAfter, commitTree, refuseOddNames, treeWith } from './write-commit.ts';

/** The published branch of a repository, for reading and writing. */
export interface ContentRepository extends Repository {
  /** The commit the branch is at; null before the first one. Throws ContentError 'corrupt' when its ref is damaged. */
  head(): Promise<string | null>;
  /**
   * Makes exactly one commit of a change set and answers its id once it is on disk and the branch is there. When
   * the branch moved meanwhile, the change set is made to its new tip, unless it touches a path that changed: then
   * ContentError 'conflict'. A change set whose files change nothing makes no commit: the answer is the current tip, and its
   * bytes are stored again where the repository lost them; one without files makes a commit that only says something. Commits of one repository object are made one after the other, in the
   * order they were asked for. New bytes where .gitattributes asks for a filter are 'invalid'.
   *
   * The first commit of all is made only in a repository without any commit: a branch that got lost is 'corrupt', and
   * never begins again (docs/design.md, Refs and locks).
   */
  commit(changeSet: ChangeSet, options?: CommitFrom): Promise<string>;
  close(): void;
}

interface CommitFrom {
  /** The commit the change set was made from, null for none; the current one when absent. */
  readonly expected?: string | null;
}

export interface ContentRepositoryOptions extends Omit<Repository, 'objects'> {
  /** How long a lock of another program is waited for, in milliseconds. */
  readonly lockWaitMs?: number;
}

/** Opens a repository that exists (bare-repository.ts makes one; recovery.ts repairs one first). */
export function createContentRepository(options: ContentRepositoryOptions): ContentRepository {
  const { gitDir, branch, committer, clock, lockWaitMs } = options;
  const ref = `refs/heads/${branch}`;
  const objects = createObjectStore({ gitDir });
  const repository: Repository = { gitDir, branch, objects, committer, clock };
  const oneAtATime = createOneAtATime();

  async function commit(changeSet: ChangeSet, expected: string | null | undefined): Promise<string> {
    const [subject = ''] = changeSet.message.split('\n');
    const base = expected === undefined ? await readRef(gitDir, ref) : expected;
    return untilFirst(new ContentError('locked', { lock: ref }), async () => {
      const tip = await readRef(gitDir, ref);
      if (tip === null && (await hasHistory(gitDir, objects)) && (await readRef(gitDir, ref)) === null)
        throw new ContentError('corrupt', { what: ref });
      const made = await makeCommit(repository, { changeSet, base, tip });
      const reason = `${tip === null ? 'commit (initial)' : 'commit'}: ${subject}`;
      const move = { ref, from: tip, to: made, reason, lockWaitMs };
      requireFirst((await setRef(repository, move)) === 'set');
      return made;
    });
  }

  return {
    ...repository,
    head: () => readRef(gitDir, ref),
    commit: (changeSet, { expected } = {}) => oneAtATime(() => commit(changeSet, expected)),
    close: () => objects.close(),
  };
}

interface NewCommit {
  readonly changeSet: ChangeSet;
  /** The commit the change set was made from, and the one it is made to. */
  readonly base: string | null;
  readonly tip: string | null;
}

/** The commit, on disk; the tip where that is already what the change set makes it. */
async function makeCommit(
  repository: Repository,
  { changeSet: { changes, message, author }, base, tip }: NewCommit,
): Promise<string> {
  const { objects } = repository;
  const before = await treeOf(objects, tip);
  await refuseOddNames(objects, before, changes);
  await refuseUnfiltered(objects, before, changes);
  if (base !== tip) await refuseChanged(objects, [await treeOf(objects, base), before], changes);
  const tree = await treeWith(objects, before, changes);
  if (tip !== null && tree.id === before && changes.length > 0) {
    await objects.write(tree.objects);
    return tip;
  }
  return commitTree(repository, { tree, parents: tip === null ? [] : [tip], message, author });
}

/**
 * Refuses changes, made for the first tree, to paths that are not the same in the second: ContentError 'conflict'. One that is
 * already what a change makes it is no obstacle.
 */
async function refuseChanged(
  objects: ObjectStore,
  [base, tip]: readonly [string | null, string | null],
  changes: readonly TreeChange[],
): Promise<void> {
  const wanted = new Map(changes.map((change) => [change.path, blobAfter(change)]));
  const onTheWay = new Set(changes.flatMap(({ path }) => [path, ...foldersAbove(path)]));
  const isWanted = (path: string): boolean => onTheWay.has(path);
  for await (const { path, is } of entryDifferences(objects, { before: base, after: tip, isWanted })) {
    const made = wanted.get(path);
    if (made !== undefined && made !== (is?.id ?? null)) throw new ContentError('conflict', { path });
  }
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

async function treeOf(objects: ObjectStore, commit: string | null): Promise<string | null> {
  return commit === null ? null : (await objects.readCommit(commit)).tree;
}

/** Whether the repository has a ref or a commit at all. Packs come from pushes and clean-ups: there is history. */
async function hasHistory(gitDir: string, objects: ObjectStore): Promise<boolean> {
  if ((await listRefs(gitDir)).size > 0 || (await listPacks(`${gitDir}/objects`)).length > 0) return true;
  for (const id of await listLoose(`${gitDir}/objects`)) {
    if ((await objects.sizeOf(id))?.type === 'commit') return true;
  }
  return false;
}
