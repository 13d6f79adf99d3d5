import { commitSubject, commitTrailers, isMinorFor, readerNote } from '../../contract/commit-trailers.ts';
import type { HistoryVersion } from '../../contract/history-operations.ts';
import { ContentError } from '../../model/errors.ts';
import { slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { atMost } from '../../store/at-most.ts';
import { descendants } from '../../store/history/descendants.ts';
import type { HistoryIndex } from '../../store/history/history-index.ts';
import type { PathIndex } from '../../store/history/path-index.ts';
import { postVersions, type VersionPlace } from '../../store/history/post-versions.ts';
import { postById } from '../posts/posts-index.ts';
import type { Workspace } from '../workspace.ts';

/** What knows the history of posts. */
export interface HistorySource {
  readonly workspace: Pick<Workspace, 'objects' | 'current'>;
  readonly index: Pick<HistoryIndex, 'at'>;
}

export interface PostHistory {
  /** The post as it is now. */
  readonly post: SnapshotPost;
  /** The commit of the branch that it was read at. */
  readonly head: string;
  /** Newest first. */
  readonly places: readonly VersionPlace[];
}

/** A caller who waits longer than this, in milliseconds, is told to come back: the index is being made. */
const LONGEST_WAIT_MS = 5000;

/** The versions of a post. Throws ContentError 'starting' while history is still being read. */
export async function historyOf({ workspace, index }: HistorySource, id: string): Promise<PostHistory> {
  const snapshot = await workspace.current();
  const post = postById(snapshot, id);
  const known = await historyAt(index, snapshot.commit);
  const places = await postVersions({ index: known, objects: workspace.objects, id, path: post.path });
  return { post, head: snapshot.commit, places };
}

/** Which commits changed which files up to a commit. Throws ContentError 'starting' while history is still being read. */
export async function historyAt(index: HistorySource['index'], commit: string): Promise<PathIndex> {
  const known = await atMost(LONGEST_WAIT_MS, index.at(commit));
  if (known === null) throw new ContentError('starting', {});
  return known;
}

/** The version a commit made. Throws ContentError 'not-found' when it made none of this post. */
export function versionAt({ places }: PostHistory, commit: string): VersionPlace {
  const place = places.find((candidate) => candidate.commit === commit);
  if (place === undefined) throw new ContentError('not-found', { what: 'Cette version' });
  return place;
}

/**
 * The versions made on top of the one with this revision, newest first: one of a clone that did not have it is none of them,
 * whatever its date. None where no version has this revision.
 */
export async function placesSince(
  { objects }: Pick<Workspace, 'objects'>,
  { head, places }: Pick<PostHistory, 'head' | 'places'>,
  revision: string,
): Promise<readonly VersionPlace[]> {
  const start = places.find(({ blobId }) => blobId === revision);
  if (start === undefined) return [];
  const later = await descendants(objects, { of: start.commit, head });
  return places.filter(({ commit }) => later.has(commit));
}

/** A version as the contract shows it: who made it, when, and why. */
export async function describedVersion(
  { objects }: Pick<Workspace, 'objects'>,
  { post, places }: PostHistory,
  place: VersionPlace,
): Promise<HistoryVersion> {
  const { author, message } = await objects.readCommit(place.commit);
  const { commit, blobId, path } = place;
  const trailers = commitTrailers(message);
  return {
    ...{ commit, revision: blobId, slug: slugOfPath(path) },
    ...{ at: new Date(momentOf(author.seconds)).toISOString(), author: author.name },
    ...{ sentence: commitSubject(message), action: trailers.action, isMinor: isMinorFor(trailers, post.id) },
    readerNote: readerNote(message, post.id),
    isCurrent: place === places[0] && blobId === post.revision,
  };
}

/** What a date can hold at most, in seconds. */
const LAST_MOMENT = 8.64e12;

/** Milliseconds of a commit's seconds, which other programs may have written as they liked. */
export function momentOf(seconds: number): number {
  return 1000 * Math.max(-LAST_MOMENT, Math.min(LAST_MOMENT, seconds));
}
