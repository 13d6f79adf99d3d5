import { commitMessage } from '../../contract/commit-sentences.ts';
import { MAX_READER_NOTE } from '../../contract/commit-trailers.ts';
import type { FileChange, Person } from '../../model/change-set.ts';
import { hasCode } from '../../model/errors.ts';
import { pickChanged } from '../../model/merge.ts';
import { fileIdAt } from '../../store/file-at-commit.ts';
import { mergePosts } from '../../store/merge/merge-post.ts';
import type { ObjectStore } from '../../store/objects/objects.ts';
import type { PendingVersions } from '../../store/pending/pending.ts';
import { isPendingCommit } from '../../store/pending/pending-commit.ts';
import { type PendingFiles, readPendingFiles } from '../../store/pending/pending-files.ts';
import type { SeenPending } from '../../store/pending/pending-seen.ts';
import { compareHistories, isAncestor } from '../../store/remote/paint-history.ts';
import { keepBackup } from './backup-refs.ts';
import type { FileAt } from './clash.ts';
import { titleOf } from './post-identity.ts';

export interface MeetOptions {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  readonly pending: PendingVersions;
  readonly seen: SeenPending;
  readonly committer: Person;
  readonly clock: () => number;
  /** A version did not go together with ours: the ref that has it. */
  readonly onPendingBackup: (ref: string) => void;
}

/** Two commits of one pending version, neither of which follows the other. */
interface Both {
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Both changes of a pending version in one that follows both. Where they do not go together, or cannot be read, our text
 * stays; theirs is in its history, and under a backup ref before anything moves. Answers the new commit; null when ours
 * changed meanwhile.
 */
export async function joinPending(options: MeetOptions, id: string, both: Both): Promise<string | null> {
  const merged = await tryToMerge(options, id, both);
  if (merged !== null) return merged.commit;
  const backup = await keepBackup(options, both.theirs);
  const above = await options.pending.putAbove(id, both);
  if (above !== null) options.onPendingBackup(backup);
  return above;
}

/** The new commit, which is null when ours changed meanwhile; null when the two do not go together. */
async function tryToMerge(
  { objects, pending, committer }: MeetOptions,
  id: string,
  { ours, theirs }: Both,
): Promise<{ readonly commit: string | null } | null> {
  const mine = await versionAt(objects, ours, id);
  const other = await versionAt(objects, theirs, id);
  if (mine === null || other === null) return null;
  const merged = await mergeTexts(objects, {
    mine,
    other,
    start: await startOf(objects, id, { ours, theirs }),
  });
  if (merged === null) return null;
  const { base, basedOn } = await laterStart(objects, mine, other);
  const left = merged.path === basedOn.path ? [] : [{ path: basedOn.path, bytes: null }];
  const post = { id, title: titleOf(merged) };
  const isKept = await pending.keep({
    ...{ id, base, author: committer, joins: theirs },
    replaces: { commit: ours, version: mine },
    changes: [merged, ...left],
    message: commitMessage({
      kind: 'keep',
      post,
      isMinor: mine.isMinor && other.isMinor,
      note: bothNotes(mine, other),
    }),
  });
  return { commit: isKept ? ((await pending.read(id))?.commit ?? null) : null };
}

/** What either wants readers to be told; ours first, and alone where one line does not hold both. */
function bothNotes({ note: ours }: PendingFiles, { note: theirs }: PendingFiles): string | null {
  if (ours === null || theirs === null || ours === theirs) return ours ?? theirs;
  const both = `${ours} ${theirs}`;
  return both.length > MAX_READER_NOTE ? ours : both;
}

interface Texts {
  readonly mine: PendingFiles;
  readonly other: PendingFiles;
  /** The file both come from. */
  readonly start: FileAt | null;
}

async function mergeTexts(
  objects: Pick<ObjectStore, 'read'>,
  { mine, other, start }: Texts,
): Promise<(FileChange & { readonly bytes: Uint8Array }) | null> {
  const read = async (id: string): Promise<Uint8Array> => (await objects.read(id)).bytes;
  const isSame = mine.file.blobId === other.file.blobId;
  if (start === null && !isSame) return null;
  const path =
    mine.file.path === other.file.path
      ? mine.file.path
      : start && pickChanged(start.path, mine.file.path, other.file.path)?.value;
  if (!path) return null;
  const [ours, theirs] = [await read(mine.file.blobId), await read(other.file.blobId)];
  if (isSame || start === null) return { path, bytes: ours };
  const outcome = mergePosts({ path: mine.file.path, base: await read(start.id), ours, theirs });
  return outcome.kind === 'merged' ? { path, bytes: outcome.bytes } : null;
}

/** The post in the newest commit that both follow: an older pending version of it, or the branch. */
async function startOf(objects: ObjectStore, id: string, both: Both): Promise<FileAt | null> {
  const { bases } = await compareHistories(objects, { ours: [both.ours], theirs: [both.theirs] });
  const [base] = bases;
  if (base === undefined) return null;
  if (isPendingCommit(await objects.readCommit(base))) {
    const version = await versionAt(objects, base, id);
    return version && { path: version.file.path, id: version.file.blobId };
  }
  for (const commit of [both.ours, both.theirs]) {
    const path = (await versionAt(objects, commit, id))?.basedOn.path;
    const found = path === undefined ? null : await fileIdAt(objects, { commit: base, path });
    if (path !== undefined && found !== null) return { path, id: found };
  }
  return null;
}

/** What the joined version says it started from: the later of the two commits of the branch. */
async function laterStart(objects: ObjectStore, mine: PendingFiles, other: PendingFiles) {
  return (await isAncestor(objects, mine.base, other.base)) ? other : mine;
}

async function versionAt(objects: ObjectStore, commit: string, postId: string): Promise<PendingFiles | null> {
  try {
    return await readPendingFiles(objects, { commit, postId });
  } catch (error) {
    if (hasCode(error, 'corrupt')) return null;
    throw error;
  }
}
