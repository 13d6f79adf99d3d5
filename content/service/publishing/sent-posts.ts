import type { ObjectStore } from '#content/git/objects/objects.ts';
import { treeDifferences } from '#content/git/tree-differences.ts';
import { parsePostFile } from '../../files/post-file.ts';
import { CAPACITY_FILE, isPostPath, SITE_FILE } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';

/** A post as the remote has it. */
interface SentPost {
  readonly path: string;
  readonly title: string;
  readonly revision: string;
  readonly isPublished: boolean;
}

/** What the remote has of posts, as far as we know. */
export interface SentPosts {
  /** Null when the remote is not known to have it. */
  of(post: Pick<SnapshotPost, 'id' | 'path' | 'title' | 'revision' | 'isPublished'>): SentPost | null;
  /** Paths of posts that are not the same there. */
  readonly changed: ReadonlySet<string>;
  /** By id, the posts that are not the same here. */
  readonly before: ReadonlyMap<string, SentPost>;
  /** Whether the texts of the site or the availability are not the same there. */
  readonly areSettingsChanged: boolean;
}

interface SentPostsOptions {
  readonly objects: Pick<ObjectStore, 'read' | 'readTree' | 'readCommit'>;
  /** The last commit that the remote is known to have; null when none is. */
  readonly sentCommit: () => Promise<string | null>;
}

/** What of a snapshot the remote has. Costs what differs, and nothing when neither side has moved since it was asked last. */
export function createSentPosts({ objects, sentCommit }: SentPostsOptions) {
  let known: { readonly key: string; readonly posts: Promise<SentPosts> } | null = null;

  return async ({ commit }: Pick<Snapshot, 'commit'>): Promise<SentPosts> => {
    const sent = await sentCommit();
    if (sent === null) return NOTHING_SENT;
    const key = `${sent} ${commit}`;
    if (known?.key !== key) known = { key, posts: compare(objects, { sent, here: commit }) };
    return known.posts;
  };
}

const NOTHING_SENT: SentPosts = {
  of: () => null,
  changed: new Set(),
  before: new Map(),
  areSettingsChanged: false,
};

interface Commits {
  readonly sent: string;
  readonly here: string;
}

async function compare(objects: SentPostsOptions['objects'], { sent, here }: Commits): Promise<SentPosts> {
  const [there, ours] = [await objects.readCommit(sent), await objects.readCommit(here)];
  const changed = new Set<string>();
  const before = new Map<string, SentPost>();
  let areSettingsChanged = false;
  for await (const { path, was } of treeDifferences(objects, { before: there.tree, after: ours.tree })) {
    areSettingsChanged ||= path === SITE_FILE || path === CAPACITY_FILE;
    if (!isPostPath(path)) continue;
    changed.add(path);
    const parsed = was === null ? null : parsePostFile({ path, bytes: (await objects.read(was)).bytes });
    if (was === null || parsed?.kind !== 'post') continue;
    const { id, title, isPublished } = parsed.post;
    before.set(id, { path, title, revision: was, isPublished });
  }
  return {
    changed,
    before,
    areSettingsChanged,
    of: (post) => before.get(post.id) ?? (changed.has(post.path) ? null : post),
  };
}
