import type { ObjectStore } from '#content/git/objects/objects.ts';
import { treeDifferences } from '#content/git/tree-differences.ts';
import type { PostStage, PostWait } from '../../contract/publishing.ts';
import { parsePostFile } from '../../files/post-file.ts';
import { CAPACITY_FILE, isPostPath, SITE_FILE } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';

/** All that decides how far a post has come. A version is known by its revision. */
export interface PostFacts {
  /** The post as it is committed here. */
  readonly here: { readonly revision: string; readonly isPublished: boolean };
  /** Its pending version: whether it is for readers; null when there is none. */
  readonly pending: { readonly isPublished: boolean } | null;
  /** The post as the remote is known to have it, perhaps at another address; null when it is not known to have it. */
  readonly sent: {
    readonly revision: string;
    readonly isPublished: boolean;
    readonly isElsewhere: boolean;
  } | null;
  /** The revision the site said last that it serves; null when it serves none, or has not been asked. */
  readonly served: string | null;
}

export interface StageAndWait {
  readonly stage: PostStage;
  readonly waits: PostWait | null;
}

/** How far a post has come, and what of it readers do not see yet. Pure; never says more than is known. */
export function stageOf(facts: PostFacts): StageAndWait {
  const { here, pending, sent } = facts;
  if (here.isPublished) return publishedStage(facts);
  if (pending?.isPublished === true) return { stage: 'ready', waits: 'publication' };
  const isStillSeen = facts.served !== null || sent?.isPublished === true;
  return { stage: 'draft', waits: isStillSeen ? 'withdrawal' : null };
}

function publishedStage({ here, pending, sent, served }: PostFacts): StageAndWait {
  const waits = pendingWait(pending);
  const isMoved = sent?.isElsewhere === true;
  if (served === here.revision && !isMoved) return { stage: 'live', waits };
  if (sent?.revision === here.revision && !isMoved) return { stage: 'sent', waits };
  const isKnownToReaders = served !== null || sent?.isPublished === true;
  return { stage: 'ready', waits: waits ?? (isKnownToReaders ? 'change' : 'publication') };
}

/** A pending version of what readers have changes it, or takes it away. */
function pendingWait(pending: PostFacts['pending']): PostWait | null {
  if (pending === null) return null;
  return pending.isPublished ? 'change' : 'withdrawal';
}

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
    if (known?.key === key) return known.posts;
    const posts = compare(objects, { sent, here: commit });
    known = { key, posts };
    posts.catch(() => {
      if (known?.posts === posts) known = null; // What could not be read may be repaired.
    });
    return posts;
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
