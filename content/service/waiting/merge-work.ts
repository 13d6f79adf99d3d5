import { NO_OBJECT_ID } from '#content/git/objects/object-id.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import { isRegularFile, type TreeEntry } from '#content/git/tree.ts';
import {
  createEntryLookup,
  entryAt,
  entryDifferences,
  fileIdAt,
  fileIdIn,
  treeOf,
} from '#content/git/tree-differences.ts';
import { type MadeTree, treeWith, withMade } from '#content/git/write-commit.ts';
import type { WaitingQuestion } from '../../contract/commit-trailers.ts';
import { editPostFile } from '../../files/post-file.ts';
import { isRemoval, movedFile, type TreeChange } from '../../model/change-set.ts';
import { isPostPath, REDIRECTS_FILE } from '../../model/paths.ts';
import { tryReadVersion } from '../posts/post-version.ts';
import { type Chosen, findMergeBase, mergeTrees } from '../syncing/merge-trees.ts';
import { type StatedQuestion, statedOf, textsToWait } from '../syncing/stated-questions.ts';
import { type Clash, type FileAt, isSameFile, movesSince } from '../syncing/tree-sides.ts';
import { postAt } from './taken-files.ts';
import type { WorkState } from './work-branch.ts';
import { type Done, lastDone, questionsLeft, readWorkHistory } from './work-history.ts';

/** A merge commit of the work branch, to be written. */
export interface MergedWork {
  readonly tree: MadeTree;
  /** Ours first. */
  readonly parents: readonly string[];
  readonly questions: readonly WaitingQuestion[];
  /** What else only the author can decide: its other side is in history alone. */
  readonly stated: readonly StatedQuestion[];
}

/**
 * What is published, with what waits put into it. Where both changed one text in one place, or each gave the post another
 * address, what waits stays as it is, and says what it was made from: whoever publishes it is asked.
 */
export async function bringPublished(objects: ObjectStore, state: WorkState): Promise<MergedWork> {
  const { main, work, start, posts } = state;
  const [published, waiting] = [await treeOf(objects, main), await treeOf(objects, work)];
  const parents = [work, main];
  const beside = await changedBeside(objects, state, { published, waiting });
  if (beside !== null) {
    const tree = await treeWith(objects, waiting, beside);
    return { tree, parents, questions: [], stated: [] };
  }
  const put = await textsPut(objects, state, published);
  const isPut = new Set(put.map(({ postId }) => postId));
  // What is put stands where it is published, and leaves its address to no other.
  const trees = { base: start.id, ours: published, theirs: waiting };
  const stay = new Map(put.flatMap(({ postId }) => (postId === null ? [] : [[postId, 'ours'] as const])));
  const merged = await mergeTrees(withMade(objects, start), trees, stay);
  const changes = new Map(merged.changes.map((change) => [change.path, change]));
  const questions: WaitingQuestion[] = [];
  for (const clash of [...merged.clashes.filter(({ postId }) => !isPut.has(postId)), ...put]) {
    for (const change of await asItWaits(objects, { published, clash, changes }))
      changes.set(change.path, change);
    const waits = isPut.has(clash.postId) ? undefined : posts.get(clash.postId ?? '');
    const basedOn = waits?.basedOn ?? clash.base ?? noStart(clash);
    if (clash.postId !== null && basedOn !== null && clash.kind !== 'same-address')
      questions.push({ post: clash.postId, path: basedOn.path, id: basedOn.id });
  }
  return {
    tree: await treeWith(objects, published, [...changes.values()]),
    parents,
    questions,
    stated: merged.clashes.filter(({ kind }) => kind === 'file' || kind === 'same-address'),
  };
}

/**
 * What was published of nothing that waits, where all else of it is as it waited: it is taken in at the cost of that, however much waits.
 * Null where the two sides are to be merged.
 */
async function changedBeside(
  objects: ObjectStore,
  { start, posts, missing }: WorkState,
  { published, waiting }: { readonly published: string; readonly waiting: string },
): Promise<readonly TreeChange[] | null> {
  if (textsToWait(missing).length > 0) return null;
  const entryOf = createEntryLookup(objects, waiting);
  const changes: TreeChange[] = [];
  const compared = { before: start.id, after: published };
  for await (const { path, was, is } of entryDifferences(withMade(objects, start), compared)) {
    // What comes or goes may meet what waits, and so may a text. An import's redirects are the first, and thousands of its texts wait.
    if (is === null) return null;
    const here = await entryOf(path);
    if (isSameEntry(here, is)) continue;
    if (!isSameEntry(here, was)) return null;
    if (was === null ? path !== REDIRECTS_FILE : !isRegularFile(was)) return null;
    if (!isRegularFile(is)) return null;
    if (was !== null && isPostPath(path)) {
      const [before, after] = [
        await postAt(objects, { path, id: was.id }),
        await postAt(objects, { path, id: is.id }),
      ];
      if (before === null || before !== after || posts.has(before)) return null;
    }
    changes.push({ path, blob: is.id, mode: is.mode });
  }
  return changes;
}

function isSameEntry(one: TreeEntry | null, other: TreeEntry | null): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}

/** Both wrote a post that had no text before: the question is stated all the same, of a file that nobody has. */
function noStart({ kind, path }: Clash): FileAt | null {
  return kind === 'text' ? { path, id: NO_OBJECT_ID } : null;
}

/**
 * What an exchange could not resolve on the published branch, and waits from now on: the text that its merge names, or what was made from
 * that here meanwhile. Nothing of a post that another commit changed since: whoever did that had both. Of two texts of one post the
 * newest: the other waits on the machine that it is from.
 */
async function textsPut(
  objects: ObjectStore,
  { missing, posts, bases }: WorkState,
  published: string,
): Promise<readonly Clash[]> {
  const put = new Map<string, Clash>();
  for (const { commit, path, base, theirs } of textsToWait(missing)) {
    if (base === null || theirs === null) continue;
    const id = await fileIdIn(objects, published, path);
    const postId = await postAt(objects, theirs);
    if (id === null || postId === null || id !== (await fileIdIn(objects, commit.tree, path))) continue;
    if (put.has(postId)) continue;
    const waiting = posts.get(postId);
    const isOther = waiting !== undefined && !isSameFile(waiting.file, theirs);
    // Made from that, or from what it was made from: its author was asked about the same already.
    const isMadeOf = [theirs, base].some((from) => isSameFile(waiting?.basedOn, from));
    if (isOther && !isMadeOf && !(await isHeld(objects, bases, theirs))) continue;
    put.set(postId, {
      kind: 'text',
      path,
      postId,
      base,
      ours: { path, id },
      theirs: waiting?.file ?? theirs,
    });
  }
  return [...put.values()];
}

/** Whether one of the commits that both branches hold has the file: what waits of its post was made from it, whatever was taken from there. */
async function isHeld(
  objects: ObjectStore,
  commits: readonly string[],
  { path, id }: FileAt,
): Promise<boolean> {
  for (const commit of commits) if ((await fileIdAt(objects, { commit, path })) === id) return true;
  return false;
}

interface Standing {
  /** The published tree. */
  readonly published: string;
  /** Ours is what is published, theirs what waits. */
  readonly clash: Clash;
  readonly changes: ReadonlyMap<string, TreeChange>;
}

/** Puts the waiting file of a post in its place, at the address that it was given while it waited, if it was given one. */
async function asItWaits(
  objects: ObjectStore,
  { published, clash, changes }: Standing,
): Promise<readonly TreeChange[]> {
  const { kind, base, ours, theirs } = clash;
  if (kind === 'deleted-here') return asDraft(objects, theirs);
  if (ours === null || theirs === null || (kind !== 'text' && kind !== 'renamed')) return [];
  const isMoved = theirs.path !== base?.path && theirs.path !== ours.path;
  const coming = changes.get(theirs.path);
  const isFree =
    coming === undefined
      ? (await entryAt(objects, published, theirs.path.split('/'))) === null
      : isRemoval(coming);
  const path = isMoved && isFree ? theirs.path : ours.path;
  if (kind === 'text') return movedFile(ours, { path, blob: theirs.id });
  return movedFile(ours, { ...(changes.get(ours.path) ?? { blob: ours.id }), path });
}

/** The text of a post that was deleted elsewhere stays, and is for nobody until its author says so again. */
async function asDraft(objects: ObjectStore, file: FileAt | null): Promise<readonly TreeChange[]> {
  if (file === null) return [];
  const version = tryReadVersion({ path: file.path, bytes: (await objects.read(file.id)).bytes });
  if (version?.post.isPublished !== true) return [];
  return [{ path: file.path, bytes: editPostFile(version.bytes, { fields: { isPublished: false } }) }];
}

interface Joining {
  readonly ours: string;
  readonly theirs: string;
  /** What is published. */
  readonly main: string;
}

/**
 * What waits here and on another machine, in one; null when the two branches have nothing in common. Where both changed one
 * text in one place ours stays, and theirs, which is in history alone then, is asked about. A text that one side dropped and the
 * other changed since goes on waiting.
 */
export async function joinWaiting(objects: ObjectStore, joining: Joining): Promise<MergedWork | null> {
  const { main, ours, theirs } = joining;
  const base = await findMergeBase(objects, { ours, theirs });
  if (base === null) return null;
  const mine = await treeOf(objects, ours);
  const trees = { base: await treeOf(objects, base), ours: mine, theirs: await treeOf(objects, theirs) };
  const resolved = await resolvedBySaves(objects, joining, base);
  const chosen = new Map([...resolved].map(([id, { from }]) => [id, from]));
  const merged = await mergeTrees(objects, trees, chosen);
  const changes = new Map(merged.changes.map((change) => [change.path, change]));
  const questions: WaitingQuestion[] = [...(await goingOn(objects, joining, resolved))];
  const deleted = merged.clashes.filter(({ kind }) => kind === 'deleted-here' || kind === 'deleted-there');
  const moved =
    deleted.length === 0
      ? null
      : { ours: await movesSince(objects, main, ours), theirs: await movesSince(objects, main, theirs) };
  for (const { postId, base, ours: here, theirs: there } of deleted) {
    // Its file is gone from a work branch alone: readers have the post, of which the text goes on waiting.
    const isPublished = moved?.[here === null ? 'theirs' : 'ours'].get(postId ?? '')?.before !== null;
    if (postId !== null && isPublished) continue;
    for (const change of await asDraft(objects, here ?? there)) changes.set(change.path, change);
    if (postId !== null && base !== null) questions.push({ post: postId, path: base.path, id: base.id });
  }
  const stated: StatedQuestion[] = [];
  for (const clash of merged.clashes) {
    const { kind, postId } = clash;
    const isKnown = resolved.has(postId ?? '') && kind !== 'same-address';
    if (kind === 'deleted-here' || kind === 'deleted-there' || isKnown) continue;
    stated.push(kind === 'file' ? { ...clash, kind: 'apart' } : statedOf(clash));
  }
  for (const { path, apart: text } of resolved.values())
    if (text !== null) stated.push({ kind: 'apart', path, base: null, theirs: text });
  const tree = await treeWith(objects, mine, [...changes.values()]);
  return { tree, parents: [ours, theirs], questions, stated };
}

interface Resolved {
  /** Whose text goes on waiting. */
  readonly from: Chosen;
  /** Where that side has it. */
  readonly path: string;
  /** The text that is in history alone then; null for none. */
  readonly apart: FileAt | null;
}

/**
 * By the id of a post, the text that goes on waiting where the two trees do not tell: one side dropped it and the other changed it
 * since; or one side has what both started from, because that was published once and waits since another text took its place. Of a post
 * that both have since, and one of them as it is published, the other's goes on: it holds that.
 */
async function resolvedBySaves(
  objects: ObjectStore,
  { main, ours, theirs }: Joining,
  start: string,
): Promise<ReadonlyMap<string, Resolved>> {
  const history = await compareHistories(objects, { ours: [ours], theirs: [theirs] });
  const [doneHere, doneThere] = [
    await lastDone(objects, history.ours),
    await lastDone(objects, history.theirs),
  ];
  const resolved = new Map<string, Resolved>();
  if (doneHere.size === 0 && doneThere.size === 0) return resolved;
  const [here, there] = [await movesSince(objects, start, ours), await movesSince(objects, start, theirs)];
  const isPublished = async ({ path, id }: FileAt): Promise<boolean> =>
    (await fileIdAt(objects, { commit: main, path })) === id;
  for (const id of new Set([...here.keys(), ...there.keys()])) {
    const [mine, other] = [here.get(id), there.get(id)];
    const [done, doneOther] = [doneHere.get(id), doneThere.get(id)];
    const [mineNow, otherNow] = [mine?.after ?? null, other?.after ?? null];
    const isKeptOn = [done, doneOther].includes('drop') && [done, doneOther].some(isKept);
    if (mineNow !== null && otherNow !== null && isKeptOn) {
      const isTheirs = done === 'drop';
      const { path } = isTheirs ? otherNow : mineNow;
      resolved.set(id, { from: isTheirs ? 'theirs' : 'ours', path, apart: null });
    } else if (mine?.before === null && other?.before === null && mineNow !== null && otherNow !== null) {
      if (isSameFile(mineNow, otherNow)) continue;
      if (await isPublished(otherNow)) resolved.set(id, { from: 'ours', path: mineNow.path, apart: null });
      else if (await isPublished(mineNow))
        resolved.set(id, { from: 'theirs', path: otherNow.path, apart: null });
    } else if (mine === undefined && done === 'ask' && otherNow !== null && other?.before != null)
      resolved.set(id, { from: 'ours', path: other.before.path, apart: otherNow });
    else if (other === undefined && doneOther === 'ask' && mineNow !== null)
      resolved.set(id, { from: 'ours', path: mineNow.path, apart: mine?.before ?? null });
  }
  return resolved;
}

/** What is asked of texts that go on waiting though the other side dropped what it had of them, and so answered it there. */
async function goingOn(
  objects: ObjectStore,
  { main, ...tips }: Joining,
  resolved: ReadonlyMap<string, Resolved>,
): Promise<readonly WaitingQuestion[]> {
  const questions: WaitingQuestion[] = [];
  for (const side of ['ours', 'theirs'] as const) {
    const posts = [...resolved].filter(([, { from, apart }]) => from === side && apart === null);
    if (posts.length === 0) continue;
    const { own } = await readWorkHistory(objects, { main, work: tips[side] }, null);
    const left = await questionsLeft(own);
    for (const [post] of posts) {
      const asked = left.get(post);
      if (asked !== undefined) questions.push({ ...asked.from, post });
    }
  }
  return questions;
}

function isKept(done: Done | undefined): boolean {
  return done === 'ask' || done === 'save';
}
