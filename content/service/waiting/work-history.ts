import type { Commit } from '#content/git/commit-object.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import { createEntryLookup, treeOf } from '#content/git/tree-differences.ts';
import {
  commitTrailers,
  NOTE_TRAILER,
  readerNote,
  waitingQuestions,
} from '../../contract/commit-trailers.ts';
import { ifSound } from '../../model/errors.ts';
import { type FileAt, type Move, movesSince, type Side } from '../syncing/tree-sides.ts';

export interface Tips {
  /** The published branch. */
  readonly main: string;
  readonly work: string;
}

/** Two branches side by side. */
export interface WorkHistory extends Tips {
  /** Best common ancestors, newest first; none where the two have nothing in common. */
  readonly bases: readonly string[];
  /** The commits of the work branch that are not published: newest first, and none before one that follows it. */
  readonly own: readonly Commit[];
  /** The published commits that the work branch does not hold, newest first. */
  readonly missing: readonly Commit[];
}

/** So many new commits of the published branch are followed one by one; more are compared anew. */
const MOST_STEPS = 64;

/** Compares a work branch with the published one. It goes on from `before`, where they were a moment ago: a save costs its own commits. */
export async function readWorkHistory(
  objects: Pick<ObjectStore, 'readCommit'>,
  { main, work }: Tips,
  before: WorkHistory | null,
): Promise<WorkHistory> {
  const known = before === null ? null : await goneOn(objects, before, { main, work });
  if (known !== null) return known;
  const { bases, ours, theirs } = await compareHistories(objects, { ours: [work], theirs: [main] });
  return { main, work, bases, own: childrenFirst(ours), missing: theirs };
}

/** Null when the two moved in another way than by saves, publications and what takes these in. */
async function goneOn(
  objects: Pick<ObjectStore, 'readCommit'>,
  before: WorkHistory,
  { main, work }: Tips,
): Promise<WorkHistory | null> {
  const published = await stepsTo(objects, { from: before.main, to: main });
  const { bases, own: saved } = before;
  if (published === null || bases.length !== 1) return null;
  const now = { main, work, bases, own: saved, missing: [...published, ...before.missing] };
  // What is published now is none of its own, be it all that it holds.
  const isPublished = ({ id }: Pick<Commit, 'id'>): boolean => published.some((commit) => commit.id === id);
  if (now.missing.some(({ id }) => id === work) || saved.some(isPublished)) return null;
  if (work === before.work) return now;
  const commit = await objects.readCommit(work);
  if (!commit.parents.includes(before.work)) return null;
  const own = [commit, ...saved];
  const [merged, ...others] = commit.parents.filter((parent) => parent !== before.work);
  if (merged === undefined) return { ...now, own };
  const isBrought = merged === main && others.length === 0;
  return isBrought ? { main, work, bases: [main], own, missing: [] } : null;
}

/** The commits from one to the other, newest first, where each follows one alone; null when they do not lead there. */
async function stepsTo(
  objects: Pick<ObjectStore, 'readCommit'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly Commit[] | null> {
  const steps: Commit[] = [];
  for (let at = to; at !== from; ) {
    const commit = await objects.readCommit(at);
    const [parent, ...others] = commit.parents;
    if (parent === undefined || others.length > 0 || steps.length >= MOST_STEPS) return null;
    steps.push(commit);
    at = parent;
  }
  return steps;
}

/** The posts that a commit asks something about. */
function askedAbout({ message }: Commit): readonly string[] {
  return waitingQuestions(message).map(({ post }) => post);
}

/** The posts that a commit speaks of: those that it changes, and those that it asks about. */
export function postsNamed(commit: Commit): readonly string[] {
  return [...commitTrailers(commit.message).posts, ...askedAbout(commit)];
}

/**
 * What commits say last of posts: those that speak of them and that no commit upon them does. There is one on each line of saves: who
 * saves an article on one machine answers nothing of what another one says. `postsOf` is told which were spoken of upon a commit.
 */
async function* lastWords(
  commits: readonly Commit[],
  postsOf: (commit: Commit, spoken: ReadonlySet<string>) => readonly string[] | Promise<readonly string[]>,
): AsyncGenerator<readonly [commit: Commit, posts: readonly string[]]> {
  /** By the id of a commit, the posts that those upon it speak of. */
  const upon = new Map<string, Set<string>>();
  for (const commit of commits) {
    const spoken = upon.get(commit.id) ?? new Set();
    const named = new Set(await postsOf(commit, spoken));
    const posts = [...named].filter((post) => !spoken.has(post));
    if (posts.length > 0) yield [commit, posts];
    for (const post of posts) spoken.add(post);
    for (const [index, parent] of commit.parents.entries()) {
      const others = upon.get(parent);
      // Most often one follows the other: the same set goes down the line.
      if (others === undefined) upon.set(parent, index === 0 ? spoken : new Set(spoken));
      else for (const post of spoken) others.add(post);
    }
  }
}

/** What a commit says of the text that it keeps. */
export interface Save {
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Whether it is to be no news to readers. */
  readonly isMinor: boolean;
  /** What readers are to be told of it. */
  readonly note: string | null;
  /** What it was made from, where that is not what was published when the branches were last one. */
  readonly question: FileAt | null;
}

/** Of a text of which no commit speaks. */
export const UNKNOWN: Save = { savedAt: 0, isMinor: false, note: null, question: null };

/** By the id of a post, the newest of these commits that changed it. */
export function newestSaves(own: readonly Commit[]): ReadonlyMap<string, Commit> {
  const saves = new Map<string, Commit>();
  for (const commit of own)
    for (const id of commitTrailers(commit.message).posts) if (!saves.has(id)) saves.set(id, commit);
  return saves;
}

/**
 * By the id of a post that waits, what the commits of a work branch say of its text: the last on each line of saves together, but for
 * what was published of it since. It is minor only where all of them are, and nothing was done by hand upon them.
 */
export async function savesOf(
  objects: ObjectStore,
  own: readonly Commit[],
  posts: Side['posts'],
): Promise<ReadonlyMap<string, Save>> {
  const saves = new Map<string, Save>();
  const settled = new Map<Commit, readonly string[]>();
  const postsOf = async (commit: Commit, spoken: ReadonlySet<string>): Promise<readonly string[]> => {
    const { action, posts: named } = commitTrailers(commit.message);
    if (action !== 'bring-published' || spoken.size === posts.size)
      return named.filter((id) => posts.has(id));
    const open = [...posts].filter(([id]) => !spoken.has(id));
    // What cannot be read of former trees keeps nobody from what waits.
    const published = await ifSound(asPublished(objects, commit, open), []);
    settled.set(commit, published);
    return [...published, ...named.filter((id) => posts.has(id))];
  };
  for await (const [commit, ids] of lastWords(own, postsOf)) {
    const { message, committer } = commit;
    const { minor, action } = commitTrailers(message);
    if (action === 'drop') continue;
    const [savedAt, isMinor] = [committer.seconds * 1000, minor === 'all'];
    // Once a commit, and not once a post: an import's is of a hundred.
    const hasNote = message.includes(NOTE_TRAILER);
    for (const id of ids) {
      if (settled.get(commit)?.includes(id) === true) continue;
      const note = hasNote ? readerNote(message, id) : null;
      const newer = saves.get(id) ?? { savedAt, isMinor, note, question: null };
      saves.set(id, { ...newer, isMinor: newer.isMinor && isMinor, note: newer.note ?? note });
    }
  }
  for (const id of await changedByHand(objects, own, saves))
    saves.set(id, { ...(saves.get(id) ?? UNKNOWN), isMinor: false });
  for (const [id, { from, savedAt }] of await questionsLeft(own))
    saves.set(id, { ...(saves.get(id) ?? { ...UNKNOWN, savedAt }), question: from });
  return saves;
}

/** The posts of which a commit that takes in what is published holds just that: none of their saves below it waits. */
async function asPublished(
  objects: ObjectStore,
  { tree, parents: [, main] }: Commit,
  posts: Iterable<readonly [string, Move]>,
): Promise<readonly string[]> {
  if (main === undefined) return [];
  const lookups = [tree, await treeOf(objects, main)].map((root) => createEntryLookup(objects, root));
  const published: string[] = [];
  for (const [id, { before }] of posts) {
    if (before === null) continue;
    const [here, there] = await Promise.all(lookups.map((entryOf) => entryOf(before.path)));
    if (here?.id !== undefined && here.id === there?.id) published.push(id);
  }
  return published;
}

/** The posts said to be minor that another program changed, and that nobody saved upon that. */
async function changedByHand(
  objects: ObjectStore,
  own: readonly Commit[],
  saves: ReadonlyMap<string, Save>,
): Promise<readonly string[]> {
  const minor = new Set([...saves].flatMap(([id, { isMinor }]) => (isMinor ? [id] : [])));
  if (minor.size === 0) return [];
  const postsOf = async (commit: Commit, spoken: ReadonlySet<string>): Promise<readonly string[]> => {
    const isOpen = isForeign(commit) && spoken.size < minor.size;
    const changed = isOpen ? await ifSound(postsChanged(objects, commit), []) : [];
    return [...changed, ...commitTrailers(commit.message).posts].filter((id) => minor.has(id));
  };
  const changed: string[] = [];
  for await (const [commit, ids] of lastWords(own, postsOf)) if (isForeign(commit)) changed.push(...ids);
  return changed;
}

/** By the id of a post, what its text was made from where the last word on it says so, on whichever line of saves. */
export async function questionsLeft(own: readonly Commit[]) {
  const left = new Map<string, { readonly from: FileAt; readonly savedAt: number }>();
  const asked = new Set(own.flatMap(askedAbout));
  if (asked.size === 0) return left;
  const spokenOf = (commit: Commit): readonly string[] =>
    postsNamed(commit).filter((post) => asked.has(post));
  for await (const [{ message, committer }, posts] of lastWords(own, spokenOf))
    for (const { post, path, id } of waitingQuestions(message)) {
      if (!posts.includes(post) || left.has(post)) continue;
      left.set(post, { from: { path, id }, savedAt: committer.seconds * 1000 });
    }
  return left;
}

/** Newest first, and none before one that follows it: the clocks of two machines may differ. */
function childrenFirst(commits: readonly Commit[]): readonly Commit[] {
  const byId = new Map(commits.map((commit) => [commit.id, commit]));
  const children = new Map<string, number>();
  for (const { parents } of commits)
    for (const parent of parents) children.set(parent, (children.get(parent) ?? 0) + 1);
  const ready = commits.filter(({ id }) => !children.has(id));
  const sorted: Commit[] = [];
  for (let next = takeNewest(ready); next !== undefined; next = takeNewest(ready)) {
    sorted.push(next);
    for (const id of next.parents) {
      const left = (children.get(id) ?? 0) - 1;
      children.set(id, left);
      const parent = byId.get(id);
      if (left === 0 && parent !== undefined) ready.push(parent);
    }
  }
  return sorted;
}

function takeNewest(commits: Commit[]): Commit | undefined {
  const newest = Math.max(...commits.map(({ committer }) => committer.seconds));
  const at = commits.findIndex(({ committer }) => committer.seconds === newest);
  return at === -1 ? undefined : commits.splice(at, 1)[0];
}

/** What was done to the text of a post last. Where two lines of saves say two things, the one that comes last here. */
const DONE = [
  /** It was dropped: the text of its own line. */
  'drop',
  /** What is published was taken in, and what waits was put into it, to be asked about. */
  'put',
  /** It was kept, to be asked about. */
  'ask',
  'save',
] as const;
export type Done = (typeof DONE)[number];

export async function lastDone(
  objects: ObjectStore,
  commits: readonly Commit[],
): Promise<ReadonlyMap<string, Done>> {
  const waiting = withoutPublished(childrenFirst(commits));
  const byHand = new Map<Commit, readonly string[]>();
  for (const commit of waiting.filter(isForeign)) byHand.set(commit, await postsChanged(objects, commit));
  const spokenOf = (commit: Commit): readonly string[] => byHand.get(commit) ?? postsNamed(commit);
  const last = new Map<string, Done>();
  for await (const [commit, ids] of lastWords(waiting, spokenOf)) {
    const { posts, action } = commitTrailers(commit.message);
    for (const id of ids) {
      const asked = posts.includes(id) ? 'ask' : 'put';
      const done = askedAbout(commit).includes(id) ? asked : action === 'drop' ? 'drop' : 'save';
      const before = last.get(id);
      if (before === undefined || DONE.indexOf(before) < DONE.indexOf(done)) last.set(id, done);
    }
  }
  return last;
}

/** What was published and only taken in says nothing of what waits. */
function withoutPublished(commits: readonly Commit[]): readonly Commit[] {
  const published = new Set<string>();
  return commits.filter(({ id, parents, message }) => {
    const isPublished = published.has(id);
    const { action } = commitTrailers(message);
    const taken = isPublished ? parents : action === 'bring-published' ? parents.slice(1) : [];
    for (const parent of taken) published.add(parent);
    return !isPublished;
  });
}

/** Whether it is of texts that another program wrote, and names no post. */
function isForeign({ message, parents }: Commit): boolean {
  const { action } = commitTrailers(message);
  return parents.length === 1 && (action === null || action === 'take-in-files');
}

async function postsChanged(objects: ObjectStore, { id, parents }: Commit): Promise<readonly string[]> {
  const [parent] = parents;
  if (parent === undefined) return [];
  return [...(await movesSince(objects, parent, id)).keys()];
}
