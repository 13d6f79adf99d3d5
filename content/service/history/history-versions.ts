import { atMost } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isAncestor } from '#content/git/paint-history.ts';
import { fileIdAt } from '#content/git/tree-differences.ts';
import type { PathHistory } from '#content/history/path-index.ts';
import { postVersions, type VersionPlace } from '#content/history/post-versions.ts';
import { commitSubject, commitTrailers, isMinorFor, readerNote } from '../../contract/commit-trailers.ts';
import {
  COMPARED_FIELDS,
  type HistoryVersion,
  type PostDifference,
} from '../../contract/history-operations.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { textDifference } from '../../model/difference/text-difference.ts';
import { ContentError } from '../../model/errors.ts';
import { imageAddress, slugOfPath } from '../../model/paths.ts';
import { indexOf } from '../../model/post-index.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { ContentContext } from '../content-context.ts';
import { shownImages } from '../post-references.ts';
import { postById } from '../posts/find-post.ts';
import { fileOf, type ReadVersion, tryReadVersion } from '../posts/post-version.ts';
import type { FileAt } from '../syncing/tree-sides.ts';
import type { Workspace } from '../workspace.ts';

/** What knows the history of posts. */
export type HistorySource = Pick<ContentContext, 'workspace' | 'history'>;

export interface PostHistory {
  readonly id: string;
  /** Blob id of the post as it was last changed: what waits, or else what is published. */
  readonly revision: string;
  /** The file that it is in. */
  readonly path: string;
  /** Newest first. */
  readonly places: readonly VersionPlace[];
}

/** A caller who waits longer than this, in milliseconds, is told to come back: the index is being made. */
const LONGEST_WAIT_MS = 5000;

/**
 * The versions of a post, those that wait among them. Throws ContentError 'not-found' where neither branch has it, 'starting' while
 * history is still being read.
 */
export async function historyOf(source: HistorySource, id: string): Promise<PostHistory> {
  const { objects, current } = source.workspace;
  const snapshot = await current();
  const { index, work } = await historyAt(source, snapshot);
  const [newest, ...others] = await filesOf(source, { snapshot, work, id });
  const paths = [newest, ...others].map(({ path }) => path);
  return {
    id,
    revision: newest.id,
    path: newest.path,
    places: await postVersions({ index, objects, id, paths }),
  };
}

interface Wanted {
  readonly snapshot: Snapshot;
  /** Where the work branch is. */
  readonly work: string | null;
  readonly id: string;
}

/** The file of a post that waits, if one does, then the published one, if there is one. */
async function filesOf(
  { workspace }: HistorySource,
  { snapshot, work, id }: Wanted,
): Promise<readonly [FileAt, ...FileAt[]]> {
  const post = indexOf(snapshot.posts).byId.get(id);
  const draft = work === null ? undefined : (await workspace.pending.waiting()).posts.get(id)?.file;
  if (draft !== undefined && post === undefined) return [draft];
  const published = fileOf(post ?? postById(snapshot, id));
  return draft === undefined ? [published] : [draft, published];
}

/**
 * Which commits changed which files, on both branches; on the published one alone while the other one cannot be read: `work` is null then. Throws
 * ContentError 'starting' while history is still being read.
 */
export async function historyAt(
  { history, workspace }: HistorySource,
  { commit }: Pick<Snapshot, 'commit'>,
): Promise<{ readonly index: PathHistory; readonly work: string | null }> {
  const { work } = await workspace.pending.waiting();
  const known = await atMost(LONGEST_WAIT_MS, history.withWaiting({ main: commit, work }));
  if (known === null) throw new ContentError('starting', {});
  return { index: known, work };
}

/** The version a commit made, or published as it was. Throws ContentError 'not-found' when it made none of this post. */
export function versionAt({ places }: PostHistory, commit: string): VersionPlace {
  const place = places.find((candidate) => candidate.commit === commit || candidate.published === commit);
  if (place === undefined) throw new ContentError('not-found', { what: 'Cette version' });
  return place;
}

/**
 * The versions made on top of the one with this revision, newest first: one of a clone that did not have it is none of them,
 * whatever its date. None where no version has this revision.
 */
export async function placesSince(
  { objects }: Pick<Workspace, 'objects'>,
  { places }: Pick<PostHistory, 'places'>,
  revision: string,
): Promise<readonly VersionPlace[]> {
  const at = places.findIndex(({ blobId }) => blobId === revision);
  const since = places.slice(at, at + 1);
  for (const place of places.slice(0, Math.max(at, 0)).toReversed())
    if (await isUpon(objects, place.commit, since)) since.unshift(place);
  return since.slice(0, -1);
}

/** Whether the history of a commit has one of these versions, as it was saved or as it was published. */
async function isUpon(
  objects: Pick<ObjectStore, 'readCommit'>,
  of: string,
  places: readonly VersionPlace[],
): Promise<boolean> {
  for (const { commit, published } of places)
    for (const one of [commit, published])
      if (one !== null && (await isAncestor(objects, one, of))) return true;
  return false;
}

/** A version as the contract shows it: who made it, when, and why, and when what waited was published. */
export async function describedVersion(
  { objects }: Pick<Workspace, 'objects'>,
  { id, revision, places }: PostHistory,
  place: VersionPlace,
): Promise<HistoryVersion> {
  const { commit, blobId, path, published } = place;
  const made = await objects.readCommit(commit);
  const release = published === null ? null : await objects.readCommit(published);
  // What a machine made of two texts is its author's from their publication on.
  const isMachines = commitTrailers(made.message).action === 'bring-published';
  const { author, message } = (isMachines ? release : null) ?? made;
  const trailers = commitTrailers(message);
  return {
    commit,
    revision: blobId,
    slug: slugOfPath(path),
    at: isoOf(made.author),
    author: author.name,
    sentence: commitSubject(message),
    action: trailers.action,
    isMinor: isMinorFor(trailers, id),
    readerNote: readerNote(message, id),
    publishedAt: release === null ? null : isoOf(release.author),
    isCurrent: place === places.find((candidate) => candidate.blobId === revision),
  };
}

function isoOf({ seconds }: { readonly seconds: number }): string {
  return new Date(seconds * 1000).toISOString();
}

/** A version with its bytes; `version` is null when its file could not be read. */
export interface LoadedVersion {
  readonly place: VersionPlace;
  readonly bytes: Uint8Array;
  readonly version: ReadVersion | null;
}

/** Images of one difference, past which no more are looked at. */
const MAX_IMAGES = 200;

/** Reads what a commit made of a post. */
export async function loadVersion(
  { read }: Pick<Workspace, 'read'>,
  place: VersionPlace,
): Promise<LoadedVersion> {
  const bytes = await read(place.blobId);
  return { place, bytes, version: tryReadVersion({ path: place.path, bytes }) };
}

/** What differs between two versions, in the order given. */
export async function versionDifference(
  workspace: Pick<Workspace, 'objects'>,
  from: LoadedVersion,
  to: LoadedVersion,
): Promise<Omit<PostDifference, 'from' | 'to'>> {
  return {
    isWhole: from.version !== null && to.version !== null,
    isRestorable: from.version !== null,
    fields: changedFields(from.version, to.version),
    body: textDifference(bodyOf(from.bytes), bodyOf(to.bytes)).map(writable),
    images: await changedImages(workspace, from, to),
  };
}

type BodyPart = PostDifference['body'][number];

function writable(part: ReturnType<typeof textDifference>[number]): BodyPart {
  return part.kind === 'changed' ? { ...part, runs: [...part.runs] } : part;
}

function changedFields(from: ReadVersion | null, to: ReadVersion | null): PostDifference['fields'] {
  if (from === null || to === null) return [];
  return COMPARED_FIELDS.flatMap((field) => {
    const [before, after] = [from.post[field], to.post[field]];
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];
  });
}

async function changedImages(
  workspace: Pick<Workspace, 'objects'>,
  from: LoadedVersion,
  to: LoadedVersion,
): Promise<PostDifference['images']> {
  const [before, after] = [imagesOf(from), imagesOf(to)];
  const changed: PostDifference['images'] = [];
  for (const path of [...new Set([...before, ...after])].slice(0, MAX_IMAGES)) {
    const was = before.has(path) ? await fileIdAt(workspace.objects, { ...from.place, path }) : null;
    const is = after.has(path) ? await fileIdAt(workspace.objects, { ...to.place, path }) : null;
    if (was !== is) changed.push({ address: imageAddress(path), before: was, after: is });
  }
  return changed;
}

function imagesOf({ version, bytes }: LoadedVersion): ReadonlySet<string> {
  return shownImages(version?.post ?? { coverImage: null, ogImage: null }, bodyOf(bytes));
}
