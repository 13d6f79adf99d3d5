import type { OutsideFile, WorkTreeStatus } from '#content/folder/status.ts';
import type { WorkTree } from '#content/folder/work-tree.ts';
import { fileIdAt } from '#content/git/tree-differences.ts';
import type { Person } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { isImagePath, isPostPath } from '../../model/paths.ts';
import { tryReadVersion } from '../posts/post-version.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import type { Workspace } from '../workspace.ts';
import { type Destination, keepAside, publishOthers, takeAsItIs, takeUp } from './outside-commit.ts';
import {
  groupFiles,
  isTakenUp,
  type OutsideItem,
  pairFiles,
  type TakenFile,
  unreadableReason,
} from './outside-items.ts';
import { CLASH, GONE, type LeftFile, leftFiles, NO_FILE, type OutsideReport } from './outside-report.ts';
import { createStillness } from './outside-stillness.ts';
import { createTakings } from './outside-takings.ts';

interface OutsideLookOptions {
  readonly workspace: Workspace;
  readonly pending: PendingVersions;
  readonly workTree: Pick<WorkTree, 'status' | 'read' | 'accept'>;
  readonly gitDir: string;
  readonly committer: Person;
  /** Whose commits they become: the author's. */
  readonly author: () => Person;
  /** For how long a file must not change before it is taken up, in milliseconds. */
  readonly stillForMs: number;
  /** Told in a French sentence what of ours was damaged, and set aside. */
  readonly say: (sentence: string) => void;
  /** Whether nothing more is to be taken up. */
  readonly isClosed: () => boolean;
}

export interface Resolution {
  readonly path: string;
  readonly keep: 'file' | 'branch';
  /** Blob id of what the author saw in the file, '' where it was deleted; left out, whatever it is. */
  readonly seen?: string;
}

/** Looks at what other programs did to the files, and does about it what can be done; one call at a time. */
export function createOutsideLook(options: OutsideLookOptions) {
  const { workspace, workTree, pending, gitDir, say } = options;
  const context = { workspace, pending };
  const takings = createTakings({ gitDir, say });
  const stillOnes = createStillness(options.stillForMs);
  /** Files that clash, as they were then: asked again only when file or branch changed. */
  const clashes = new Map<string, { readonly key: string; readonly reason: string }>();

  /** What may be taken up: not what is staged by hand. */
  function candidatesOf(status: WorkTreeStatus): readonly OutsideFile[] {
    return [...status.changed, ...status.deleted, ...status.added].filter(
      ({ path }) => isTakenUp(path) && !status.staged.includes(path),
    );
  }

  async function readFile({ path, mark, base }: OutsideFile): Promise<TakenFile | null> {
    const disk = mark === '' ? null : await workTree.read(path);
    if (mark !== '' && disk === null) return null;
    const from = (await takenFrom(path)) ?? base;
    return { path, disk, base: from === null ? null : { id: from, bytes: await workspace.read(from) } };
  }

  /** What the branch has of a file because the file held it: whatever it holds now was made from that. */
  async function takenFrom(path: string): Promise<string | null> {
    const taken = await takings.idOf(path);
    const commit = taken === null ? null : await pending.tip();
    if (commit === null) return null;
    return (await fileIdAt(workspace.objects, { commit, path })) === taken ? taken : null;
  }

  async function readNow(path: string): Promise<TakenFile | null> {
    const { changed, deleted, added } = await workTree.status();
    const candidate = [...changed, ...deleted, ...added].find((one) => one.path === path);
    return candidate === undefined ? null : readFile(candidate);
  }

  /** The clash's name: the same as long as neither the file nor the branch changes. */
  function clashKey(commit: string | null, { mark }: OutsideFile): string {
    return `${commit} ${mark}`;
  }

  /** Settings do not wait, nor do deletions of what is published; an article that readers have is not theirs to lose by that. */
  async function destinationOf({ files }: OutsideItem): Promise<Destination | 'asked'> {
    const [file] = files;
    if (file === undefined || !(isPostPath(file.path) || isImagePath(file.path))) return 'published';
    if (file.disk !== null || files.length > 1) return 'waiting';
    const snapshot = await workspace.current();
    const deleted = file.base === null ? null : tryReadVersion({ path: file.path, bytes: file.base.bytes });
    const post = snapshot.posts.find(({ id, path }) => id === deleted?.post.id || path === file.path);
    if (post?.isPublished === true) return 'asked';
    return post !== undefined || snapshot.images.has(file.path) ? 'published' : 'waiting';
  }

  /** What becomes one commit each, by where it goes. */
  async function itemsOf(files: readonly TakenFile[]) {
    const found = new Map<Destination | 'asked', readonly TakenFile[]>();
    for (const item of pairFiles(files)) {
      const where = await destinationOf(item);
      found.set(where, [...(found.get(where) ?? []), ...item.files]);
    }
    const placed = (where: Destination) =>
      groupFiles(found.get(where) ?? []).map((item) => ({ item, where }));
    return {
      asked: pairFiles(found.get('asked') ?? []),
      items: [...placed('waiting'), ...placed('published')],
    };
  }

  async function look(): Promise<OutsideReport> {
    const status = await workTree.status();
    const candidates = candidatesOf(status);
    const left = leftFiles(status);
    if (status.pause !== null) return { paused: status.pause.reason, taken: 0, waiting: [], left };
    if (!status.isLocked && !options.isClosed()) await publishOthers(context, options.author);
    const still = status.isLocked ? new Set<string>() : stillOnes(status, candidates);
    const files: TakenFile[] = [];
    for (const candidate of candidates.filter(({ path }) => still.has(path))) {
      const { path } = candidate;
      const clash = clashes.get(path);
      if (clash?.key === clashKey(status.commit, candidate)) {
        left.push({ path, reason: clash.reason, isClash: true });
        continue;
      }
      const file = await readFile(candidate);
      const reason = file === null ? NO_FILE : unreadableReason(file);
      if (file === null || reason !== null) left.push({ path, reason: reason ?? NO_FILE, isClash: false });
      else files.push(file);
    }
    let taken = 0;
    const { asked, items } = await itemsOf(files);
    for (const item of asked) left.push(...(await noteClash(item, candidates, GONE)));
    for (let next = items.shift(); next !== undefined && !options.isClosed(); next = items.shift()) {
      const { item, where } = next;
      await takings.note(item.files);
      if ((await takeUp(context, item, { author: options.author(), where })) === 'taken') {
        await settle(item);
        taken += item.files.length;
      } else if (item.action.kind === 'take-in-files')
        items.push(
          ...item.files.flatMap((one) => groupFiles([one]).map((alone) => ({ item: alone, where }))),
        );
      else left.push(...(await noteClash(item, candidates, CLASH)));
    }
    const waiting = candidates.map(({ path }) => path).filter((path) => !still.has(path));
    return { paused: null, taken, waiting, left };
  }

  async function noteClash(
    { files }: OutsideItem,
    candidates: readonly OutsideFile[],
    reason: string,
  ): Promise<readonly LeftFile[]> {
    const { commit } = await workTree.status();
    for (const candidate of candidates.filter((one) => files.some(({ path }) => path === one.path)))
      clashes.set(candidate.path, { key: clashKey(commit, candidate), reason });
    return files.map(({ path }) => ({ path, reason, isClash: true }));
  }

  async function settle({ files }: OutsideItem): Promise<void> {
    await workTree.accept(new Map(files.map(({ path, disk }) => [path, disk?.id ?? ''])));
    const still: string[] = [];
    for (const { path, disk } of files)
      if (((await workTree.read(path))?.id ?? null) === (disk?.id ?? null)) still.push(path);
    await takings.forget(new Set(still));
    for (const { path } of files) clashes.delete(path);
  }

  return {
    /** Takes up what can be, and answers what is left. */
    look,

    /** A file as it is now, with what it was edited from; null when it is as the branch has it. */
    read: readNow,

    /** As the author says; the version that is not kept stays within reach. */
    async resolve({ path, keep, seen }: Resolution): Promise<void> {
      const file = await readNow(path);
      if (file === null) return;
      if (seen !== undefined && seen !== (file.disk?.id ?? '')) throw new ContentError('conflict', { path });
      const [item] = groupFiles([file]);
      if (item === undefined) return;
      const { committer } = options;
      const author = options.author();
      const where = (await destinationOf(item)) === 'waiting' ? 'waiting' : 'published';
      if (keep === 'file') await takeAsItIs(context, item, { author, where });
      else await keepAside(workspace, item, { gitDir, author, committer });
      await settle(item);
    },
  };
}
