import type { Handlers } from '#content/contract/operation.ts';
import type { OutsideCalls } from '#content/contract/outside.ts';
import type { Person } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { CAPACITY_FILE, isImagePath, SITE_FILE } from '#content/model/paths.ts';
import type { Snapshot } from '#content/model/snapshot.ts';
import { createOutsideEdits } from '#content/service/outside-edits.ts';
import type { OutsideReport } from '#content/service/outside-report.ts';
import type { Workspace } from '#content/service/workspace.ts';
import { mergePosts } from '#content/store/merge/merge-post.ts';
import type { PendingVersions } from '#content/store/pending.ts';
import { watchPending } from '#content/store/pending-watch.ts';
import type { WorkTree } from '#content/store/work-tree/work-tree.ts';

interface OutsideOptions {
  readonly workspace: Workspace;
  readonly workTree: WorkTree;
  readonly pending: PendingVersions;
  readonly gitDir: string;
  readonly committer: Person;
  /** Whose commits other programs' changes become. */
  readonly author: () => Person;
  readonly onError: (error: unknown) => void;
}

const UNSEEN: OutsideReport = { paused: null, taken: 0, waiting: [], left: [] };

/** Follows what other programs do in the folder, and answers the calls about it. */
export function followOutside(options: OutsideOptions) {
  const { workspace, workTree, pending, gitDir } = options;
  let seen = UNSEEN;
  let takenUp = 0;
  const onLooked = (report: OutsideReport): void => {
    seen = report;
    takenUp += report.taken;
  };
  const edits = createOutsideEdits({ ...options, mergePosts, onLooked });
  const told = () => ({ paused: seen.paused, takenUp, left: [...seen.left] });
  const look = async () => {
    await edits.look();
    return told();
  };

  /** Only what was told to clash is read or settled: a page names no other file. */
  function checkClash(path: string): void {
    if (!seen.left.some((file) => file.isClash && file.path === path))
      throw new ContentError('not-found', { what: 'Ce fichier' });
  }

  async function branchBytes(snapshot: Snapshot, path: string): Promise<Uint8Array | null> {
    const id = blobAt(snapshot, path);
    return id === null ? null : workspace.read(id);
  }

  const handlers: Handlers<OutsideCalls, undefined> = {
    getOutside: () => Promise.resolve(told()),
    lookOutside: look,
    async getOutsideTexts({ path }) {
      checkClash(path);
      const snapshot = await workspace.current();
      const post = snapshot.posts.find((candidate) => candidate.path === path);
      if (isImagePath(path)) return { file: null, branch: null, postId: null };
      const kept = post === undefined ? null : await pending.read(post.id);
      const waiting = kept?.version ? workspace.read(kept.version.file.blobId) : null;
      const [file, branch] = await Promise.all([workTree.read(path), waiting ?? branchBytes(snapshot, path)]);
      return { file: textOf(file?.bytes), branch: textOf(branch), postId: post?.id ?? null };
    },
    async settleOutside({ path, keep }) {
      checkClash(path);
      await edits.resolve(path, keep);
      return look();
    },
  };
  let unwatch = (): void => undefined;
  return {
    handlers,
    open(): void {
      edits.open();
      // A file whose text was published or dropped follows the branch again.
      unwatch = watchPending({ gitDir, onChange: edits.notice });
    },
    async close(): Promise<void> {
      unwatch();
      await edits.close();
    },
  };
}

function blobAt(snapshot: Snapshot, path: string): string | null {
  if (path === SITE_FILE) return snapshot.siteId === '' ? null : snapshot.siteId;
  if (path === CAPACITY_FILE) return snapshot.capacityId === '' ? null : snapshot.capacityId;
  return snapshot.posts.find((post) => post.path === path)?.revision ?? null;
}

function textOf(bytes: Uint8Array | null | undefined): string | null {
  return bytes === null || bytes === undefined ? null : new TextDecoder().decode(bytes);
}
