import { type Commit, isWaitingCommit, publishedFrom } from '#content/git/commit-object.ts';
import { createBreathing } from '#content/git/concurrency.ts';
import { runGit } from '#content/git/git-program.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { insertByDate } from '#content/git/paint-history.ts';
import { type EntryDifference, entryDifferences, fileId } from '#content/git/tree-differences.ts';
import { hasCode, ifSound } from '#content/model/errors.ts';
import { isContentPath } from '#content/model/paths.ts';

/** What a commit made of one file: its blob id; null where it removed the file, or put a link in its place. */
interface ChangedFile {
  readonly path: string;
  readonly blobId: string | null;
  /** Whether nothing is there, not even a link. */
  readonly isGone: boolean;
}

/** A commit of history, and the followed files that are not in it as they are in one of its parents. */
export interface CommitChanges {
  readonly id: string;
  readonly parents: readonly string[];
  /** The committer's, since 1970. */
  readonly seconds: number;
  /** Whether it says that it is of the work branch. */
  readonly isWaiting: boolean;
  /** The commit of the work branch that it published, as it says. */
  readonly from: string | null;
  readonly changes: readonly ChangedFile[];
}

/** Names that are not UTF-8: git and tree.ts write them differently, and no operation names them. */
const ODD_NAME = /[\ufffd\p{Cs}]/u;

/**
 * What of a commit's differences is followed: files and links that are not as they were in one of its parents. Of a merge on the
 * work branch, those that are as they were in none: all that waits differs from what is published, at each of them.
 */
function commitChanges(commit: LoggedCommit): CommitChanges {
  const { id, parents, seconds, differences } = commit;
  const changed = new Map<string, ChangedFile & { readonly parents: number }>();
  for (const { path, was, is } of differences) {
    const [blobId, isGone] = [fileId(is), is === null];
    const isSame = fileId(was) === blobId && (was === null) === isGone;
    if (!isContentPath(path) || ODD_NAME.test(path) || isSame) continue;
    changed.set(path, { path, blobId, isGone, parents: 1 + (changed.get(path)?.parents ?? 0) });
  }
  const isWaiting = isWaitingCommit(commit);
  const least = isWaiting ? parents.length : 0;
  const changes = [...changed.values()].filter((change) => change.parents >= least);
  return { id, parents, seconds: Math.max(0, seconds), isWaiting, from: publishedFrom(commit), changes };
}

/** The same commits, each after those of its parents that are among them. */
export function parentsFirst(commits: readonly CommitChanges[]): readonly CommitChanges[] {
  const byId = new Map(commits.map((commit) => [commit.id, commit]));
  const ordered: CommitChanges[] = [];
  const seen = new Set<string>();
  for (const start of commits) {
    const waiting = [start];
    for (let commit = waiting.at(-1); commit !== undefined; commit = waiting.at(-1)) {
      const unseen = commit.parents.flatMap((id) => (seen.has(id) ? [] : (byId.get(id) ?? [])));
      if (unseen.length > 0 && !seen.has(commit.id)) {
        waiting.push(...unseen);
        continue;
      }
      waiting.pop();
      if (!seen.has(commit.id)) ordered.push(commit);
      seen.add(commit.id);
    }
  }
  return ordered;
}

/** A commit, and how it differs from its parents, from each of them: what differs from two comes twice. */
interface LoggedCommit {
  readonly id: string;
  readonly parents: readonly string[];
  /** The committer's, since 1970. */
  readonly seconds: number;
  readonly message: string;
  readonly differences: readonly EntryDifference[];
}

interface LogRange {
  readonly gitDir: string;
  /** This commit and its ancestors. */
  readonly from: string;
  /** This commit and its ancestors are left out; null leaves out none. */
  readonly until: string | null;
}

/** Of a merge, all that differs from any of its parents, whatever the repository's own settings say. */
const LOG = [
  ...['-c', 'log.showRoot=true', 'log', '--raw', '-z', '--diff-merges=separate'],
  ...['--no-renames', '--no-abbrev', '--full-history', '--date-order'],
  ...['--no-notes', '--no-decorate', '--no-color', '--encoding=UTF-8', '--format=%H %ct %P%n%B'],
];

/** Commits as the git program tells them in one pass, children before parents, else the newest first; null where there is none. */
export async function loggedCommits(
  { gitDir, from, until }: LogRange,
  run: typeof runGit = runGit,
): Promise<AsyncIterable<CommitChanges> | null> {
  const left = until === null ? [] : [`^${until}`];
  const printed = await run(gitDir, [...LOG, from, ...left, '--']);
  return printed === null ? null : parseLog(printed);
}

interface Reading extends LoggedCommit {
  readonly differences: EntryDifference[];
}

/** Of a date that it cannot read, or that is before 1970, git says nothing. */
const COMMIT = /^\n?([0-9a-f]{40}) (-?\d*) ([0-9a-f ]*)\n([^]*)$/;
const CHANGE = /^\n?:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) \w/;
const ABSENT = '000000';

/** Each commit's line comes once for each parent that it differs from; then status lines, each followed by a path. */
async function* parseLog(printed: Buffer): AsyncGenerator<CommitChanges> {
  const breathe = createBreathing();
  const tokens = nulEnded(printed);
  let reading: Reading | undefined;
  for (const token of tokens) {
    const pause = breathe();
    if (pause !== undefined) await pause;
    const [, id, seconds, parents = '', message = ''] = COMMIT.exec(token) ?? [];
    if (id !== undefined) {
      if (reading?.id === id) continue;
      if (reading !== undefined) yield commitChanges(reading);
      reading = { id, seconds: Number(seconds), parents: words(parents), message, differences: [] };
      continue;
    }
    const [, oldMode = '', mode = '', oldId = '', newId = ''] = CHANGE.exec(token) ?? [];
    if (mode === '') continue;
    const path = tokens.next().value ?? '';
    reading?.differences.push({ path, was: entry(oldMode, oldId), is: entry(mode, newId) });
  }
  if (reading !== undefined) yield commitChanges(reading);
}

function entry(mode: string, id: string): EntryDifference['is'] {
  return mode === ABSENT ? null : { mode, name: '', id };
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

function* nulEnded(bytes: Buffer): Generator<string, undefined> {
  let start = 0;
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
  if (start < bytes.length) yield bytes.toString('utf8', start);
}

type Objects = Pick<ObjectStore, 'readCommit' | 'readTree'>;

/** A commit as our own walk tells it. Of its parents it names those that can be read. */
interface WalkedCommit extends CommitChanges {
  /** Its other parents, at which history ends too early. */
  readonly unread: readonly string[];
}

interface CommitsWalk {
  readonly objects: Objects;
  readonly from: string;
  /** Commits that are not looked at, nor what is behind them. */
  readonly isKnown: (commit: string) => boolean;
}

/**
 * Commits and what they changed, the newest first by their dates, as {@link loggedCommits} has them from the git program, by our own reading of
 * objects; others get their turn meanwhile. History ends where an object is missing: a shallow clone, or damage. Throws
 * ContentError 'corrupt' when `from` cannot be read.
 */
export async function* walkedCommits({ objects, from, isKnown }: CommitsWalk): AsyncGenerator<WalkedCommit> {
  if (isKnown(from)) return;
  const breathe = createBreathing();
  const seen = new Set<string>([from]);
  const waiting = [await objects.readCommit(from)];
  for (let commit = waiting.pop(); commit !== undefined; commit = waiting.pop()) {
    await breathe();
    const parents = await readableParents(objects, commit);
    for (const parent of parents) {
      if (!isKnown(parent.id) && !seen.has(parent.id)) insertByDate(waiting, parent, (one) => one);
      seen.add(parent.id);
    }
    const read = parents.map(({ id }) => id);
    const differences: EntryDifference[] = [];
    for (const before of parents.length === 0 ? [null] : parents.map(({ tree }) => tree)) {
      const compared = { before, after: commit.tree };
      for await (const difference of differencesOrNone(objects, compared)) differences.push(difference);
    }
    const { id, message, committer } = commit;
    yield {
      ...commitChanges({ id, seconds: committer.seconds, message, parents: read, differences }),
      unread: commit.parents.filter((parent) => !read.includes(parent)),
    };
  }
}

/** Of a damaged tree nothing is known. */
async function* differencesOrNone(
  trees: Pick<ObjectStore, 'readTree'>,
  compared: Parameters<typeof entryDifferences>[1],
) {
  try {
    yield* entryDifferences(trees, compared);
  } catch (error) {
    if (!hasCode(error, 'corrupt')) throw error;
  }
}

async function readableParents(objects: Objects, { parents }: Commit): Promise<readonly Commit[]> {
  const read = await Promise.all(parents.map((id) => ifSound(objects.readCommit(id), null)));
  return read.filter((parent) => parent !== null);
}
