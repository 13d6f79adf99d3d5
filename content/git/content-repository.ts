import path from 'node:path';
import type { ChangeSet, Person } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { findChangedPath } from './changed-path.ts';
import { signatureOf } from './commit-object.ts';
import { createOneAtATime } from './concurrency.ts';
import { storedIds } from './objects/object-folders.ts';
import { createObjectStore, type ObjectStore } from './objects/objects.ts';
import { listPacks } from './objects/pack-folder.ts';
import { listRefs, readRef } from './refs/refs.ts';
import { setRef } from './refs/set-ref.ts';
import { treeWith, writeCommit } from './write-commit.ts';

/** One branch of one repository, for reading and writing. */
export interface ContentRepository {
  readonly objects: ObjectStore;
  /** The commit the branch is at; null before the first one. Throws ContentError 'corrupt' when its ref is damaged. */
  head(): Promise<string | null>;
  /**
   * Makes one commit of the change set and answers its id (content-repository.ts says what is promised). Commits of one
   * repository object are made one after the other, in the order they were asked for.
   */
  commit(changeSet: ChangeSet, options?: CommitFrom): Promise<string>;
  close(): void;
}

interface CommitFrom {
  /** The commit the change set was made from, null for none; the current one when absent. */
  readonly expected?: string | null;
}

export interface ContentRepositoryOptions {
  readonly gitDir: string;
  readonly branch: string;
  /** Who is named as committer: Encrier itself. Authors come with each change set. */
  readonly committer: Person;
  readonly clock: () => Date;
  /** How long a lock of another program is waited for, in milliseconds. */
  readonly lockWaitMs?: number;
}

/** Opens a repository that exists (bare-repository.ts makes one; recovery.ts repairs one first). */
export function createContentRepository(options: ContentRepositoryOptions): ContentRepository {
  const { clock, ...fixed } = options;
  const objects = createObjectStore({ gitDir: options.gitDir });
  const oneAtATime = createOneAtATime();

  return {
    objects,
    head: () => readRef(options.gitDir, `refs/heads/${options.branch}`),
    commit: (changeSet, from = {}) =>
      oneAtATime(() => commit({ ...fixed, ...from, objects, changeSet, now: clock() })),
    close: () => objects.close(),
  };
}

/** Another writer may come first each time; one who never lets us pass is reported like a lock. */
const MAX_ATTEMPTS = 200;

export interface CommitOptions {
  readonly objects: ObjectStore;
  readonly gitDir: string;
  readonly branch: string;
  readonly changeSet: ChangeSet;
  readonly committer: Person;
  readonly now: Date;
  /** The commit the change set was made from, null for none; the current one when absent. */
  readonly expected?: string | null;
  readonly lockWaitMs?: number;
}

/**
 * Makes exactly one commit of a change set and answers its id once it is on disk and the branch is there. When
 * the branch moved meanwhile, the change set is made to its new tip, unless it touches a path that changed: then
 * ContentError 'conflict'. A change set whose files change nothing makes no commit: the answer is the current tip, and its
 * bytes are stored again where the repository lost them. One without files makes a commit that only says something.
 *
 * The first commit of all is made only in a repository without any commit: a branch that got lost is 'corrupt', and
 * never begins again (docs/design.md, Refs and locks).
 */
export async function commit(options: CommitOptions): Promise<string> {
  const { gitDir } = options;
  const ref = `refs/heads/${options.branch}`;
  let tip = await readRef(gitDir, ref);
  const base = options.expected === undefined ? tip : options.expected;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (tip === null) await refuseLostHistory(options, ref);
    const made = await makeCommit(options, { base, tip });
    if (made === tip || (await point(options, { ref, from: tip, to: made })) === 'set') return made;
    tip = await readRef(gitDir, ref);
  }
  throw new ContentError('locked', { lock: ref });
}

interface Position {
  readonly base: string | null;
  readonly tip: string | null;
}

/** The commit, on disk; the tip where that is already what the change set makes it. */
async function makeCommit(options: CommitOptions, { base, tip }: Position): Promise<string> {
  const { objects, changeSet } = options;
  const before = await treeOf(objects, tip);
  const pair = { base: base === tip ? before : await treeOf(objects, base), tip: before };
  const changed = await findChangedPath(objects, pair, changeSet.changes);
  if (changed !== null) throw new ContentError('conflict', { path: changed });
  const tree = await treeWith(objects, before, changeSet.changes);
  if (tip !== null && tree.id === before && changeSet.changes.length > 0) {
    await objects.write(tree.objects);
    return tip;
  }
  return writeCommit(objects, {
    tree,
    parents: tip === null ? [] : [tip],
    author: signatureOf(changeSet.author, options.now),
    committer: signatureOf(options.committer, options.now),
    message: changeSet.message,
  });
}

async function treeOf(objects: ObjectStore, commitId: string | null): Promise<string | null> {
  return commitId === null ? null : (await objects.readCommit(commitId)).tree;
}

function point(
  { gitDir, changeSet, committer, now, lockWaitMs }: CommitOptions,
  move: { readonly ref: string; readonly from: string | null; readonly to: string },
): Promise<'set' | 'stale'> {
  const [subject = ''] = changeSet.message.split('\n');
  const reason = move.from === null ? `commit (initial): ${subject}` : `commit: ${subject}`;
  return setRef({ ...move, gitDir, committer, now: now.getTime(), reason, lockWaitMs });
}

async function refuseLostHistory(options: CommitOptions, ref: string): Promise<void> {
  if (!(await hasHistory(options))) return;
  // Somebody else may have made the first commit since the branch was read.
  if ((await readRef(options.gitDir, ref)) === null) throw new ContentError('corrupt', { what: ref });
}

/** Whether the repository has a ref or a commit at all. Packs come from pushes and clean-ups: there is history. */
async function hasHistory({ gitDir, objects }: CommitOptions): Promise<boolean> {
  if ((await listRefs(gitDir)).size > 0) return true;
  const objectsFolder = path.join(gitDir, 'objects');
  if ((await listPacks(path.join(objectsFolder, 'pack'))).length > 0) return true;
  for await (const id of storedIds(objectsFolder)) {
    if ((await objects.sizeOf(id))?.type === 'commit') return true;
  }
  return false;
}
