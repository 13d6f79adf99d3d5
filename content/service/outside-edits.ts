import type { Person } from '../model/change-set.ts';
import { ContentError, hasCode } from '../model/errors.ts';
import { objectId } from '../store/object-id.ts';
import { createOneAtATime } from '../store/one-at-a-time.ts';
import type { PendingVersions } from '../store/pending.ts';
import type { OutsideFile, WorkTreeStatus } from '../store/work-tree/status.ts';
import type { WorkTree } from '../store/work-tree/work-tree.ts';
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
import type { MergePosts } from './posts-merging.ts';
import type { Workspace } from './workspace.ts';

interface OutsideEditsOptions {
  readonly workspace: Workspace;
  readonly pending: PendingVersions;
  readonly mergePosts: MergePosts;
  readonly workTree: Pick<WorkTree, 'status' | 'read' | 'accept' | 'follow' | 'watch'>;
  readonly gitDir: string;
  readonly committer: Person;
  /** Whose commits they become: the author's. */
  readonly author: () => Person;
  /** For how long a file must not change before it is taken up, in milliseconds. */
  readonly stillForMs?: number;
  /** Told of each look. */
  readonly onLooked?: (seen: OutsideReport) => void;
  readonly onError: (error: unknown) => void;
}

interface Resolution {
  readonly path: string;
  readonly keep: 'file' | 'branch';
  /** Blob id of what the author saw in the file, '' where it was deleted; left out, whatever it is. */
  readonly seen?: string;
}

const STILL_MS = 1500;
/** Between two looks at files that are not still. */
const SOONEST_MS = 100;
/** After a look, no other begins by itself for so many times what it took: each of our saves is told as a change too. */
const REST = 3;
const LONGEST_REST_MS = 3000;
/**
 * Takes up what other programs do to the files of a clone: a post, an image or a settings file that has been still for a
 * moment becomes a commit of the author's, as it is, merged with what the branch did meanwhile; what readers would see of it
 * waits as a pending version. Nothing else is touched; all of it is listed. Nothing is taken up while git is in the middle of something.
 */
export function createOutsideEdits(options: OutsideEditsOptions) {
  const { workspace, workTree, pending, gitDir, stillForMs = STILL_MS } = options;
  const held = createHeldFiles({ gitDir, objects: workspace.objects, pending, workTree });
  const context = { workspace, pending, mergePosts: options.mergePosts };
  const readers = createOutsideReaders({ context, held });
  const oneAtATime = createOneAtATime();
  let seen: ReadonlyMap<string, { readonly mark: string; readonly since: number }> = new Map();
  /** Files that clash, as they were then: asked again only when file or branch changed. */
  const clashes = new Map<string, { readonly key: string; readonly reason: string }>();
  let timer: NodeJS.Timeout | null = null;
  let restsUntil = 0;
  let stopWatching: () => void = () => undefined;
  let isClosed = false;

  /** The candidates that have not changed for long enough; those added or deleted wait for each other: a move is both. */
  function stillOnes(status: WorkTreeStatus, candidates: readonly OutsideFile[]): ReadonlySet<string> {
    const now = performance.now();
    seen = new Map(
      candidates.map(({ path, mark }) => {
        const before = seen.get(path);
        return [path, before?.mark === mark ? before : { mark, since: now }];
      }),
    );
    const isStill = ({ path }: OutsideFile): boolean => now - (seen.get(path)?.since ?? now) >= stillForMs;
    const comings = candidates.filter((file) => !status.changed.includes(file));
    const areStill = comings.every(isStill);
    return new Set(
      candidates
        .filter((file) => isStill(file) && (areStill || !comings.includes(file)))
        .map(({ path }) => path),
    );
  }

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
    return { path, disk, base: base === null ? null : { id: base, bytes: await workspace.read(base) } };
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
      const outcome = isClosed ? 'asked' : await readers.keep(item, options.author());
      if (outcome === 'kept') taken += item.files.length;
      else left.push(...(await noteClash(item, candidates, outcome === 'clash' ? CLASH : GONE)));
    }
    const items = [...groupFiles(others)];
    for (let item = items.shift(); item !== undefined && !isClosed; item = items.shift()) {
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
    for (const { path } of files) clashes.delete(path);
  }

  async function lookAndTell(): Promise<OutsideReport> {
    const begun = performance.now();
    await workTree.follow();
    const report = await look();
    const ended = performance.now();
    restsUntil = ended + Math.min(REST * (ended - begun), LONGEST_REST_MS);
    if (report.waiting.length > 0) lookSoon(Math.max(stillForMs, SOONEST_MS));
    options.onLooked?.(report);
    return report;
  }

  function lookSoon(after: number): void {
    if (timer !== null || isClosed) return;
    timer = setTimeout(
      () => {
        timer = null;
        oneAtATime(lookAndTell).catch((error: unknown) => {
          // Git began something since the look, or a save came between each time: the next look finds it again.
          if (!hasCode(error, 'read-only') && !hasCode(error, 'conflict')) options.onError(error);
        });
      },
      Math.max(after, restsUntil - performance.now()),
    );
    timer.unref();
  }

  return {
    /** Begins to watch, and looks once. */
    open(): void {
      stopWatching = workTree.watch(() => lookSoon(0));
      lookSoon(0);
    },

    /** Something changed beside the files: a pending version came, or is gone. */
    notice: (): void => lookSoon(0),

    /** Looks at once, as when the window gets the focus; files changed a moment ago are left for the next look. */
    look: (): Promise<OutsideReport> => oneAtATime(lookAndTell),

    /** A file as it is now, with what it was edited from; null when it is as the branch has it. */
    read: (path: string): Promise<TakenFile | null> =>
      oneAtATime(async () => {
        const file = await readNow(path);
        const heldBase = file === null ? null : await held.baseOf(path);
        return file === null || heldBase === null
          ? file
          : { ...file, base: { id: objectId('blob', heldBase), bytes: heldBase } };
      }),

    /**
     * Settles a clash as the author says: the file as it is on disk, or the branch's version in its place. The other one
     * stays within reach. Throws ContentError 'conflict' when the file is no longer the one the author saw.
     */
    resolve({ path, keep, seen }: Resolution): Promise<void> {
      return oneAtATime(async () => {
        const file = await readNow(path);
        if (file === null) return;
        if (seen !== undefined && seen !== (file.disk?.id ?? ''))
          throw new ContentError('conflict', { path });
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
      });
    },

    /** Ends after the look under way. */
    async close(): Promise<void> {
      isClosed = true;
      stopWatching();
      if (timer !== null) clearTimeout(timer);
      await oneAtATime(() => Promise.resolve());
    },
  };
}

export type OutsideEdits = ReturnType<typeof createOutsideEdits>;
