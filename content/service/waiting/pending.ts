import { refuseUnfiltered } from '#content/git/attributes.ts';
import { createLatest, requireFirst, StaleError, untilFirst } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories, isAncestor } from '#content/git/paint-history.ts';
import { readReflog } from '#content/git/refs/reflog.ts';
import { readRef, WORK_BRANCH } from '#content/git/refs/refs.ts';
import { setRef } from '#content/git/refs/set-ref.ts';
import type { Repository } from '#content/git/repository.ts';
import { entryAt, fileIdIn, treeOf } from '#content/git/tree-differences.ts';
import { commitTree, type MadeTree, refuseOddNames, treeWith } from '#content/git/write-commit.ts';
import { type CommitAction, commitMessage, waitingMessage } from '../../contract/commit-sentences.ts';
import type { LeftOut, WaitingQuestion } from '../../contract/commit-trailers.ts';
import { movedFile, type Person, type TreeChange } from '../../model/change-set.ts';
import { ContentError, hasCode, ifSound } from '../../model/errors.ts';
import { addressedAt } from '../../model/paths.ts';
import type { Trouble } from '../../model/trouble.ts';
import { slugTaken } from '../posts/find-post.ts';
import { listBackups } from '../syncing/backups.ts';
import { questionText, textsToWait } from '../syncing/stated-questions.ts';
import { type FileAt, isSameFile } from '../syncing/tree-sides.ts';
import { bringPublished, joinWaiting, type MergedWork } from './merge-work.ts';
import { leftOutNow, type Remaking, remakeWork } from './remake-work.ts';
import {
  askedOf,
  foreign,
  lastWithdrawn,
  NOTHING_WAITS,
  readWorkBranch,
  type Waiting,
  type WaitingFile,
  type WorkPlan,
  type WorkState,
  type WorkTip,
  workTrouble,
} from './work-branch.ts';
import type { Tips } from './work-history.ts';

export interface PendingChange {
  /** The post's id. */
  readonly id: string;
  /** The file as its author saw it: the one that waits, or else the published one. */
  readonly replaces: FileAt;
  /** The published file that the new text is made from; null for a post that was never published. */
  readonly basedOn: FileAt | null;
  readonly file: { readonly path: string; readonly bytes: Uint8Array };
  /** What it shows and what comes with it. */
  readonly images: readonly TreeChange[];
  readonly action: CommitAction;
  readonly author: Person;
}

interface PendingOptions {
  /** {@link WORK_BRANCH} unless said otherwise. */
  readonly workBranch?: string;
  /** Around each move of the work branch, where files follow it (content/folder). */
  readonly moving?: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

interface NewCommit {
  readonly tree: MadeTree;
  readonly parents: readonly string[];
  readonly message: string;
  readonly questions: readonly WaitingQuestion[];
  /** Encrier itself when absent. */
  readonly author?: Person;
}

/**
 * The texts of posts that readers do not see yet (docs/design.md, Two branches): the work branch holds what is published with
 * these in it, one commit a save. It only ever moves forward, so that it can be pushed; it is begun at the first need, and it
 * takes in what is published before each change of its own.
 */
export function createPendingVersions(
  repository: Repository,
  { workBranch = WORK_BRANCH, moving = (work) => work() }: PendingOptions = {},
) {
  const { gitDir, branch, objects } = repository;
  const ref = `refs/heads/${workBranch}`;
  const latest = createLatest<{ readonly failures: number; readonly state: WorkState | null }>();
  let fault: 'damaged' | 'foreign' | null = null;

  async function tips() {
    const [main, work] = await Promise.all([readRef(gitDir, `refs/heads/${branch}`), readRef(gitDir, ref)]);
    return { main, work };
  }

  /** Null while nothing ever waited, and where the branch of this name is somebody else's, or damaged. */
  async function state(): Promise<WorkState | null> {
    try {
      const { main, work } = await tips();
      const now = main === null || work === null ? null : await stateAt({ main, work });
      fault = now === null && work !== null && main !== null ? 'foreign' : null;
      return now;
    } catch (error) {
      if (!hasCode(error, 'corrupt')) throw error;
      fault = 'damaged';
      return null;
    }
  }

  async function stateAt(at: Tips): Promise<WorkState | null> {
    const failures = objects.failures(); // Once a read failed, what was sound is read again.
    const { state: now } = await latest(`${at.main} ${at.work} ${failures}`, async (last) => {
      const known = await last?.catch(() => null);
      const before = known?.failures === failures ? known.state : null;
      return { failures, state: await readWorkBranch(objects, at, { published, before }) };
    });
    return now;
  }

  const published = (): Promise<readonly string[]> => readReflog(gitDir, `refs/heads/${branch}`);

  /** Throws a StaleError where somebody else moved the branch first. */
  async function move(from: string | null, to: string): Promise<void> {
    const change = { ref, from, to, reason: 'waiting' };
    requireFirst((await moving(() => setRef(repository, change))) === 'set');
  }

  /** Attempts until nobody else moved the branch meanwhile. */
  const untilMoved = <Value>(attempt: () => Promise<Value>): Promise<Value> =>
    untilFirst(new ContentError('locked', { lock: ref }), attempt);

  function write({ message, questions, ...made }: NewCommit): Promise<string> {
    return commitTree(repository, { ...made, message: waitingMessage(message, questions) });
  }

  function writeMerge(
    kind: 'bring-published' | 'merge-waiting',
    { stated, ...merged }: MergedWork,
  ): Promise<string> {
    return write({ ...merged, message: commitMessage({ kind, questions: stated.map(questionText) }) });
  }

  /** A work branch once it holds what is published; on disk, no ref moves. */
  async function brought(now: WorkState): Promise<string> {
    if (now.isUpToDate) return now.work;
    if (now.own.length === 0 && textsToWait(now.missing).length === 0) return now.main;
    return writeMerge('bring-published', await bringPublished(objects, now));
  }

  /** Has files that another program moved say which posts they are. */
  async function keepIds({ work, moved }: WorkState): Promise<void> {
    let last = work;
    for (const { post, file } of moved) {
      const tree = await treeWith(objects, await treeOf(objects, last), [file]);
      const message = commitMessage({ kind: 'take-in', change: 'move', post });
      last = await write({ tree, parents: [last], message, questions: [] });
    }
    await move(work, last);
  }

  /** Takes what is published into the work branch, if there is one; answers it as it is then. */
  function bring(): Promise<WorkState | null> {
    return untilMoved(async () => {
      const { main, work } = await tips();
      if (main === null || work === null) return null;
      const now = await stateAt({ main, work });
      if (now === null) throw foreign(workBranch);
      if (now.isUpToDate && now.moved.length === 0) return now;
      if (now.isUpToDate) await keepIds(now);
      else await move(work, await brought(now));
      throw new StaleError(); // It is there now, unless more was published meanwhile.
    });
  }

  /**
   * Changes files of the work branch in one commit of what `plan` says of what it holds then, and answers its value. On disk when
   * this answers.
   */
  function change<Value>(author: Person, plan: (tip: WorkTip) => Promise<WorkPlan<Value>>): Promise<Value> {
    return untilMoved(async () => {
      const now = await bring();
      const main = now?.main ?? (await tips()).main;
      if (main === null) throw new ContentError('starting', {});
      const { work: from, posts } = now ?? NOTHING_WAITS;
      // Where there is none it is begun at the published one.
      const tip = from ?? main;
      const tree = await treeOf(objects, tip);
      const planned = await plan({ commit: tip, main, tree, posts });
      const { changes, action, value, questions = [] } = planned;
      if (changes.length === 0 && !('questions' in action)) return value;
      await refuseOddNames(objects, tree, changes);
      await refuseUnfiltered(objects, tree, changes);
      const made = await treeWith(objects, tree, changes);
      const message = commitMessage(action);
      await move(from, await write({ tree: made, parents: [tip], message, questions, author }));
      return value;
    });
  }

  return {
    /** Its name. */
    branch: workBranch,
    change,

    /** What keeps the author from what waits, as of the last time it was asked for; none when all is well. */
    troubles: (): readonly Trouble[] => (fault === null ? [] : [workTrouble(workBranch, fault)]),

    /** All that waits; one object, at no cost, while neither branch moves. */
    waiting: async (): Promise<Waiting> => (await state()) ?? NOTHING_WAITS,

    /**
     * What waits on a commit of a work branch, ours or another machine's, beside what is published now or was once (`then`); nothing
     * where it cannot be read.
     */
    async listAt(work: string | null, then?: string): Promise<ReadonlyMap<string, WaitingFile>> {
      const main = then ?? (await tips()).main;
      if (main === null || work === null) return new Map();
      const reading = readWorkBranch(objects, { main, work }, { published, before: null });
      return (await ifSound(reading, null))?.posts ?? new Map();
    },

    /**
     * Keeps a version, on disk when this resolves. Throws a StaleError when the file is no longer the one its author saw, and nothing
     * changed; ContentError 'slug-taken' where another post has, or waits for, the address.
     */
    keep: ({ id, replaces, basedOn, file, images, action, author }: PendingChange): Promise<void> =>
      change(author, async ({ main, tree, posts }) => {
        const waiting = posts.get(id);
        const isGone = waiting === undefined && (await fileIdIn(objects, tree, replaces.path)) === null;
        // Where somebody deleted the file on this branch alone, the text that is kept now is what is wanted.
        const seen = isGone ? await treeOf(objects, main) : tree;
        if (!(await isAt(objects, seen, replaces))) return { changes: [], action, value: false };
        const live = waiting === undefined ? replaces : waiting.live;
        if (replaces.path !== file.path) await refuseTaken(objects, tree, file.path);
        const questions = askedOf({ basedOn, live }).map((from) => ({ ...from, post: id }));
        return { changes: [...movedFile(replaces, file), ...images], action, value: true, questions };
      }).then(requireFirst),

    /** Begins the text of a post that is not published. Throws ContentError 'slug-taken'. */
    create: (file: PendingChange['file'], action: CommitAction, author: Person): Promise<void> =>
      change(author, async ({ tree }) => {
        await refuseTaken(objects, tree, file.path);
        return { changes: [file], action, value: undefined };
      }),

    /** Takes the file of a post that is not published away. Throws a StaleError when it is no longer the one its author saw. */
    remove: (
      post: { readonly id: string; readonly title: string },
      seen: FileAt,
      author: Person,
    ): Promise<void> =>
      change(author, async ({ tree }) => {
        const value = await isAt(objects, tree, seen);
        return { changes: value ? movedFile(seen, null) : [], action: { kind: 'delete', post }, value };
      }).then(requireFirst),

    /**
     * Takes what waits of a post back to what was published when the branches were last one; false when it is no longer what
     * its author saw. Throws ContentError 'slug-taken' where another program put another file there while the post waited elsewhere.
     */
    drop: (
      { id, title }: { readonly id: string; readonly title: string },
      seen: FileAt,
      author: Person,
    ): Promise<boolean> =>
      change(author, async ({ tree, posts }) => {
        const waiting = posts.get(id);
        const action = { kind: 'drop', post: { id, title } } as const;
        if (waiting === undefined || !isSameFile(waiting.file, seen))
          return { changes: [], action, value: false };
        const { file, live } = waiting;
        const back = live === null ? null : { path: live.path, bytes: (await objects.read(live.id)).bytes };
        if (back !== null && back.path !== file.path)
          await refuseTaken(objects, tree, back.path, 'waiting text');
        return { changes: movedFile(file, back), action, value: true };
      }),

    /**
     * What is published is taken into what waits: whatever was published of it waits no longer. Where that cannot be done now (a
     * lock, a full disk, a damaged or foreign branch) the answer is false, and the next change of what waits does it.
     */
    async mergePublished(): Promise<boolean> {
      try {
        await bring();
        return true;
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        await state(); // What is wrong is told.
        return false;
      }
    },

    /** The newest commit in the branch's history that was published here once and is no longer; null for none. */
    async withdrawn(): Promise<string | null> {
      const now = await state();
      return now === null ? null : lastWithdrawn(now.own, published);
    },

    /**
     * Makes the branch anew as `plan` says; false where that is nothing. `keep` names where it was before it moves: no other ref of
     * ours does afterwards.
     */
    remake: (
      plan: (now: WorkState) => Promise<Remaking | null>,
      keep: (commit: string) => Promise<string>,
      isTaken: (commit: string) => Promise<boolean> = () => Promise.resolve(true),
    ): Promise<boolean> =>
      untilMoved(async () => {
        const now = await state();
        const remaking = now === null ? null : await plan(now);
        if (now === null || remaking === null) return false;
        const made = await remakeWork(objects, now, remaking);
        const paths = [...remaking.left];
        if (paths.length === 0 && (made === now.work || !(await isTaken(made)))) return false;
        const backup = await keep(now.work);
        const tree = { id: await treeOf(objects, made), objects: [] };
        const message = commitMessage({ kind: 'leave-out', paths, backup });
        const to = paths.length === 0 ? made : await write({ tree, parents: [made], message, questions: [] });
        await move(now.work, to);
        return true;
      }),

    /** Files that a remote did not take and that nobody put back, as long as nobody took note of where they are kept. */
    async leftOut(): Promise<readonly LeftOut[]> {
      const now = await state();
      const left = now === null ? [] : await leftOutNow(objects, now);
      if (left.length === 0) return [];
      const open = new Set((await listBackups(repository, workBranch)).map(({ ref }) => ref));
      return left.filter(({ backup }) => open.has(backup));
    },

    /** Has a work branch, with nothing that waits where there is none yet. */
    begin: (): Promise<void> =>
      untilMoved(async () => {
        const { main, work } = await tips();
        if (main !== null && work === null) await move(null, main);
      }),

    /** Where the work branch is; null before the first need. */
    tip: (): Promise<string | null> => readRef(gitDir, ref),

    /**
     * Has our work branch hold what another machine's does, whose commits are here. Where both changed one text in one place ours
     * stays, and the merge asks about theirs.
     */
    join: (theirs: string): Promise<void> =>
      untilMoved(async () => {
        const { main, work } = await tips();
        if (work === theirs || main === null) return;
        if (work === null) {
          const { bases } = await compareHistories(objects, { ours: [theirs], theirs: [main] });
          if (bases.length > 0) await move(null, theirs);
        } else if (await isAncestor(objects, work, theirs)) await move(work, theirs);
        else if (!(await isAncestor(objects, theirs, work))) {
          const here = (await state()) === null ? null : await bring();
          if (here === null) return;
          const at = { main: here.main, work: theirs };
          const there = await readWorkBranch(objects, at, { published, before: null });
          if (there === null) return;
          // Each holds what is published: what goes on waiting in place of the other's text takes none of that back.
          const joining = { main: here.main, ours: here.work, theirs: await brought(there) };
          const merged = await joinWaiting(objects, joining);
          if (merged !== null) await move(here.work, await writeMerge('merge-waiting', merged));
        }
      }),
  };
}

export type PendingVersions = ReturnType<typeof createPendingVersions>;

async function isAt(objects: ObjectStore, tree: string, { path, id }: FileAt): Promise<boolean> {
  return (await fileIdIn(objects, tree, path)) === id;
}

async function refuseTaken(
  objects: ObjectStore,
  tree: string,
  path: string,
  by?: 'waiting text',
): Promise<void> {
  if ((await entryAt(objects, tree, path.split('/'))) === null) return;
  const { slug } = addressedAt(path);
  throw by === undefined
    ? slugTaken(addressedAt(path), addressedAt(path))
    : new ContentError('slug-taken', { slug, by });
}
