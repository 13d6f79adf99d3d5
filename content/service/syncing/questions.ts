import type { Commit } from '#content/git/commit-object.ts';
import { createBreathing, createLatest } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories, isAncestor } from '#content/git/paint-history.ts';
import { readRef } from '#content/git/refs/refs.ts';
import type { Repository } from '#content/git/repository.ts';
import { fileIdAt } from '#content/git/tree-differences.ts';
import { commitTrailers } from '../../contract/commit-trailers.ts';
import type { SyncConflict } from '../../contract/sync-operations.ts';
import { ifSound } from '../../model/errors.ts';
import { isPostPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { tryReadFile } from '../posts/post-version.ts';
import { askedOf, isClashing, type Waiting, type WaitingFile } from '../waiting/work-branch.ts';
import { idOf, questionsOf, type StatedQuestion } from './stated-questions.ts';
import { type FileAt, isSameFile } from './tree-sides.ts';

/** A question that no commit has resolved yet. */
export interface OpenQuestion extends Omit<StatedQuestion, 'kind'>, Pick<SyncConflict, 'kind' | 'isPending'> {
  /** The same on each machine; what `Encrier-Settles` names. */
  readonly id: string;
  readonly postId: string | null;
  /** Of the post, else the path. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

interface Asked {
  readonly question: StatedQuestion;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** The commits that ask it. */
  readonly by: readonly string[];
}

/** What a history asks and answers, by the ids of questions. */
interface Said {
  /** Where it ends. */
  readonly tips: readonly string[];
  readonly asked: ReadonlyMap<string, Asked>;
  /** The commits that answer each. */
  readonly answers: ReadonlyMap<string, readonly string[]>;
  /** Those that are answered. */
  readonly resolved: ReadonlySet<string>;
}

const NOTHING: Said = { tips: [], asked: new Map(), answers: new Map(), resolved: new Set() };

type Objects = Pick<ObjectStore, 'tryRead' | 'readCommit' | 'readTree'>;

/**
 * The questions that wait for the author, on each machine alike: those that the history of the two branches asks and has not resolved.
 * It is read through once, and then only the commits that are new; what it says is kept in memory.
 */
export function createQuestions(
  { gitDir, branch, objects }: Pick<Repository, 'gitDir' | 'branch' | 'objects'>,
  pending: { waiting(): Promise<Waiting> },
) {
  const latest = createLatest<Said>();

  /** What is published, what waits, and what both branches say; null before there is anything. */
  async function read() {
    const tip = await readRef(gitDir, `refs/heads/${branch}`);
    if (tip === null) return null;
    const { work, posts: waiting } = await pending.waiting();
    return { tip, waiting, said: await saidAt(work === null ? [tip] : [tip, work]) };
  }

  function saidAt(tips: readonly string[]): Promise<Said> {
    return latest(tips.join(' '), async (last) => {
      const before = (await last?.catch(() => null)) ?? null;
      if (before !== null) {
        const { ours, theirs } = await compareHistories(objects, { ours: tips, theirs: before.tips });
        if (theirs.length === 0) return saidBy(objects, { before, tips, commits: ours });
      }
      // Commits that are in no branch any more ask and answer nothing.
      return saidBy(objects, { before: NOTHING, tips, commits: historyOf(objects, tips) });
    });
  }

  return {
    /** The oldest first. A text of theirs that waits no longer was published or dropped: that is an answer. */
    async list(): Promise<readonly OpenQuestion[]> {
      const found = await read();
      if (found === null) return [];
      const { tip, waiting, said } = found;
      const left = [...said.asked].filter(([id]) => !said.resolved.has(id));
      const clashing = await Promise.all(
        [...waiting].map(([postId, waits]) => draftQuestion(objects, postId, waits)),
      );
      const drafts = clashing.flatMap((question) => question ?? []);
      const stated = await Promise.all(
        left.map(([id, one]) => openQuestion(objects, { id, ...one, tip, waiting })),
      );
      // What merges stated of a text that waits is one question, and what a draft itself says before them.
      const ofPost = new Map(drafts.map((question) => [question.postId, question]));
      const open = stated.flatMap((question) => question ?? []).sort(byAge);
      for (const question of open)
        if (question.isPending && !ofPost.has(question.postId)) ofPost.set(question.postId, question);
      return [...ofPost.values(), ...open.filter(({ isPending }) => !isPending)]
        .filter(({ id }) => !said.resolved.has(id))
        .sort(byAge);
    },

    /** Whether a commit of either branch answers it. */
    isResolved: async (id: string): Promise<boolean> => (await read())?.said.resolved.has(id) === true,
  };
}

export type Questions = ReturnType<typeof createQuestions>;

/** The oldest first, on each machine alike. */
function byAge(a: OpenQuestion, b: OpenQuestion): number {
  return a.since - b.since || (a.id < b.id ? -1 : 1);
}

/** All commits of histories, as far as it can be read: a clone may be shallow, or damaged. */
async function* historyOf(
  objects: Pick<ObjectStore, 'readCommit'>,
  tips: readonly string[],
): AsyncGenerator<Commit> {
  const breathe = createBreathing();
  const found = new Set(tips);
  for (const id of found) {
    await breathe();
    const commit = await ifSound(objects.readCommit(id), null);
    if (commit === null) continue;
    for (const parent of commit.parents) found.add(parent);
    yield commit;
  }
}

interface Saying {
  readonly before: Said;
  readonly tips: readonly string[];
  readonly commits: AsyncIterable<Commit> | Iterable<Commit>;
}

async function saidBy(
  objects: Pick<Objects, 'readCommit'>,
  { before, tips, commits }: Saying,
): Promise<Said> {
  const [asked, answers] = [new Map(before.asked), new Map(before.answers)];
  for await (const { id: commit, message, committer } of commits) {
    if (!message.includes('\nEncrier-')) continue;
    for (const question of questionsOf(message)) {
      const id = idOf(question);
      const known = asked.get(id);
      const since = Math.min(committer.seconds * 1000, known?.since ?? Number.POSITIVE_INFINITY);
      asked.set(id, { question, since, by: [...(known?.by ?? []), commit] });
    }
    const { resolves } = commitTrailers(message);
    if (resolves !== null) answers.set(resolves, [...(answers.get(resolves) ?? []), commit]);
  }
  return { tips, asked, answers, resolved: await resolvedIn(objects, { asked, answers }) };
}

/**
 * An answer holds for the same question wherever, and however often, it is asked, but not for a merge that asks it upon the answer: whoever
 * gave that knew nothing of it.
 */
async function resolvedIn(
  objects: Pick<Objects, 'readCommit'>,
  { asked, answers }: Pick<Said, 'asked' | 'answers'>,
): Promise<ReadonlySet<string>> {
  const isUpon = (answer: string, by: string): Promise<boolean> =>
    ifSound(isAncestor(objects, answer, by), false);
  const resolved = new Set(answers.keys());
  for (const [id, { by }] of asked) {
    const given = answers.get(id);
    if (given === undefined || by.length < 2) continue;
    for (const commit of by)
      if ((await Promise.all(given.map((answer) => isUpon(answer, commit)))).every(Boolean))
        resolved.delete(id);
  }
  return resolved;
}

interface Asking extends Asked {
  readonly id: string;
  readonly tip: string;
  readonly waiting: ReadonlyMap<string, WaitingFile>;
}

/** Null where what waited is resolved, and where a post has left the address that it was given. */
async function openQuestion(
  objects: Objects,
  { id, question, since, tip, waiting }: Asking,
): Promise<OpenQuestion | null> {
  const { kind, path, base, theirs } = question;
  const told = { id, path, base, theirs, since, isPending: kind === 'waiting' };
  if (kind === 'file' || !isPostPath(path))
    return { ...told, kind: kind === 'apart' ? kind : 'file', postId: null, title: theirs?.path ?? path };
  const known = theirs ?? base;
  const post = known === null ? null : await readPost(objects, known);
  const waits = post === null ? undefined : waiting.get(post.id);
  const asked = waits === undefined ? [] : askedOf(waits);
  if (kind === 'waiting' && !asked.some((from) => isSameFile(from, base))) return null;
  if (kind === 'apart' && post === null) return null;
  const now = await fileIdAt(objects, { commit: tip, path });
  const shown = now === null ? post : await readPost(objects, { path, id: now });
  const isThere = waits?.file.path === path || (now !== null && shown?.id === post?.id);
  if (kind === 'same-address' && !isThere) return null;
  const title = shown?.title ?? post?.title ?? path;
  return { ...told, kind: kind === 'waiting' ? 'text' : kind, postId: post?.id ?? null, title };
}

/** A draft of which both branches say another text: no reader has either, so that no publication asks. Null for what is none. */
async function draftQuestion(
  objects: Objects,
  postId: string,
  { basedOn: base, live, file, savedAt: since }: WaitingFile,
): Promise<OpenQuestion | null> {
  if (live === null || !isClashing({ basedOn: base, live })) return null;
  const post = await readPost(objects, live);
  if (post === null || post.isPublished) return null;
  const { path } = live;
  const id = idOf({ kind: 'waiting', path, base, theirs: file });
  return { id, kind: 'apart', path, base, theirs: file, since, isPending: true, postId, title: post.title };
}

/** Null as well where the text is lost: what was purged is named by its commits all the same. */
async function readPost(objects: Pick<ObjectStore, 'tryRead'>, file: FileAt): Promise<SnapshotPost | null> {
  return (await tryReadFile(objects, file))?.post ?? null;
}
