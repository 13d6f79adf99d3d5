import { createBreathing } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { FILE_MODE } from '#content/git/tree.ts';
import { newestFirst, type PathChange, type PathHistory } from '#content/history/path-index.ts';
import { CAPACITY_FILE, isPostPath, SITE_FILE, slugOfPath } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { createFileParser } from './parse-file.ts';
import { duplicatePaths, type OlderVersions } from './resolve-duplicates.ts';
import { type ContentFile, type ContentFolder, fileAt, type PostFile } from './snapshot-files.ts';
import type { FoundInHistory, Held, SnapshotState } from './snapshot-state.ts';

/** What only history can tell. */
export interface Wanted {
  /** Post files that cannot be read: what were they before? */
  readonly broken: readonly PostFile[];
  /** Readable files that share a slug or an id with another: who had it first, and what were they before? */
  readonly rivals: readonly PostFile[];
  /** The paths of settings that cannot be read. */
  readonly settings: readonly string[];
}

interface Situation {
  readonly commit: string;
  readonly root: ContentFolder;
  readonly parents: readonly string[];
  readonly before: SnapshotState | null;
  /** Those in question (resolve-duplicates.ts), and what is known of them from before. */
  readonly files: readonly PostFile[];
  readonly older: OlderVersions;
}

/** What a build must ask history; null for nothing, as when it has the parent's state, which tells all of it but what was lost. */
export function wantedFromHistory(situation: Situation): Wanted | null {
  const { commit, parents, before, files, older } = situation;
  const isNext = before !== null && [commit, ...parents].includes(before.snapshot.commit);
  // Of what the repository lost while it was served, the parent's state may know no other version.
  const isUnknown = (file: PostFile) => file.lost !== undefined && older.lastReadable(file) === undefined;
  const wanted = isNext
    ? { broken: files.filter(isUnknown), rivals: [], settings: [] }
    : wantedOfAll(situation);
  return wanted.broken.length + wanted.rivals.length + wanted.settings.length === 0 ? null : wanted;
}

function wantedOfAll({ root, before, files }: Situation): Wanted {
  const duplicates = new Set(duplicatePaths(files));
  const isKnown = ({ path, blobId }: PostFile) =>
    before !== null && fileAt(before.root, path)?.blobId === blobId;
  return {
    broken: files.filter(({ parsed }) => parsed === null),
    rivals: files.filter((file) => duplicates.has(file.path) && !isKnown(file)),
    settings: [SITE_FILE, CAPACITY_FILE].filter((path) => {
      const file = fileAt(root, path);
      return siteOf(file) === null && capacityOf(file) === null;
    }),
  };
}

interface SearchOptions {
  readonly objects: Pick<ObjectStore, 'sizeOf' | 'read'>;
  /** Of the commit that the folder is of. */
  readonly history: Pick<PathHistory, 'changesOf' | 'removedBy'>;
  readonly root: ContentFolder;
}

/** Older versions of files that need one, or an arbiter (docs/design.md, The content repository). */
export async function searchHistory(
  { objects, history, root }: SearchOptions,
  { broken, rivals, settings }: Wanted,
): Promise<FoundInHistory> {
  const read = createReader(objects);
  const posts = new Map<string, SnapshotPost | null>();
  const seniority = new Map<string, number>();
  for (const file of broken)
    posts.set(file.path, await firstOf(versionsSinceAddition(history, root, file), read, postOf));
  for (const { path, parsed } of rivals) {
    const versions = sinceDeletion(path, history.changesOf(path));
    const { since, older } = await claimOf(read, parsed?.id, versions);
    posts.set(path, older);
    seniority.set(path, since);
  }
  /** However often they were deleted. */
  const settingsAt = (path: string): readonly Version[] =>
    settings.includes(path) ? history.changesOf(path).map((change) => ({ path, ...change })) : [];
  return {
    posts,
    seniority,
    site: await firstOf(settingsAt(SITE_FILE), read, siteOf),
    capacity: await firstOf(settingsAt(CAPACITY_FILE), read, capacityOf),
  };
}

interface Version extends PathChange {
  readonly path: string;
}

/** The versions of a file since it was last deleted: what was withdrawn does not come back. */
function sinceDeletion(path: string, changes: readonly PathChange[]): readonly Version[] {
  const end = changes.findIndex(({ isGone }) => isGone);
  return (end === -1 ? changes : changes.slice(0, end)).map((change) => ({ path, ...change }));
}

/**
 * The versions a broken file may be served in, newest first. Where it was moved, in the same commit, from a file of
 * the same name or with the same bytes, that file's versions follow.
 */
function* versionsSinceAddition(
  history: SearchOptions['history'],
  root: ContentFolder,
  { path, blobId }: PostFile,
): Generator<Version> {
  const changes = history.changesOf(path);
  // In a folder whose place a link has taken, that its files are gone is no deletion.
  const present = changes.findIndex((change) => change.blobId === blobId);
  const versions = sinceDeletion(path, changes.slice(Math.max(present, 0)));
  yield* versions;
  const first = versions.at(-1);
  if (first === undefined) return;
  for (const former of history.removedBy(first.commit)) {
    if (!isPostPath(former) || fileAt(root, former) !== null) continue;
    const older = history.changesOf(former).filter((change) => newestFirst(change, first) > 0);
    const isSame = slugOfPath(former) === slugOfPath(path) || older[0]?.blobId === first.blobId;
    if (isSame) yield* sinceDeletion(former, older);
  }
}

type ReadVersion = (version: Pick<Version, 'path' | 'blobId'>) => Promise<ContentFile | null>;

/** Reads versions of files; null for a link. */
export function createReader(objects: SearchOptions['objects']): ReadVersion {
  const parse = createFileParser(objects);
  const breathe = createBreathing();
  return async ({ path, blobId }) => {
    await breathe();
    return blobId === null ? null : parse({ path, blobId, mode: FILE_MODE });
  };
}

/** What `pick` takes from the first version that has it. */
async function firstOf<Value>(
  versions: Iterable<Version>,
  read: ReadVersion,
  pick: (file: ContentFile | null) => Value | null,
): Promise<Value | null> {
  for (const version of versions) {
    const value = pick(await read(version));
    if (value !== null) return value;
  }
  return null;
}

/** What a file says of a post; null when it is none that reads well. */
export function postOf(file: ContentFile | null): SnapshotPost | null {
  return file?.kind === 'post' ? file.parsed : null;
}

/** What a file says of the site; null when it is none that reads well. */
export function siteOf(file: ContentFile | null): Held['site'] {
  return file?.kind === 'site' && file.parsed !== null ? { blobId: file.blobId, value: file.parsed } : null;
}

/** The same of the capacity. */
export function capacityOf(file: ContentFile | null): Held['capacity'] {
  return file?.kind === 'capacity' && file.parsed !== null
    ? { blobId: file.blobId, value: file.parsed }
    : null;
}

interface PastClaim {
  /** When the file got its present id, in the seconds of commits. */
  readonly since: number;
  /** The newest version with another id. */
  readonly older: SnapshotPost | null;
}

async function claimOf(
  read: ReadVersion,
  id: string | undefined,
  versions: readonly Version[],
): Promise<PastClaim> {
  let since = Number.MAX_SAFE_INTEGER;
  for (const version of versions) {
    const post = postOf(await read(version));
    if (post !== null && post.id !== id) return { since, older: post };
    since = version.date;
  }
  return { since, older: null };
}
