import type { Commit } from '#content/git/commit-object.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import {
  commitTrailers,
  NOTE_TRAILER,
  type Renamed,
  readerNote,
  renamedPosts,
  waitingQuestions,
  withPostsRenamed,
} from '../../contract/commit-trailers.ts';
import { type FileAt, movesSince } from '../syncing/tree-sides.ts';

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
  const own = inIdsOfNow([commit, ...saved]);
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
 * What commits say last of each post: those that speak of it and that no commit upon them does. There is one on each line of saves: who
 * saves an article on one machine answers nothing of what another one says.
 */
function* lastWords(
  commits: readonly Commit[],
  postsOf: (commit: Commit) => readonly string[],
): Generator<readonly [commit: Commit, post: string]> {
  /** By the id of a commit, the posts that those upon it speak of. */
  const spoken = new Map<string, ReadonlySet<string>>();
  for (const commit of commits) {
    const since = spoken.get(commit.id) ?? new Set();
    const posts = new Set(postsOf(commit));
    for (const post of posts) if (!since.has(post)) yield [commit, post];
    const all = posts.size === 0 ? since : new Set([...since, ...posts]);
    for (const parent of commit.parents) {
      const others = spoken.get(parent);
      spoken.set(parent, others === undefined ? all : new Set([...others, ...all]));
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

/** By the id of a post, what the commits of a work branch say of its text: the newest that speaks of it decides. */
export function savesOf(own: readonly Commit[]): ReadonlyMap<string, Save> {
  const saves = new Map<string, Save>();
  for (const { message, committer } of own) {
    // Once a commit, and not once a post: an import's is of a hundred.
    const { posts, minor } = commitTrailers(message);
    const hasNote = message.includes(NOTE_TRAILER);
    const [savedAt, isMinor] = [committer.seconds * 1000, minor === 'all'];
    for (const id of posts)
      if (!saves.has(id))
        saves.set(id, { savedAt, isMinor, note: hasNote ? readerNote(message, id) : null, question: null });
  }
  for (const [id, { from, savedAt }] of questionsLeft(own))
    saves.set(id, { ...(saves.get(id) ?? { ...UNKNOWN, savedAt }), question: from });
  return saves;
}

/** By the id of a post, what its text was made from where the last word on it says so, on whichever line of saves. */
export function questionsLeft(own: readonly Commit[]) {
  const left = new Map<string, { readonly from: FileAt; readonly savedAt: number }>();
  const asked = new Set(own.flatMap(askedAbout));
  if (asked.size === 0) return left;
  const spokenOf = (commit: Commit): readonly string[] =>
    postsNamed(commit).filter((post) => asked.has(post));
  for (const [{ message, committer }, post] of lastWords(own, spokenOf)) {
    const question = waitingQuestions(message).find((one) => one.post === post);
    if (question === undefined || left.has(post)) continue;
    const { path, id } = question;
    left.set(post, { from: { path, id }, savedAt: committer.seconds * 1000 });
  }
  return left;
}

/** Commits, newest first, where each names posts by the ids that they have now: those that a later one followed have another. */
export function inIdsOfNow(commits: readonly Commit[], followed: Renamed = new Map()): readonly Commit[] {
  const ids = new Map(followed);
  return commits.map((commit) => {
    const { message } = commit;
    const now = ids.size === 0 ? message : withPostsRenamed(message, ids);
    if (message.includes('\nEncrier-Renamed: '))
      for (const [from, to] of renamedPosts(message)) ids.set(from, ids.get(to) ?? to);
    return now === message ? commit : { ...commit, message: now };
  });
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
  return inIdsOfNow(sorted);
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
  for (const [commit, id] of lastWords(waiting, spokenOf)) {
    const { posts, action } = commitTrailers(commit.message);
    const asked = posts.includes(id) ? 'ask' : 'put';
    const done = askedAbout(commit).includes(id) ? asked : action === 'drop' ? 'drop' : 'save';
    const before = last.get(id);
    if (before === undefined || DONE.indexOf(before) < DONE.indexOf(done)) last.set(id, done);
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

/** Whether git made it: its message names no post. */
function isForeign({ message, parents }: Commit): boolean {
  return parents.length === 1 && commitTrailers(message).action === null;
}

async function postsChanged(objects: ObjectStore, { id, parents }: Commit): Promise<readonly string[]> {
  const [parent] = parents;
  if (parent === undefined) return [];
  return [...(await movesSince(objects, parent, id)).keys()];
}
