import { DEFAULT_CAPACITY, DEFAULT_SITE } from '#content/files/settings-file.ts';
import { slugOfPath } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { postAddress } from '#content/model/redirects.ts';
import { type LostPost, type Problem, type Snapshot, wasShown } from '#content/model/snapshot.ts';
import { derivedRedirects } from './left-addresses.ts';
import { type ContentFolder, contentsOf, type ImageFile, type PostFile } from './snapshot-files.ts';
import type { Held, SnapshotState } from './snapshot-state.ts';

/** A snapshot from its parts. */
export function snapshotOf(parts: {
  readonly commit: string;
  readonly held: Held;
  readonly posts: readonly SnapshotPost[];
  readonly images: readonly ImageFile[];
  readonly problems: readonly Problem[];
  readonly files: readonly PostFile[];
}): Snapshot {
  const { commit, held, posts, images, problems, files } = parts;
  return {
    commit,
    posts,
    site: held.site?.value ?? DEFAULT_SITE,
    siteId: held.site?.blobId ?? '',
    capacity: held.capacity?.value ?? DEFAULT_CAPACITY,
    capacityId: held.capacity?.blobId ?? '',
    images: new Map(images.map(({ path, blobId }) => [path, blobId])),
    ...redirectsOf(held, posts),
    redirectsId: held.redirects?.blobId ?? '',
    formerTopics: new Set([...held.former].flatMap(([address, id]) => (id === null ? [address] : []))),
    problems,
    searching: new Set(),
    lost: lostPosts(files),
  };
}

function lostPosts(files: readonly PostFile[]): Snapshot['lost'] {
  const lost = new Map<string, LostPost>();
  for (const file of files)
    if (file.lost !== undefined) lost.set(slugOfPath(file.path), { path: file.path, ...file.lost });
  return lost;
}

function redirectsOf(
  held: Held,
  posts: readonly SnapshotPost[],
): Pick<Snapshot, 'redirects' | 'derivedRedirects'> {
  const derived = derivedRedirects(held, posts);
  return { redirects: new Map([...(held.redirects?.value ?? []), ...derived]), derivedRedirects: derived };
}

/** The state with what history tells of addresses that posts left before it; what it knows itself is newer, and counts. */
export function withPast(
  state: SnapshotState,
  past: ReadonlyMap<string, string>,
  now: number,
): SnapshotState {
  const { posts } = state.snapshot;
  const written = new Map(state.held.redirects?.value);
  const shown = new Set(posts.filter((post) => wasShown(post, now)).map(({ slug }) => slug));
  const added = [...past].flatMap(([slug, id]): [string, string][] => {
    const address = postAddress(slug);
    return shown.has(slug) || written.has(address) ? [] : [[address, id]];
  });
  const held: Held = {
    ...state.held,
    former: new Map([...added, ...state.held.former]),
    isFormerWhole: true,
  };
  if (added.length === 0) return { ...state, held };
  return { ...state, held, snapshot: { ...state.snapshot, ...redirectsOf(held, posts) } };
}

/** The state that a folder and what was held beside it stand for: the inverse of keeping only these. */
export function restoredState(kept: {
  readonly commit: string;
  readonly root: ContentFolder;
  readonly held: Held;
  readonly problems: readonly Problem[];
}): SnapshotState {
  const { root, held } = kept;
  const { posts: files, images } = contentsOf(root);
  const posts = files.map((file) => servedVersion(file, held)).filter((post) => post !== null);
  return { root, held, snapshot: snapshotOf({ ...kept, posts, images, files }), isComplete: true };
}

function servedVersion({ path, parsed }: PostFile, held: Held): SnapshotPost | null {
  const instead = held.posts.get(path);
  if (instead === undefined) return parsed;
  return instead.isServed ? instead.post : null;
}
