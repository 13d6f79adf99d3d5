import type { Person } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { fileIdAt } from '../../store/file-at-commit.ts';
import { objectId } from '../../store/objects/object-id.ts';
import type { OutsideFile, WorkTreeStatus } from '../../store/work-tree/status.ts';
import type { WorkTree } from '../../store/work-tree/work-tree.ts';
import type { MergePosts } from '../posts/posts-merging.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import type { Workspace } from '../workspace.ts';
import { keepAside, takeAsItIs, takeUp } from './outside-commit.ts';
import { createHeldFiles } from './outside-held.ts';
import {
  groupFiles,
  isTakenUp,
  type OutsideItem,
  pairFiles,
  type TakenFile,
  unreadableReason,
} from './outside-items.ts';
import { createOutsideReaders } from './outside-readers.ts';
import { CLASH, GONE, type LeftFile, leftFiles, NO_FILE, type OutsideReport } from './outside-report.ts';
import { createStillness } from './outside-stillness.ts';
import { createTakings } from './outside-takings.ts';

interface OutsideLookOptions {
  readonly workspace: Workspace;
  readonly pending: PendingVersions;
  readonly mergePosts: MergePosts;
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
  const held = createHeldFiles({ gitDir, objects: workspace.objects, pending, workTree, say });
  const context = { workspace, pending, mergePosts: options.mergePosts };
  const readers = createOutsideReaders({ context, held });
  const takings = createTakings({ gitDir, say });
  const stillOnes = createStillness(options.stillForMs);
  /** Files that clash, as they were then: asked again only when file or branch changed. */
  const clashes = new Map<string, { readonly key: string; readonly reason: string }>();

  /** What may be taken up: not what is staged by hand, nor what waits to be published as it is. */
  async function candidatesOf(status: WorkTreeStatus): Promise<readonly OutsideFile[]> {
    const found: OutsideFile[] = [];
    for (const file of [...status.changed, ...status.deleted, ...status.added]) {
      if (!isTakenUp(file.path) || status.staged.includes(file.path)) continue;
      if (!(await held.isHeld(file.path))) found.push(file);
    }
    return found;
  }

  async function sorted(files: readonly TakenFile[]) {
    const forReaders: OutsideItem[] = [];
    for (const item of pairFiles(files)) if (await readers.concerns(item)) forReaders.push(item);
    const theirs = new Set(forReaders.flatMap((item) => item.files));
    return { forReaders, others: files.filter((file) => !theirs.has(file)) };
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
    if (taken === null) return null;
    const { commit } = await workspace.current();
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

  async function look(): Promise<OutsideReport> {
    await held.release();
    const status = await workTree.status();
    const candidates = await candidatesOf(status);
    const left = leftFiles(status);
    if (status.pause !== null) return { paused: status.pause.reason, taken: 0, waiting: [], left };
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
    const { forReaders, others } = await sorted(files);
    for (const item of forReaders) {
      const outcome = options.isClosed() ? 'asked' : await readers.keep(item, options.author());
      if (outcome === 'kept') taken += item.files.length;
      else left.push(...(await noteClash(item, candidates, outcome === 'clash' ? CLASH : GONE)));
    }
    const items = [...groupFiles(others)];
    for (let item = items.shift(); item !== undefined && !options.isClosed(); item = items.shift()) {
      await takings.note(item.files);
      if ((await takeUp(workspace, item, options.author())) === 'taken') {
        await settle(item);
        taken += item.files.length;
      } else if (item.action.kind === 'take-in-files')
        items.push(...item.files.flatMap((one) => groupFiles([one])));
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
    await held.forget(files);
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
    async read(path: string): Promise<TakenFile | null> {
      const file = await readNow(path);
      const heldBase = file === null ? null : await held.baseOf(path);
      return file === null || heldBase === null
        ? file
        : { ...file, base: { id: objectId('blob', heldBase), bytes: heldBase } };
    },

    /** As the author says; the version that is not kept stays within reach. */
    async resolve({ path, keep, seen }: Resolution): Promise<void> {
      const file = await readNow(path);
      if (file === null) return;
      if (seen !== undefined && seen !== (file.disk?.id ?? '')) throw new ContentError('conflict', { path });
      const [item] = groupFiles([file]);
      if (item === undefined) return;
      const { committer } = options;
      const author = options.author();
      if (
        keep === 'file' &&
        (await readers.concerns(item)) &&
        (await readers.keepAsItIs(item, author)) === 'kept'
      ) {
        clashes.delete(path);
        return;
      }
      if (keep === 'file') await takeAsItIs(workspace, item, author);
      else await keepAside(workspace, item, { gitDir, author, committer });
      await settle(item);
    },
  };
}
