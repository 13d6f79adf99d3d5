import type { Commit } from '#content/git/commit-object.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import {
  createEntryLookup,
  fileId,
  fileIdIn,
  treeDifferences,
  treeOf,
} from '#content/git/tree-differences.ts';
import { treeWith, writeCommit } from '#content/git/write-commit.ts';
import { commitMessage, waitingMessage } from '../../contract/commit-sentences.ts';
import { type LeftOut, leftOutFiles } from '../../contract/commit-trailers.ts';
import { movedFile, type TreeChange } from '../../model/change-set.ts';
import { isPostPath } from '../../model/paths.ts';
import { questionsOf, questionText, type StatedQuestion } from '../syncing/stated-questions.ts';
import { type FileAt, readSide } from '../syncing/tree-sides.ts';
import { bringPublished } from './merge-work.ts';
import { askedOf, type WorkState } from './work-branch.ts';
import { newestSaves } from './work-history.ts';

export interface Remaking {
  /** Whether a text goes on waiting, by the id of its post. */
  readonly isWanted: (postId: string, file: FileAt | null) => boolean;
  /** What the new branch goes on from. */
  readonly onto: string;
  /** Files that go no further. */
  readonly left: ReadonlySet<string>;
  /** Commits whose history says by itself what it asks, or did until that was taken out. */
  readonly said: readonly string[];
}

/**
 * Makes the work branch anew: one commit for each post that waits, with the message, the author and the moment of its last save,
 * then one for what else waits, and what was asked and left out on the way. Nothing else of the history that the branch had
 * since `onto` is in that of the new one.
 * Answers its tip, on disk when this does; no ref moves. Throws ContentError 'corrupt'.
 */
export async function remakeWork(
  objects: ObjectStore,
  state: WorkState,
  { isWanted, onto, left, said }: Remaking,
): Promise<string> {
  const { work, own } = state;
  const merged = state.isUpToDate ? null : await bringPublished(objects, state);
  if (merged !== null) await objects.write(merged.tree.objects);
  const base = await treeOf(objects, onto);
  const tip = merged?.tree.id ?? (await treeOf(objects, work));
  const side = await readSide(objects, { base, tip });
  let last = { commit: onto, tree: base };

  async function add(save: Commit, changes: readonly TreeChange[], message: string): Promise<void> {
    const tree = await treeWith(objects, last.tree, changes);
    const { author, committer } = save;
    const commit = await writeCommit(objects, { tree, parents: [last.commit], message, author, committer });
    last = { commit, tree: tree.id };
  }

  /** With its mode, or as the link that it is. */
  function asItIs(path: string): TreeChange {
    const is = (side.modules.get(path) ?? side.entries.get(path))?.is ?? null;
    return is === null ? { path, bytes: null } : { path, blob: is.id, mode: is.mode };
  }

  const saves = newestSaves(own);
  const [newest] = own;
  if (newest === undefined) return onto;
  const posts = [...side.posts].sort(
    ([one], [other]) => secondsOf(saves.get(one)) - secondsOf(saves.get(other)),
  );
  for (const [id, { before, after }] of posts) {
    const waiting = state.posts.get(id);
    // As it waited: what is published since may have changed it, or made a draft of it.
    if (!isWanted(id, waiting?.file ?? after) || left.has(after?.path ?? '')) continue;
    const put = after === null ? null : asItIs(after.path);
    const asked = merged?.questions.filter(({ post }) => post === id) ?? [];
    const again = waiting === undefined ? [] : askedOf(waiting).map((from) => ({ ...from, post: id }));
    const questions = asked.length > 0 ? asked : again;
    const save = saves.get(id);
    const message = save === undefined ? UNITED : plainMessage(save);
    // Another post may be there already, which another program put where this one was.
    const isThere = before !== null && (await fileIdIn(objects, last.tree, before.path)) === before.id;
    await add(save ?? newest, movedFile(isThere ? before : null, put), waitingMessage(message, questions));
  }
  const paths = new Set([...side.entries.keys(), ...side.modules.keys()]);
  const others = [...paths].filter((path) => !isPostPath(path) && !left.has(path)).map(asItIs);
  if (others.length > 0) await add(newest, others, waitingMessage(UNITED, []));
  const { ours: dropped } = await compareHistories(objects, { ours: [work], theirs: [onto, ...said] });
  const messages = dropped.toReversed().map(({ message }) => message);
  for (const { path, backup } of messages.flatMap(leftOutFiles))
    await add(newest, [], waitingMessage(commitMessage({ kind: 'leave-out', paths: [path], backup }), []));
  const questions = [...(merged?.stated ?? []), ...messages.flatMap(questionsOf)];
  return questions.length === 0 ? last.commit : askAgain(objects, { newest, onto, last, questions });
}

interface Asking {
  readonly newest: Commit;
  readonly onto: string;
  readonly last: { readonly commit: string; readonly tree: string };
  readonly questions: readonly StatedQuestion[];
}

/** A merge that states questions once more, with the texts that they are about in its history, as the first one had them. */
async function askAgain(objects: ObjectStore, { newest, onto, last, questions }: Asking): Promise<string> {
  const { author, committer } = newest;
  const kept = questions.flatMap(({ theirs }) => theirs ?? []);
  let beside = { commit: onto, tree: await treeOf(objects, onto) };
  for (const { path, id } of kept) {
    const text = await objects.tryRead(id);
    if (text === null) continue;
    const tree = await treeWith(objects, beside.tree, [{ path, bytes: text.bytes }]);
    const message = waitingMessage(UNITED, []);
    const made = { tree, parents: [beside.commit], message, author, committer };
    beside = { commit: await writeCommit(objects, made), tree: tree.id };
  }
  const action = { kind: 'merge-waiting', questions: [...new Set(questions.map(questionText))] } as const;
  return writeCommit(objects, {
    tree: { id: last.tree, objects: [] },
    parents: [...new Set([last.commit, beside.commit])],
    message: waitingMessage(commitMessage(action), []),
    author,
    committer,
  });
}

const UNITED = commitMessage({ kind: 'merge-waiting', questions: [] });

/** No remote that Encrier knows takes a larger file: its own takes none. */
const LARGEST = 32 * 1024 * 1024;

interface Refused {
  /** Those that are larger than any remote takes, and those that it named, but for texts. */
  readonly files: ReadonlySet<string>;
  /** Whether a text that it named was written more than once: then the last one may be what it takes. */
  readonly hasFormerText: boolean;
}

interface Sent {
  readonly commits: readonly Commit[];
  /** Of what is published, which is not left out. */
  readonly main: string;
}

/**
 * What a remote can have refused of these commits. A file that is gone by now is a part of it, it would be sent with its commit. A text
 * is named for what it says (a password, a key): it is its author's to change.
 */
async function refusedOf(objects: ObjectStore, { commits, main }: Sent, said: string): Promise<Refused> {
  const published = createEntryLookup(objects, await treeOf(objects, main));
  const files = new Set<string>();
  const texts = new Set<string>();
  let hasFormerText = false;
  for (const { tree, parents } of commits) {
    const [parent] = parents;
    const before = parent === undefined ? null : await treeOf(objects, parent);
    for await (const { path, is } of treeDifferences(objects, { before, after: tree })) {
      if (is === null) continue;
      const isNamed = said.includes(path);
      const { size } = (await objects.sizeOf(is)) ?? { size: 0 };
      if (size > LARGEST || (isNamed && !isPostPath(path))) {
        if (fileId(await published(path)) !== is) files.add(path);
      } else if (isNamed) {
        hasFormerText ||= texts.has(path);
        texts.add(path);
      }
    }
  }
  return { files, hasFormerText };
}

/** A push of the work branch that was not taken. */
export interface Refusal {
  /** Where the branch is there. */
  readonly theirs: string | null;
  readonly said: string;
}

/** Upon what the remote has, without the files and the former texts that it refuses; null when it refuses none of them. */
export async function withoutRefused(
  objects: ObjectStore,
  { main, work }: WorkState,
  { theirs, said }: Refusal,
): Promise<Remaking | null> {
  const there = theirs === null ? [main] : [main, theirs];
  const { ours } = await compareHistories(objects, { ours: [work], theirs: there });
  const { files: left, hasFormerText } = await refusedOf(objects, { commits: ours, main }, said);
  if (left.size === 0 && !hasFormerText) return null;
  return { isWanted: () => true, onto: theirs ?? main, left, said: [] };
}

/** The files that were left out of a work branch and are not there again. */
export async function leftOutNow(
  objects: ObjectStore,
  { own, work }: WorkState,
): Promise<readonly LeftOut[]> {
  const { tree } = await objects.readCommit(work);
  const missing: LeftOut[] = [];
  for (const file of own.flatMap(({ message }) => leftOutFiles(message)))
    if ((await fileIdIn(objects, tree, file.path)) === null) missing.push(file);
  return missing;
}

function secondsOf(save: Commit | undefined): number {
  return save?.committer.seconds ?? Number.POSITIVE_INFINITY;
}

/** What a commit of the work branch was written with. */
function plainMessage({ message }: Commit): string {
  return message
    .split('\n')
    .filter((line) => !/^Encrier-(?:Waits|Question):/.test(line))
    .join('\n');
}
