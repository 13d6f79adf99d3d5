import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Commit } from '#content/git/commit-object.ts';
import { ensureFolderDurably, writeFileDurably } from '#content/git/durable-fs.ts';
import { NO_OBJECT_ID } from '#content/git/objects/object-id.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { readMoves } from '#content/git/refs/reflog.ts';
import { ifThere } from '#content/git/system-error.ts';
import { entryDifferences } from '#content/git/tree-differences.ts';
import { ifSound } from '#content/model/errors.ts';
import { commitsBetween, isRegularMode, treeFile, treeFileAt } from './tree-file.ts';

/** Which commit the files of a clone are at, and what of them is somebody else's. */
export interface Followed {
  /** The commit that index and files were last brought to; null before the first. */
  readonly commit: string | null;
  /** Commits that they were being brought to when this was written: some files may be theirs. */
  readonly toward: readonly string[];
  /** Files that another program changed, which stayed when the branch moved → the commit whose version they began as. */
  readonly bases: ReadonlyMap<string, string>;
  /** Files of the commit that are not written here, because of their names. */
  readonly refused: readonly string[];
  /** What git's commits took the place of, until somebody has put it back. */
  readonly overwritten: readonly Overwritten[];
}

/** A version of a file that a commit took the place of, though it was made from an older one: nobody saw it go. */
export interface Overwritten {
  readonly path: string;
  /** Blob id of the version that both were made from; null when there was none. */
  readonly base: string | null;
  /** Blob id. */
  readonly lost: string;
}

const NEVER_FOLLOWED: Followed = {
  commit: null,
  toward: [],
  refused: [],
  overwritten: [],
  bases: new Map(),
};

const KIND = 'encrier-work-tree-1';

/** Remembers durably what {@link Followed} says, in a file beside the repository's locks. */
export function createFollowedFile(gitDir: string) {
  const file = path.join(gitDir, 'encrier', 'work-tree.json');

  return {
    /** A file that is missing or damaged counts as none. */
    async read(): Promise<Followed> {
      const text = await ifThere(readFile(file, 'utf8'), '');
      const body = text.slice(text.indexOf('\n') + 1);
      if (text !== withSum(body)) return NEVER_FOLLOWED;
      const stored = JSON.parse(body) as StoredFollowed; // its sum says that nobody else wrote it
      return { overwritten: [], ...stored, bases: new Map(stored.bases) };
    },
    async write(followed: Followed): Promise<void> {
      const stored: StoredFollowed = { ...followed, bases: [...followed.bases] };
      await ensureFolderDurably(path.dirname(file));
      await writeFileDurably(file, Buffer.from(withSum(`${JSON.stringify(stored)}\n`)));
    },
  };
}

function withSum(body: string): string {
  return `${KIND} ${createHash('sha256').update(body).digest('hex')}\n${body}`;
}

interface StoredFollowed extends Omit<Followed, 'bases' | 'overwritten'> {
  readonly bases: readonly (readonly [string, string])[];
  /** A file of an earlier version says nothing of it. */
  readonly overwritten?: readonly Overwritten[];
}

interface Following {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'readTree' | 'readCommit'>;
  readonly branch: string;
}

/**
 * What commits that git made here took the place of since the files were brought to a commit, though the files were made from an
 * older version: git commits a file as it is on disk, and what was saved meanwhile is only in history then. A commit that was
 * fetched is none of these: whoever made it had other files.
 */
export async function overwrittenSince(
  { gitDir, branch, objects }: Following,
  { commit: from, bases }: Pick<Followed, 'commit' | 'bases'>,
  to: string,
): Promise<readonly Overwritten[]> {
  const baseOf = async (path: string, start: string): Promise<string | null> =>
    (await treeFileAt(objects, bases.get(path) ?? start, path))?.id ?? null;
  if (from === null || from === to) return [];
  const between = await commitsBetween(objects, from, to);
  const commits = await Promise.all([to, ...between].map((id) => objects.readCommit(id)));
  if (commits.every(isOurs)) return [];
  const moves = await readMoves(gitDir, `refs/heads/${branch}`);
  const last = moves.findIndex((move) => move.to === from);
  const since = moves.slice(0, Math.max(last, 0));
  const found = new Map<string, Overwritten>();
  /** What git's own moves left in the files. */
  const files = new Map<string, string | null>();
  for (const { from: before, to: after, reason } of since.toReversed()) {
    const [old, now] = [await readOrNull(objects, before), await readOrNull(objects, after)];
    // Where git moves a branch its words have a colon; ours have none, and files follow our moves.
    if (old === null || now === null || isOurs(now) || !reason.includes(':')) continue;
    const isOfFiles = reason.startsWith('commit') && isUponOrInstead(old, now);
    for await (const { path, was, is } of entryDifferences(objects, { before: old.tree, after: now.tree })) {
      const base = files.has(path) ? (files.get(path) ?? null) : await baseOf(path, from);
      files.set(path, is?.id ?? null);
      if (!isOfFiles || was === null || !isRegularMode(treeFile(was).mode)) continue;
      if (base !== was.id) found.set(path, { path, base, lost: was.id });
    }
  }
  return [...found.values()];
}

/** Whether one commit was put upon the other, or in its place (`--amend`), and not merged with a third. */
function isUponOrInstead(before: Commit, after: Commit): boolean {
  const [parent, other] = after.parents;
  return other === undefined && (parent === before.id || parent === before.parents[0]);
}

/** Whether Encrier made a commit, here or on another machine. */
export function isOurs({ message }: Pick<Commit, 'message'>): boolean {
  return /^Encrier-(?:Action|Waits): /m.test(message);
}

/** Null for what a reflog names and nobody has any more, and for nowhere. */
async function readOrNull(objects: Pick<ObjectStore, 'readCommit'>, id: string): Promise<Commit | null> {
  return id === NO_OBJECT_ID ? null : ifSound(objects.readCommit(id), null);
}
