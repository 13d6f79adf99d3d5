import { type Commit, isWaitingCommit } from '#content/git/commit-object.ts';
import { runLimited } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { blobDifferences, blobOf, createEntryLookup, treeOf } from '#content/git/tree-differences.ts';
import { type MadeTree, treeWith, withMade } from '#content/git/write-commit.ts';
import type { CommitAction } from '../../contract/commit-sentences.ts';
import { commitTrailers, type WaitingQuestion } from '../../contract/commit-trailers.ts';
import { editPostFile } from '../../files/post-file.ts';
import type { TreeChange } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { isPostPath } from '../../model/paths.ts';
import type { Trouble } from '../../model/trouble.ts';
import { tryReadVersion } from '../posts/post-version.ts';
import { findMergeBase } from '../syncing/merge-trees.ts';
import { textsToWait } from '../syncing/stated-questions.ts';
import {
  type FileAt,
  isSameFile,
  type Move,
  movesWithin,
  readSide,
  type Side,
} from '../syncing/tree-sides.ts';
import { takenFiles } from './taken-files.ts';
import {
  postsNamed,
  readWorkHistory,
  type Save,
  savesOf,
  type Tips,
  UNKNOWN,
  type WorkHistory,
} from './work-history.ts';

/** A text of a post that readers do not see yet. */
export interface WaitingFile extends Omit<Save, 'question'> {
  /** The published file that it was made from; null for a post that was never published. */
  readonly basedOn: FileAt | null;
  readonly file: FileAt;
  /** The file that was published when the branches were last one; null when there was none: never, or no longer. */
  readonly live: FileAt | null;
}

type Sides = Pick<WaitingFile, 'basedOn' | 'live'>;

/** What a waiting text was made from, where another one is published by now, or none: its author is asked. None or one. */
export function askedOf({ basedOn, live }: Sides): readonly FileAt[] {
  return basedOn === null || isSameFile(basedOn, live) ? [] : [basedOn];
}

/** Whether both branches wrote in one place of a post since it was last one text: its author is asked. */
export function isClashing(sides: Sides): boolean {
  return sides.live !== null && askedOf(sides).length > 0;
}

/** What the work branch holds beside the published one (docs/design.md, Two branches). */
export interface WorkState extends WorkHistory {
  /** Whether the work branch holds all that is published. */
  readonly isUpToDate: boolean;
  /** The tree that both branches started from, and what of it no repository has. */
  readonly start: MadeTree;
  /** By the id of the post. */
  readonly posts: ReadonlyMap<string, WaitingFile>;
  /** What else it holds that is not published: by path, the blob; null where it holds none. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Whether it lacks a post that both branches started from. */
  readonly lacksPosts: boolean;
  /** Files without an id that another program gave another path there, as they are to be: with the id that each had. */
  readonly moved: readonly MovedPost[];
}

interface MovedPost {
  readonly post: { readonly id: string; readonly title: string };
  readonly file: { readonly path: string; readonly bytes: Uint8Array };
}

/** What the work branch holds before a change. */
export interface WorkTip {
  /** Where it is. */
  readonly commit: string;
  /** What is published, which it holds. */
  readonly main: string;
  readonly tree: string;
  readonly posts: ReadonlyMap<string, WaitingFile>;
}

/** What one user action does to the files of a branch, and what it answers. No change makes no commit, unless it asks something. */
export interface Plan<Value> {
  readonly changes: readonly TreeChange[];
  readonly action: CommitAction;
  readonly value: Value;
}

/** The same of the work branch. */
export interface WorkPlan<Value> extends Plan<Value> {
  readonly questions?: readonly WaitingQuestion[];
}

export interface Waiting extends Pick<WorkState, 'posts' | 'files'> {
  /** Where the work branch is; null before the first need, and where it is somebody else's, or damaged. */
  readonly work: string | null;
}
/** One object as long as nothing does. */
export const NOTHING_WAITS = {
  work: null,
  posts: new Map<string, WaitingFile>(),
  files: new Map<string, string | null>(),
} as const satisfies Waiting;

/**
 * What waits on a work branch: what it changed since the two branches were last one, and that is not published. For the posts
 * that a commit of the published branch took from the work branch (`Encrier-From`), that is the moment it was taken. What was
 * published once and was taken back is not what somebody wrote and keeps waiting. Null when the two have nothing in common, and nothing
 * of the work branch was ever published: another program's branch of the same name. Throws ContentError 'corrupt'.
 */
export async function readWorkBranch(
  objects: ObjectStore,
  tips: Tips,
  { published, before }: Told,
): Promise<WorkState | null> {
  const history = await readWorkHistory(objects, tips, before);
  const { main, bases, own } = history;
  const after = before === null ? null : await afterOneCommit(objects, before, history);
  if (after !== null) return after;
  const withdrawn = await lastToLeave(own, published);
  if (bases.length === 0 && withdrawn === null) return null;
  const isUpToDate = withdrawn === null && bases[0] === main;
  const base = withdrawn ?? (await baseOf(objects, history));
  const taken = await takenFiles(objects, base, history);
  const start = await withTaken(objects, await treeOf(objects, base), taken);
  const waiting =
    own.length === 0
      ? { ...NOTHING_WAITS, lacksPosts: false, moved: [] }
      : await readWaiting(objects, { ...history, start });
  await checkTexts(objects, waiting.posts, before?.posts);
  return { ...waiting, ...history, isUpToDate, start };
}

interface Told {
  /** The commits that the published branch ever was at. */
  readonly published: () => Promise<readonly string[]>;
  /** As it was a moment ago: a save reads its own text, and not again what waits beside. */
  readonly before: WorkState | null;
}

/** Texts read at once. */
const PARALLEL = 16;

/** What waits is read, though its post is known: where it was lost or damaged, that is thrown. What was read `before` is not read again. */
async function checkTexts(
  objects: Pick<ObjectStore, 'read'>,
  posts: WorkState['posts'],
  before: WorkState['posts'] = new Map(),
): Promise<void> {
  const texts = [...posts].filter(([id, { file }]) => before.get(id)?.file.id !== file.id);
  await runLimited(texts, PARALLEL, async ([, { file }]) => void (await objects.read(file.id)));
}

/** A tree with these blobs by path, null for none. */
async function withTaken(
  objects: ObjectStore,
  tree: string,
  taken: ReadonlyMap<string, string | null>,
): Promise<MadeTree> {
  const changes = [...taken].map(([path, id]) => (id === null ? { path, bytes: null } : { path, blob: id }));
  return changes.length === 0 ? { id: tree, objects: [] } : treeWith(objects, tree, changes);
}

async function baseOf(objects: ObjectStore, { main, work, bases }: WorkHistory): Promise<string> {
  const [newest = main, ...others] = bases;
  if (others.length === 0) return newest;
  return (await findMergeBase(objects, { ours: main, theirs: work })) ?? newest;
}

/** The newest commit in the history of a work branch that was published once and is no longer; null for none. */
export async function lastWithdrawn(
  own: readonly Commit[],
  published: Told['published'],
): Promise<string | null> {
  // None but one that Encrier did not make for the work branch: few histories are to be asked about.
  const others = own.filter((commit) => !isWaitingCommit(commit));
  const once = others.length === 0 ? [] : await published();
  return others.find(({ id }) => once.includes(id))?.id ?? null;
}

/**
 * The same, as long as what is published has not been taken in since: its history was rewritten or taken back, and what the work branch
 * holds of it is not what somebody wrote.
 */
async function lastToLeave(own: readonly Commit[], published: Told['published']): Promise<string | null> {
  const left = await lastWithdrawn(own, published);
  if (left === null) return null;
  const ofBranch = new Set(own.map(({ id }) => id));
  // That and what follows it, whatever clocks say of the others.
  const since = new Set([left]);
  for (const { id, parents } of own.toReversed())
    if (parents.some((parent) => since.has(parent))) since.add(id);
  const isTakenIn = own.some(
    ({ id, parents }) =>
      since.has(id) && parents.length > 1 && parents.some((parent) => !ofBranch.has(parent)),
  );
  return isTakenIn ? null : left;
}

async function readWaiting(
  objects: ObjectStore,
  { main, work, own, start }: Pick<WorkState, keyof Tips | 'own' | 'start'>,
): Promise<Pick<WorkState, 'posts' | 'files' | 'lacksPosts' | 'moved'>> {
  const seen = withMade(objects, start);
  const [published, tree] = [await treeOf(objects, main), await treeOf(objects, work)];
  const side = await readSide(seen, { base: start.id, tip: tree });
  // Most often the two started from what is published.
  const differing =
    start.id === published
      ? side.entries.values()
      : blobDifferences(objects, { before: published, after: tree });
  const unpublished = new Set<string>();
  for await (const { path, was, is } of differing) if (was?.id !== is?.id) unpublished.add(path);
  const lacksPosts = [...side.posts.values()].some(({ after }) => after === null);
  const moved = lacksPosts ? await movedPosts(seen, side) : [];
  return { ...(await waitingOf(objects, side, own, (path) => unpublished.has(path))), lacksPosts, moved };
}

/** A file without an id is known by its path: the new one would be another article, and the old one stay where readers have it. */
async function movedPosts(objects: Pick<ObjectStore, 'read'>, side: Side): Promise<readonly MovedPost[]> {
  const moved: MovedPost[] = [];
  for (const [id, now] of await movesWithin(objects, side)) {
    const file = side.posts.get(now)?.after ?? null;
    const version =
      file === null ? null : tryReadVersion({ path: file.path, bytes: (await objects.read(file.id)).bytes });
    if (version === null) continue;
    const { path, post } = version;
    const bytes = editPostFile(version.bytes, { fields: { id } });
    moved.push({ post: { id, title: post.title }, file: { path, bytes } });
  }
  return moved;
}

/** What waits of a side that commits made. */
async function waitingOf(
  objects: ObjectStore,
  side: Side,
  own: readonly Commit[],
  isUnpublished: (path: string) => boolean,
): Promise<Pick<WorkState, 'posts' | 'files'>> {
  const saves = await savesOf(objects, own, side.posts);
  // A commit of another program names no post.
  const unnamed = { ...UNKNOWN, savedAt: (own[0]?.committer.seconds ?? 0) * 1000 };
  const posts = new Map<string, WaitingFile>();
  for (const [id, { before, after }] of side.posts) {
    if (after === null || !isUnpublished(after.path)) continue;
    const { question, ...save } = saves.get(id) ?? unnamed;
    posts.set(id, { ...save, basedOn: question ?? before, file: after, live: before });
  }
  const files = new Map<string, string | null>();
  for (const [path, { after }] of side.files) if (isUnpublished(path)) files.set(path, after?.id ?? null);
  return { posts, files };
}

/**
 * What waits after one more commit that keeps texts, publishes what waited, or takes in what was published: it costs the files that it
 * is of, and not what waits beside. Null where anything else was done, or may have been.
 */
async function afterOneCommit(
  objects: ObjectStore,
  before: WorkState,
  now: WorkHistory,
): Promise<WorkState | null> {
  const { main, work, own } = now;
  const commits = own.slice(0, own.length - before.own.length);
  const isFollowed = before.own.every((commit, index) => commit === own[commits.length + index]);
  if (!isFollowed || before.lacksPosts || !commits.every(isWaitingCommit)) return null;
  const start = await startAfter(objects, before, now);
  if (start === null) return null;
  const [published, tree] = [await treeOf(objects, main), await treeOf(objects, work)];
  const seen = withMade(withMade(objects, before.start), start);
  const blobIn = (root: string): ((path: string) => Promise<string | null>) => {
    const entryOf = createEntryLookup(seen, root);
    return async (path) => blobOf(await entryOf(path))?.id ?? null;
  };
  const [old, live, here] = [blobIn(start.id), blobIn(published), blobIn(tree)];
  const waits = async (path: string, is: string | null): Promise<boolean> =>
    is !== (await old(path)) && is !== (await live(path));
  const gone = new Set<string>();
  for (const changed of [
    { before: before.start.id, after: start.id },
    { before: await treeOf(objects, before.main), after: published },
  ])
    for await (const { path } of blobDifferences(seen, changed)) {
      const is = await here(path);
      const isLacking = is === null && isPostPath(path) && (await old(path)) !== null;
      if (isLacking || (await waits(path, is))) return null;
      gone.add(path);
    }
  const left = withoutFiles(before, gone);
  if (left === null) return null;
  const [posts, files] = [new Map(left.posts), new Map(left.files)];
  const side = await readSide(objects, { base: await treeOf(objects, before.work), tip: tree });
  const named = new Set(commits.flatMap(postsNamed));
  if ([...named].some((id) => !side.posts.has(id))) return null;
  const written = new Map<string, Move>();
  for (const [id, { before: from, after }] of side.posts) {
    if (after === null || id === after.path) return null;
    const known = before.posts.get(id);
    // A second file with its id is another post.
    if (known !== undefined && !isSameFile(known.file, from)) return null;
    posts.delete(id);
    if (!(await waits(after.path, after.id))) continue;
    const isOfStart = from === null || (await old(from.path)) === from.id;
    const isFree = ((await old(after.path)) ?? (await live(after.path))) === null;
    const shown = known === undefined ? from : known.live;
    if (!named.has(id) || gone.has(after.path) || (known === undefined && !isOfStart)) return null;
    if (shown?.path !== after.path && !isFree) return null;
    written.set(id, { before: shown, after });
  }
  const saved = await waitingOf(objects, { ...side, posts: written }, commits, () => true);
  for (const [id, waiting] of saved.posts) posts.set(id, waiting);
  for (const [path, { after }] of side.files) {
    files.delete(path);
    if (await waits(path, after?.id ?? null)) files.set(path, after?.id ?? null);
  }
  return { ...before, ...now, start, posts, files, isUpToDate: now.bases[0] === main };
}

/** Where both branches go on from after one more commit of either; null where that is to be asked of history. */
async function startAfter(
  objects: ObjectStore,
  before: WorkState,
  { main, work, bases, missing }: WorkHistory,
): Promise<MadeTree | null> {
  if (main === before.main && work !== before.work)
    return bases[0] === main ? { id: await treeOf(objects, main), objects: [] } : null;
  const [publication, ...others] = missing;
  if (work !== before.work || publication?.id !== main || others.length > 0 || !before.isUpToDate)
    return null;
  const { from } = commitTrailers(publication.message);
  if (textsToWait(missing).length > 0 || (from !== null && from !== work)) return null;
  if (from === null) return before.start;
  const side = await readSide(objects, { base: before.start.id, tip: await treeOf(objects, main) });
  const waited = [...side.posts].flatMap(([id, { before: was }]) => {
    const file = before.posts.get(id)?.file;
    return file === undefined ? [] : [{ was, file }];
  });
  const left = waited.flatMap(({ was }) => (was === null ? [] : [[was.path, null] as const]));
  // One may have the address that another left.
  const there = waited.map(({ file }) => [file.path, file.id] as const);
  return withTaken(objects, before.start.id, new Map<string, string | null>([...left, ...there]));
}

/** What waits but for these files; null where that says nothing of a post, or its live file changed under it. */
function withoutFiles(
  { posts, files }: Pick<WorkState, 'posts' | 'files'>,
  gone: ReadonlySet<string>,
): Pick<WorkState, 'posts' | 'files'> | null {
  const left = new Map<string, WaitingFile>();
  for (const [id, waits] of posts) {
    const { file, live } = waits;
    const isGone = gone.has(file.path);
    const isKnown = live === null || gone.has(live.path) === isGone;
    // Of files with one id those that are known by their paths may be known by it now.
    if (!isKnown || id === file.path) return null;
    if (!isGone) left.set(id, waits);
  }
  return { posts: left, files: new Map([...files].filter(([path]) => !gone.has(path))) };
}

/** What keeps the author from what waits, in words. */
export function workTrouble(branch: string, fault: 'damaged' | 'foreign'): Trouble {
  const name = `La branche «\u00a0${branch}\u00a0»`;
  if (fault === 'foreign')
    return {
      code: 'work-branch-foreign',
      reason: `${name} de ce dépôt n’a rien de commun avec ce qui est publié\u00a0: Encrier n’y touche pas, et rien ne peut attendre.`,
      remedy: 'Renommez-la avec git, ou donnez un autre nom à celle d’Encrier (CONTENT_WORK_BRANCH).',
    };
  return {
    code: 'work-branch-damaged',
    reason: `${name}, qui porte ce qui attend d’être publié, ne peut pas être lue en entier\u00a0: ce qui attend n’est pas montré, et rien ne s’y ajoute. Ce qui est publié n’en souffre pas.`,
    remedy:
      'Rendez au dépôt ce qui lui manque, depuis une sauvegarde ou un clone (docs/operations.md dit comment)\u00a0: tout réapparaît aussitôt.',
  };
}

/** Whoever is to write there is told. */
export function foreign(branch: string): ContentError<'read-only'> {
  return new ContentError('read-only', {
    reason: `La branche «\u00a0${branch}\u00a0» de ce dépôt n’a rien de commun avec ce qui est publié\u00a0: renommez-la avec git, puis recommencez.`,
  });
}
