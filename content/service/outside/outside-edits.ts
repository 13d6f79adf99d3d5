import type { OutsideFile, WorkTreeStatus } from '#content/folder/status.ts';
import type { WorkTree } from '#content/folder/work-tree.ts';
import { createOneAtATime } from '#content/git/concurrency.ts';
import { fileIdAt } from '#content/git/tree-differences.ts';
import { sentenceOf } from '../../contract/french.ts';
import type { Handlers, InputOf } from '../../contract/operation.ts';
import type { LeftFile, OutsideCalls } from '../../contract/outside.ts';
import type { Person } from '../../model/change-set.ts';
import { ContentError, hasCode } from '../../model/errors.ts';
import { isContentPath, isImagePath, isPostPath } from '../../model/paths.ts';
import { outsideSides } from '../compared-sides.ts';
import type { ImagePipeline } from '../images/image-pipeline.ts';
import type { Workspace } from '../workspace.ts';
import {
  type Destination,
  keepAside,
  placesOf,
  publishOthers,
  putBack,
  takeAsItIs,
  takeUp,
} from './outside-commit.ts';
import {
  CLASH,
  copyOf,
  gathered,
  goneReason,
  goneVersion,
  leftFiles,
  NO_FILE,
  type OutsideItem,
  type OutsideReport,
  pairFiles,
  type TakenFile,
  unreadableReason,
} from './outside-files.ts';

interface OutsideEditsOptions {
  readonly workspace: Workspace;
  readonly workTree: Pick<WorkTree, 'status' | 'read' | 'accept' | 'forgetOverwritten' | 'follow' | 'watch'>;
  readonly images: Pick<ImagePipeline, 'variant'>;
  /** Whose commits they become: the author's. */
  readonly author: () => Person;
  /** For how long a file must not change before it is taken up, in milliseconds. */
  readonly stillForMs?: number | undefined;
  readonly onError: (error: unknown) => void;
}

type Resolution = InputOf<OutsideCalls['resolveOutside']>;

/** Where a change goes; 'asked' where only the author can say. */
type Placed = Destination | 'asked';

const STILL_MS = 1500;
/** Before the first look. */
const UNSEEN: OutsideReport = { paused: null, taken: 0, waiting: [], left: [] };
/** Between two looks at files that are not still. */
const SOONEST_MS = 100;
/** After a look, no other begins by itself for so many times what it took: each of our saves is told as a change too. */
const REST = 3;
const LONGEST_REST_MS = 3000;

/**
 * Takes up what other programs do to the files of a clone: a post, an image or a settings file that has been still for a
 * moment becomes a commit of the author's, as it is, merged with what was saved meanwhile. Posts and images wait to be published
 * as what is saved in Encrier does. Nothing else is touched; all of it is listed. Nothing is taken up while git is in the middle of something.
 */
export function createOutsideEdits(options: OutsideEditsOptions) {
  const { workspace, workTree, stillForMs = STILL_MS } = options;
  const stillOnes = createStillness(stillForMs);
  const oneAtATime = createOneAtATime();
  /**
   * By its path, the blob id of what a file held when it was taken up, until it follows the branch: one that is written to again meanwhile
   * was changed from there. After a crash the author is asked.
   */
  const takings = new Map<string, string>();
  /** Texts that were written over and are in no repository any more. */
  const gone: LeftFile[] = [];
  /** Files that clash, as they were then (see clashKey): asked again only when file or branch changed. */
  const clashes = new Map<string, { readonly key: string; readonly reason: string }>();
  let seen = UNSEEN;
  let takenUp = 0;
  let timer: NodeJS.Timeout | null = null;
  let restsUntil = 0;
  /** Whether the last look found nothing to tell: what Encrier does alone changes nothing of that. */
  let isQuiet = false;
  let stopWatching: () => void = () => undefined;
  let isClosed = false;

  async function readFile({ path: at, mark, base }: OutsideFile): Promise<TakenFile | null> {
    const disk = mark === '' ? null : await workTree.read(at);
    if (mark !== '' && disk === null) return null;
    const from = (await takenFrom(at)) ?? base;
    return { path: at, disk, base: from === null ? null : { id: from, bytes: await workspace.read(from) } };
  }

  /** What the branch has of a file because the file held it: whatever it holds now was made from that. */
  async function takenFrom(at: string): Promise<string | null> {
    const taken = takings.get(at) ?? null;
    const commit = taken === null ? null : await workspace.pending.tip();
    if (commit === null) return null;
    return (await fileIdAt(workspace.objects, { commit, path: at })) === taken ? taken : null;
  }

  async function readNow(at: string): Promise<TakenFile | null> {
    const candidate = differing(await workTree.status()).find((one) => one.path === at);
    return candidate === undefined ? null : readFile(candidate);
  }

  /** Why a new file is not taken up that has the id of a file which the folder has too; null when it has none of that kind. */
  async function copyReason(file: TakenFile, { commit, deleted }: WorkTreeStatus): Promise<string | null> {
    const [item] = file.base === null ? pairFiles([file]) : [];
    if (item === undefined || commit === null) return null;
    const original = (await placesOf(workspace, item, file.path)).waiting;
    if (original === file.path || deleted.some(({ path: at }) => at === original)) return null;
    return (await fileIdAt(workspace.objects, { commit, path: original })) && copyOf(original);
  }

  /** Settings do not wait, nor do deletions of what is published; settings and articles that readers have are not theirs to lose by that. */
  async function destinationOf(item: OutsideItem): Promise<Placed> {
    const { files } = item;
    const [file] = files;
    if (file === undefined) return 'published';
    if (!(isPostPath(file.path) || isImagePath(file.path))) return file.disk === null ? 'asked' : 'published';
    if (file.disk !== null || files.length > 1) return 'waiting';
    const snapshot = await workspace.current();
    const { published } = await placesOf(workspace, item, file.path);
    const post = snapshot.posts.find(({ path: at }) => at === published);
    if (post?.isPublished === true) return 'asked';
    return post !== undefined || snapshot.images.has(file.path) ? 'gone' : 'waiting';
  }

  async function look(): Promise<OutsideReport> {
    const status = await workTree.status();
    const left = leftFiles(status);
    if (status.pause !== null) return { paused: status.pause, taken: 0, waiting: [], left };
    if (!status.isLocked && !isClosed) {
      left.push(...(await putAllBack(status.overwritten)));
      left.push(...(await publishOthers(workspace, options.author)));
    }
    // Not what is staged by hand.
    const candidates = differing(status).filter(
      ({ path: at }) => isContentPath(at) && !status.staged.includes(at),
    );
    const still = status.isLocked ? new Set<string>() : stillOnes(status, candidates);
    const files: TakenFile[] = [];
    for (const candidate of candidates.filter(({ path: at }) => still.has(at))) {
      const clash = clashes.get(candidate.path);
      const isKnown = clash?.key === clashKey(status, candidate);
      const file = isKnown ? null : await readFile(candidate);
      const unreadable = file === null ? NO_FILE : unreadableReason(file);
      const copied = file === null || unreadable !== null ? null : await copyReason(file, status);
      const reason = isKnown ? clash.reason : (unreadable ?? copied);
      // A new one may be of its author's alone, or only begun.
      const isOurs = candidate.base !== null || copied !== null;
      if (file !== null && reason === null) files.push(file);
      else
        left.push({
          path: candidate.path,
          reason: reason ?? NO_FILE,
          kind: isKnown ? 'clash' : isOurs ? 'fault' : 'left',
        });
    }
    const { taken, asked } = await takeAll(files);
    // An article that moved goes on as the one that it was.
    if (!status.isLocked && !isClosed) await workspace.pending.mergePublished();
    const now = asked.length > 0 ? await workTree.status() : status;
    for (const { path: at, reason } of asked) {
      const candidate = candidates.find((one) => one.path === at);
      if (candidate !== undefined) clashes.set(at, { key: clashKey(now, candidate), reason });
      left.push({ path: at, reason, kind: 'clash' });
    }
    const waiting = candidates.map(({ path: at }) => at).filter((at) => !still.has(at));
    return { paused: null, taken, waiting, left: [...left, ...gone] };
  }

  /**
   * Which of the texts that were written over cannot be put back: they keep no other from being. One that is in no repository
   * any more is told until the app ends.
   */
  async function putAllBack(overwritten: WorkTreeStatus['overwritten']): Promise<readonly LeftFile[]> {
    const done: WorkTreeStatus['overwritten'][number][] = [];
    const left: LeftFile[] = [];
    for (const one of overwritten)
      try {
        await putBack(workspace, options.author(), one);
        done.push(one);
      } catch (error) {
        const isOfFile = hasCode(error, 'corrupt') || hasCode(error, 'invalid');
        if (!isOfFile) throw error;
        const isGone = (await workspace.objects.tryRead(one.lost).catch(() => undefined)) === null;
        if (isGone) done.push(one);
        const reason = isGone ? goneVersion(one.lost) : sentenceOf(error.code, error.data);
        (isGone ? gone : left).push({ path: one.path, reason, kind: 'left' });
      }
    if (done.length > 0) await workTree.forgetOverwritten(done);
    return left;
  }

  /** How many files are taken up now, and which only the author can resolve. */
  async function takeAll(files: readonly TakenFile[]) {
    const placed: Record<Placed, OutsideItem[]> = { waiting: [], published: [], gone: [], asked: [] };
    for (const item of pairFiles(files)) placed[await destinationOf(item)].push(item);
    const asked: Omit<LeftFile, 'kind'>[] = [];
    const ask = (item: OutsideItem, reasonOf: (file: TakenFile) => string): void => {
      for (const file of item.files) asked.push({ path: file.path, reason: reasonOf(file) });
    };
    for (const item of placed.asked) ask(item, goneReason);
    let taken = 0;
    for (const where of ['waiting', 'published', 'gone'] as const) {
      const items = [...gathered(placed[where])];
      for (let item = items.shift(); item !== undefined && !isClosed; item = items.shift()) {
        for (const { path: at, disk } of item.files) if (disk !== null) takings.set(at, disk.id);
        const taking = takeUp(workspace, item, { author: options.author(), where });
        // One that a commit cannot have keeps no other from being taken up.
        const done = await taking.catch((error: unknown) => {
          if (!hasCode(error, 'invalid')) throw error;
          return sentenceOf(error.code, error.data);
        });
        if (done === true) {
          await accept(item);
          taken += item.files.length;
        } else if (item.action.kind === 'take-in-files')
          items.push(...item.files.flatMap((one) => pairFiles([one])));
        else ask(item, () => (done === false ? CLASH : done));
      }
    }
    return { taken, asked };
  }

  async function accept({ files }: OutsideItem): Promise<void> {
    await workTree.accept(new Map(files.map(({ path: at, disk }) => [at, disk?.id ?? ''])));
    for (const { path: at, disk } of files)
      if (((await workTree.read(at))?.id ?? null) === (disk?.id ?? null)) takings.delete(at);
    for (const { path: at } of files) clashes.delete(at);
  }

  /**
   * Resolves a clash as the author says: the file as it is on disk, or the branch's version in its place. The other one
   * stays within reach. Throws ContentError 'conflict' when the file is no longer the one the author saw.
   */
  async function resolve({ path: at, keep, file: shown }: Resolution): Promise<void> {
    const file = await readNow(at);
    if (file === null) return;
    if (shown !== (file.disk?.id ?? '')) throw new ContentError('conflict', { path: at });
    const author = options.author();
    for (const item of pairFiles([file])) {
      const where = (await destinationOf(item)) === 'waiting' ? 'waiting' : 'published';
      if (keep === 'file') await takeAsItIs(workspace, item, { author, where });
      else await keepAside(workspace, item, author);
      await accept(item);
    }
  }

  async function lookAndTell(): Promise<OutsideReport> {
    const begun = performance.now();
    await workTree.follow();
    const report = await look();
    const ended = performance.now();
    restsUntil = ended + Math.min(REST * (ended - begun), LONGEST_REST_MS);
    const told = report.taken + report.waiting.length + report.left.length;
    isQuiet = report.paused === null && told === gone.length;
    if (report.waiting.length > 0) lookSoon(Math.max(stillForMs, SOONEST_MS));
    seen = report;
    takenUp += report.taken;
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

  const lookNow = (): Promise<OutsideReport> => oneAtATime(lookAndTell);
  const seenNow = () => ({ paused: seen.paused, takenUp, left: [...seen.left] });

  /** Only what was told to clash is read or resolved: a page names no other file. */
  function isClash(at: string): boolean {
    return seen.left.some((file) => file.kind === 'clash' && file.path === at);
  }

  const operations: Handlers<OutsideCalls, undefined> = {
    getOutside: () => Promise.resolve(seenNow()),
    lookOutside: () => lookNow().then(seenNow),
    async getOutsideSides({ path: at }) {
      if (!isClash(at)) throw new ContentError('not-found', { what: 'Ce fichier' });
      const file = await oneAtATime(() => readNow(at));
      if (file === null) return { file: '', sides: null };
      return { file: file.disk?.id ?? '', sides: await outsideSides(options, file) };
    },
    async resolveOutside(resolution) {
      // What the author saved may have resolved it already.
      if (isClash(resolution.path)) await oneAtATime(() => resolve(resolution));
      return lookNow().then(seenNow);
    },
  };

  return {
    operations,

    /** Begins to watch, and looks once. */
    open(): void {
      stopWatching = workTree.watch((onlyOurs) => {
        const isNothing = isQuiet ? onlyOurs() : Promise.resolve(false);
        isNothing
          .then((nothing) => nothing || lookSoon(0))
          .catch((error: unknown) => {
            options.onError(error);
            lookSoon(0);
          });
      });
      lookSoon(0);
    },

    /** Looks at once, as when the window gets the focus; files changed a moment ago are left for the next look. */
    look: lookNow,

    /** Ends after the look under way. */
    async close(): Promise<void> {
      isClosed = true;
      stopWatching();
      if (timer !== null) clearTimeout(timer);
      await oneAtATime(() => Promise.resolve());
    },
  };
}

function differing({ changed, deleted, added }: WorkTreeStatus): readonly OutsideFile[] {
  return [...changed, ...deleted, ...added];
}

/** The clash's name: the same as long as neither the file nor the branch changes. */
function clashKey({ commit }: WorkTreeStatus, { mark }: OutsideFile): string {
  return `${commit} ${mark}`;
}

/**
 * Tells which of the files that other programs changed have been as they are for so many milliseconds; those added or deleted
 * wait for each other: a move is both.
 */
function createStillness(stillForMs: number) {
  let seen: ReadonlyMap<string, { readonly mark: string; readonly since: number }> = new Map();

  return ({ changed }: WorkTreeStatus, candidates: readonly OutsideFile[]): ReadonlySet<string> => {
    const now = performance.now();
    seen = new Map(
      candidates.map(({ path: at, mark }) => {
        const before = seen.get(at);
        return [at, before?.mark === mark ? before : { mark, since: now }];
      }),
    );
    const isStill = ({ path: at }: OutsideFile): boolean => now - (seen.get(at)?.since ?? now) >= stillForMs;
    const areStill = candidates.filter((file) => !changed.includes(file)).every(isStill);
    const still = candidates.filter((file) => isStill(file) && (areStill || changed.includes(file)));
    return new Set(still.map(({ path: at }) => at));
  };
}
