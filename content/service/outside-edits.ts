import type { Person } from '../model/change-set.ts';
import { hasCode } from '../model/errors.ts';
import { createOneAtATime } from '../store/one-at-a-time.ts';
import type { OutsideFile, WorkTreeStatus } from '../store/work-tree/status.ts';
import type { WorkTree } from '../store/work-tree/work-tree.ts';
import { keepAside, takeAsItIs, takeUp } from './outside-commit.ts';
import {
  groupFiles,
  isTakenUp,
  type OutsideItem,
  type TakenFile,
  unreadableReason,
} from './outside-items.ts';
import type { Workspace } from './workspace.ts';

interface OutsideEditsOptions {
  readonly workspace: Workspace;
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

/** A file of the folder that is not as the branch has it, for showing. */
export interface LeftFile {
  readonly path: string;
  /** A French sentence. */
  readonly reason: string;
  /** Whether `resolve` can settle it: both the file and the branch changed. */
  readonly isClash: boolean;
}

export interface OutsideReport {
  /** Why nothing is written in the folder, in French; null when all is well. */
  readonly paused: string | null;
  /** How many files were taken up by this look. */
  readonly taken: number;
  /** Files that are about to be taken up, once they are still. */
  readonly waiting: readonly string[];
  readonly left: readonly LeftFile[];
}

const STILL_MS = 1500;
/** Between two looks at files that are not still. */
const SOONEST_MS = 100;
const CLASH = 'Changé ici et dans Encrier au même endroit\u00a0: à vous de choisir.';
const STAGED = 'Préparé dans git pour un commit à la main.';
const OTHER = 'N’est ni un article ni une image\u00a0: Encrier n’y touche pas.';
const NO_FILE = 'N’est pas un fichier ordinaire, ou ne peut pas être lu\u00a0: Encrier n’y touche pas.';

/**
 * Takes up what other programs do to the files of a clone: a post, an image or a settings file that has been still for a
 * moment becomes a commit of the author's, as it is, merged with what the branch did meanwhile. Nothing else is touched;
 * all of it is listed. Nothing is taken up while git is in the middle of something.
 */
export function createOutsideEdits(options: OutsideEditsOptions) {
  const { workspace, workTree, stillForMs = STILL_MS } = options;
  const oneAtATime = createOneAtATime();
  let seen: ReadonlyMap<string, { readonly mark: string; readonly since: number }> = new Map();
  /** Files that clash, as they were then: asked again only when file or branch changed. */
  const clashes = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
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

  async function readFile({ path, mark, base }: OutsideFile): Promise<TakenFile | null> {
    const disk = mark === '' ? null : await workTree.read(path);
    if (mark !== '' && disk === null) return null;
    return { path, disk, base: base === null ? null : { id: base, bytes: await workspace.read(base) } };
  }

  /** The clash's name: the same as long as neither the file nor the branch changes. */
  function clashKey(commit: string | null, { mark }: OutsideFile): string {
    return `${commit} ${mark}`;
  }

  async function look(): Promise<OutsideReport> {
    const status = await workTree.status();
    const candidates = [...status.changed, ...status.deleted, ...status.added].filter(
      ({ path }) => isTakenUp(path) && !status.staged.includes(path),
    );
    const left = leftFiles(status);
    if (status.pause !== null) return { paused: status.pause.reason, taken: 0, waiting: [], left };
    const still = status.isLocked ? new Set<string>() : stillOnes(status, candidates);
    const files: TakenFile[] = [];
    for (const candidate of candidates.filter(({ path }) => still.has(path))) {
      const { path } = candidate;
      if (clashes.get(path) === clashKey(status.commit, candidate)) {
        left.push({ path, reason: CLASH, isClash: true });
        continue;
      }
      const file = await readFile(candidate);
      const reason = file === null ? NO_FILE : unreadableReason(file);
      if (file === null || reason !== null) left.push({ path, reason: reason ?? NO_FILE, isClash: false });
      else files.push(file);
    }
    let taken = 0;
    const items = [...groupFiles(files)];
    for (let item = items.shift(); item !== undefined && !isClosed; item = items.shift()) {
      if ((await takeUp(workspace, item, options.author())) === 'taken') {
        await settle(item);
        taken += item.files.length;
      } else if (item.action.kind === 'take-in-files')
        items.push(...item.files.flatMap((one) => groupFiles([one])));
      else left.push(...(await noteClash(item, candidates)));
    }
    const waiting = candidates.map(({ path }) => path).filter((path) => !still.has(path));
    return { paused: null, taken, waiting, left };
  }

  async function noteClash(
    { files }: OutsideItem,
    candidates: readonly OutsideFile[],
  ): Promise<readonly LeftFile[]> {
    const { commit } = await workTree.status();
    for (const candidate of candidates.filter((one) => files.some(({ path }) => path === one.path)))
      clashes.set(candidate.path, clashKey(commit, candidate));
    return files.map(({ path }) => ({ path, reason: CLASH, isClash: true }));
  }

  async function settle({ files }: OutsideItem): Promise<void> {
    await workTree.accept(new Map(files.map(({ path, disk }) => [path, disk?.id ?? ''])));
    for (const { path } of files) clashes.delete(path);
  }

  async function lookAndTell(): Promise<OutsideReport> {
    await workTree.follow();
    const report = await look();
    if (report.waiting.length > 0) lookSoon(Math.max(stillForMs, SOONEST_MS));
    options.onLooked?.(report);
    return report;
  }

  function lookSoon(after: number): void {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      oneAtATime(lookAndTell).catch((error: unknown) => {
        // Git began something since the look, or a save came between each time: the next look finds it again.
        if (!hasCode(error, 'read-only') && !hasCode(error, 'conflict')) options.onError(error);
      });
    }, after);
    timer.unref();
  }

  return {
    /** Begins to watch, and looks once. */
    open(): void {
      stopWatching = workTree.watch(() => lookSoon(0));
      lookSoon(0);
    },

    /** Looks at once, as when the window gets the focus; files changed a moment ago are left for the next look. */
    look: (): Promise<OutsideReport> => oneAtATime(lookAndTell),

    /**
     * Settles a clash as the author says: the file as it is on disk, or the branch's version in its place. The other one
     * stays within reach.
     */
    resolve(path: string, keep: 'file' | 'branch'): Promise<void> {
      return oneAtATime(async () => {
        const { changed, deleted, added } = await workTree.status();
        const candidate = [...changed, ...deleted, ...added].find((one) => one.path === path);
        const file = candidate === undefined ? null : await readFile(candidate);
        if (file === null) return;
        const [item] = groupFiles([file]);
        if (item === undefined) return;
        const { gitDir, committer } = options;
        const author = options.author();
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

function leftFiles({ changed, deleted, added, staged, unreadable, refused }: WorkTreeStatus): LeftFile[] {
  const others = [...changed, ...deleted, ...added]
    .map(({ path }) => path)
    .filter((path) => !isTakenUp(path));
  return [
    ...staged.map((path) => ({ path, reason: STAGED, isClash: false })),
    ...others
      .filter((path) => !staged.includes(path))
      .map((path) => ({ path, reason: OTHER, isClash: false })),
    ...unreadable.map((path) => ({ path, reason: NO_FILE, isClash: false })),
    ...refused.map((file) => ({ ...file, isClash: false })),
  ];
}
