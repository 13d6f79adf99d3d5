import { publishedFrom } from '#content/git/commit-object.ts';
import { atMost } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import type { PathHistory } from '#content/history/path-index.ts';
import { postVersions, type VersionPlace } from '#content/history/post-versions.ts';
import { commitSubject, commitTrailers, isMinorFor, readerNote } from '../../contract/commit-trailers.ts';
import type { HistoryVersion } from '../../contract/history-operations.ts';
import { ContentError } from '../../model/errors.ts';
import { slugOfPath } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { postById } from '../posts/find-post.ts';
import type { FileAt } from '../syncing/clash.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import type { Workspace } from '../workspace.ts';

/** What knows the history of posts. */
export interface HistorySource {
  readonly workspace: Pick<Workspace, 'objects' | 'current'>;
  readonly index: Pick<HistoryIndex, 'withWaiting'>;
  readonly pending: Pick<PendingVersions, 'read' | 'list' | 'readableTip'>;
}

export interface PostHistory {
  readonly id: string;
  /** Blob id of the post as it was last changed: what waits, or else what is published. */
  readonly revision: string;
  /** The commits of the branches that it was read at. */
  readonly heads: readonly string[];
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
  const heads = work === null ? [snapshot.commit] : [snapshot.commit, work];
  return { id, revision: newest.id, heads, places: await postVersions({ index, objects, id, paths }) };
}

interface Wanted {
  readonly snapshot: Snapshot;
  /** Where the work branch is. */
  readonly work: string | null;
  readonly id: string;
}

/** The file of a post that waits, if one does, then the published one, if there is one. */
async function filesOf(
  { pending }: HistorySource,
  { snapshot, work, id }: Wanted,
): Promise<readonly [FileAt, ...FileAt[]]> {
  const post = snapshot.posts.find((candidate) => candidate.id === id);
  const draft = work === null ? undefined : (await pending.read(id))?.file;
  if (draft !== undefined && post === undefined) return [draft];
  const { path, revision } = post ?? postById(snapshot, id);
  const published = { path, id: revision };
  return draft === undefined ? [published] : [draft, published];
}

/**
 * Which commits changed which files, on both branches; on the published one alone while the other one cannot be read: `work` is null then. Throws
 * ContentError 'starting' while history is still being read.
 */
export async function historyAt(
  { index, pending }: Pick<HistorySource, 'index' | 'pending'>,
  { commit }: Pick<Snapshot, 'commit'>,
): Promise<{ readonly index: PathHistory; readonly work: string | null }> {
  const work = await pending.readableTip();
  const known = await atMost(LONGEST_WAIT_MS, index.withWaiting({ main: commit, work }));
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
  { heads, places }: Pick<PostHistory, 'heads' | 'places'>,
  revision: string,
): Promise<readonly VersionPlace[]> {
  const start = places.find(({ blobId }) => blobId === revision);
  if (start === undefined) return [];
  const later = await descendants(objects, { of: start.commit, heads });
  return places.filter(({ commit }) => later.has(commit));
}

/** A version as the contract shows it: who made it, when, and why, and when what waited was published. */
export async function describedVersion(
  { objects }: Pick<Workspace, 'objects'>,
  { id, revision, places }: PostHistory,
  place: VersionPlace,
): Promise<HistoryVersion> {
  const { author, message } = await objects.readCommit(place.commit);
  const { commit, blobId, path, published } = place;
  const trailers = commitTrailers(message);
  return {
    ...{ commit, revision: blobId, slug: slugOfPath(path) },
    ...{ at: isoOf(author), author: author.name },
    ...{ sentence: commitSubject(message), action: trailers.action, isMinor: isMinorFor(trailers, id) },
    readerNote: readerNote(message, id),
    publishedAt: published === null ? null : isoOf((await objects.readCommit(published)).author),
    isCurrent: place === places.find((candidate) => candidate.blobId === revision),
  };
}

function isoOf({ seconds }: { readonly seconds: number }): string {
  return new Date(momentOf(seconds)).toISOString();
}

/** What a date can hold at most, in seconds. */
const LAST_MOMENT = 8.64e12;

/** Milliseconds of a commit's seconds, which other programs may have written as they liked. */
export function momentOf(seconds: number): number {
  return 1000 * Math.max(-LAST_MOMENT, Math.min(LAST_MOMENT, seconds));
}

interface Between {
  readonly of: string;
  readonly heads: readonly string[];
}

/**
 * The commits of the history of some heads that have `of` in theirs, itself left out; what is published has in its history what it
 * was taken from. The cost is what came since.
 */
async function descendants(
  objects: Pick<ObjectStore, 'readCommit'>,
  { of, heads }: Between,
): Promise<ReadonlySet<string>> {
  const { ours } = await compareHistories(objects, { ours: heads, theirs: [of] });
  const children = new Map<string, string[]>();
  for (const commit of ours) {
    const from = publishedFrom(commit);
    for (const before of from === null ? commit.parents : [...commit.parents, from])
      children.set(before, [...(children.get(before) ?? []), commit.id]);
  }
  const found = new Set<string>();
  const waiting = [of];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of children.get(next) ?? []) {
      if (found.has(child)) continue;
      found.add(child);
      waiting.push(child);
    }
  }
  return found;
}
