import { createLatest } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { treeDifferences, treeOf } from '#content/git/tree-differences.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { PostWait, PublishingCalls, StagedPost, WaitingPost } from '../../contract/publishing.ts';
import { parsePostFile } from '../../files/post-file.ts';
import { CAPACITY_FILE, isPagePath, isPostPath, SITE_FILE } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { countKinds, type OfKind, pageOf } from '../../model/post-words.ts';
import { isPublic, type Snapshot } from '../../model/snapshot.ts';
import type { PostReferences } from '../post-references.ts';
import type { StageOf } from '../posts/post-table.ts';
import type { Questions } from '../syncing/questions.ts';
import { lastSent } from '../syncing/tracked.ts';
import { authorView } from '../waiting/author-view.ts';
import type { CallContext, Workspace } from '../workspace.ts';
import {
  createConfirmations,
  type ExpectedPost,
  type ServedMemory,
  type SiteAnswer,
} from './confirmations.ts';
import { postsOfWaitingPictures, publishPosts } from './publish-posts.ts';

/** A post that arrived at its readers. */
export interface LivePost extends OfKind {
  readonly title: string;
}

interface PublishingOptions {
  readonly workspace: Workspace;
  readonly references: Pick<PostReferences, 'byImage'>;
  readonly questions: Pick<Questions, 'list'>;
  readonly history: Pick<HistoryIndex, 'at'>;
  /** Asks the site what it serves of a post; null where no site is known. */
  readonly askSite: ((id: string) => Promise<SiteAnswer | null>) | null;
  /** Where what the site said is kept. */
  readonly memory: ServedMemory;
  /** What was published from here is on line now. */
  readonly onLive: (posts: readonly LivePost[]) => void;
  readonly onError: (error: unknown) => void;
}

/** Posts that are only looked at are asked about as long as no more than this many are. */
const MOST_ASKED = 300;

/** What is known at one moment of how posts stand, for any number of them. */
interface Known {
  /** What is published, as this machine has it. */
  readonly published: Snapshot;
  /** What the author sees. */
  readonly snapshot: Snapshot;
  readonly sent: SentPosts;
  /** What waits makes of its posts: a text, or a picture that the post shows. */
  readonly pending: ReadonlyMap<string, SnapshotPost>;
}

interface OnItsWay extends Pick<SnapshotPost, 'id' | 'title' | 'path'> {
  /** Whether readers are to see it no longer. */
  readonly isLeaving: boolean;
}

/** Publishing from this machine: how far posts have come, what waits, and publishing it (content/contract/publishing.ts). */
export function createPublishing(options: PublishingOptions) {
  const { workspace, askSite, onError } = options;
  const { repository } = workspace;
  const latestOfPictures = createLatest<ReadonlyMap<string, SnapshotPost>>();
  const readSent = createSentPosts(repository.objects, () => lastSent(repository));
  /** Posts on their way, to readers or away from them: the author is told when they arrive. */
  const onTheirWay = new Map<string, OnItsWay>();
  const confirmations = createConfirmations({
    objects: workspace.objects,
    memory: options.memory,
    onError,
    onConfirmed: tellLive,
    ask: askSite ?? (() => Promise.resolve(null)),
  });

  async function know(): Promise<Known> {
    const published = await workspace.current();
    const { snapshot, pending, versions, waiting } = await authorView(options.workspace, published);
    // Asked again and again while an import's pictures wait.
    const ofPictures = await latestOfPictures(`${published.commit} ${waiting.work}`, () =>
      postsOfWaitingPictures(options, published),
    );
    return {
      published,
      snapshot,
      sent: await readSent(published),
      pending: new Map([...ofPictures, ...[...versions].filter(([id]) => pending.has(id))]),
    };
  }

  function tellLive(posts: readonly ExpectedPost[]): void {
    const live = posts.flatMap(({ id, revision }) => {
      const way = revision === null ? undefined : onTheirWay.get(id);
      return way === undefined ? [] : [{ title: way.title, ...kindOf(way) }];
    });
    for (const { id } of posts) onTheirWay.delete(id);
    if (live.length > 0) options.onLive(live);
  }

  function stagedPost({ sent, pending }: Known, post: SnapshotPost): StagedPost {
    const there = sent.of(post);
    const facts = {
      here: post,
      pending: pending.get(post.id) ?? null,
      sent: there && { ...there, isElsewhere: there.path !== post.path },
      served: confirmations.served(post),
    };
    return { id: post.id, ...stageOf(facts) };
  }

  /** What was sent, be it a withdrawal: the site is asked until it serves just that. */
  function expectFrom(posts: readonly SnapshotPost[], { sent }: Known): void {
    if (askSite === null || confirmations.count() > MOST_ASKED) return;
    const now = workspace.clock();
    confirmations.expect(
      posts
        .filter((post) => isSent(sent, post))
        .map((post) => expectedPost(post, now))
        .filter(
          (post) => post.revision !== null || onTheirWay.has(post.id) || confirmations.served(post) !== null,
        ),
    );
  }

  /** Posts whose other text the author is asked about. */
  async function askedPosts(): Promise<ReadonlySet<string>> {
    const questions = await options.questions.list();
    return new Set(questions.flatMap(({ isPending, postId }) => (isPending ? (postId ?? []) : [])));
  }

  async function waitingPosts({ snapshot, pending }: Known): Promise<readonly WaitingPost[]> {
    if (pending.size === 0) return [];
    const asked = await askedPosts();
    const now = workspace.clock();
    return snapshot.posts.flatMap((post) => {
      const version = pending.get(post.id);
      if (version === undefined || asked.has(post.id)) return [];
      const waits = waitOf(post, version);
      if (waits === null) return [];
      return [{ id: post.id, title: version.title, ...pageOf(version), waits, ...scheduleOf(version, now) }];
    });
  }

  const operations: Handlers<PublishingCalls, CallContext> = {
    async getPostStages({ ids }) {
      const known = await know();
      const wanted = new Set(ids);
      const isWanted = ({ id }: SnapshotPost): boolean => wanted.has(id);
      expectFrom(known.published.posts.filter(isWanted), known);
      return known.snapshot.posts.filter(isWanted).map((post) => stagedPost(known, post));
    },

    async getPublishing() {
      const known = await know();
      const unsent = unsentPosts(known);
      const ids = new Set(unsent.map(({ id }) => id));
      // Without a site, nothing would ever confirm them.
      const confirmable = askSite === null ? [] : [...onTheirWay.values()];
      const arrived = confirmable.filter(({ id }) => !ids.has(id));
      const count = (ways: readonly OnItsWay[]) => ({
        arriving: countKinds(ways.filter((way) => !way.isLeaving).map(kindOf)),
        leaving: countKinds(ways.filter((way) => way.isLeaving).map(kindOf)),
      });
      const [here, there] = [count(unsent), count(arrived)];
      return {
        commit: known.snapshot.commit,
        waiting: [...(await waitingPosts(known))],
        unsent: here.arriving,
        leaving: here.leaving,
        settings: known.sent.areSettingsChanged,
        unconfirmed: there.arriving,
        unconfirmedLeaving: there.leaving,
        hasSite: askSite !== null,
      };
    },

    async publishPosts({ ids }, caller) {
      const { published, left } = await publishPosts(options, { ids }, caller);
      const { posts } = await workspace.current();
      const asked = new Set(published.map(({ id }) => id));
      for (const post of posts.filter(({ id }) => asked.has(id))) onTheirWay.set(post.id, wayOf(post));
      const isLeaving = (id: string) => onTheirWay.get(id)?.isLeaving === true;
      return {
        published: published.map((post) => ({ ...post, ...(isLeaving(post.id) ? WITHDRAWN : {}) })),
        left: [...left],
      };
    },
  };

  return {
    operations,
    /** How far any post of now has come; the site is asked about none. */
    async stages(): Promise<StageOf> {
      const known = await know();
      return (post) => stagedPost(known, post);
    },
    /** Once, before anything is asked: ends what a crash cut short. */
    async open(): Promise<void> {
      await confirmations.recall();
      await options.workspace.pending.mergePublished();
    },
    /** Before an exchange with the remote: what it is to bring to readers. */
    async noticeUnsent(): Promise<void> {
      for (const way of unsentPosts(await know())) onTheirWay.set(way.id, way);
    },
    /** After an exchange: what arrived there is asked for at the site. */
    async noticeSent(): Promise<void> {
      // Where its text waits again, what readers have is another one.
      for (const id of await askedPosts()) onTheirWay.delete(id);
      const known = await know();
      const posts = new Map(known.published.posts.map((post) => [post.id, post]));
      for (const [id, way] of [...onTheirWay]) {
        const post = posts.get(id);
        const isArrived = post === undefined ? !known.sent.before.has(id) : isSent(known.sent, post);
        if (!isArrived) continue;
        if (askSite === null) onTheirWay.delete(id);
        // Readers are to get none of a post that is gone.
        else if (post === undefined) confirmations.expect([{ id, path: way.path, revision: null }]);
      }
      expectFrom(
        [...onTheirWay.keys()].flatMap((id) => posts.get(id) ?? []),
        known,
      );
      confirmations.hurry();
    },
    close: () => confirmations.close(),
  };
}

function kindOf({ path }: OnItsWay): OfKind {
  return { isPage: isPagePath(path) };
}

function isSent(sent: SentPosts, post: SnapshotPost): boolean {
  const there = sent.of(post);
  return there?.path === post.path && there.revision === post.revision;
}

function expectedPost(post: SnapshotPost, now: number): ExpectedPost {
  const { id, path, revision } = post;
  return { id, path, revision: isPublic(post, now) ? revision : null };
}

/** Posts of which readers will see something else once the branch has been sent. */
function unsentPosts({ published: { posts }, sent }: Known): readonly OnItsWay[] {
  if (sent.changed.size === 0) return [];
  const changed = posts.filter(
    (post) =>
      sent.changed.has(post.path) && (post.isPublished || sent.before.get(post.id)?.isPublished === true),
  );
  const here = new Set(posts.map(({ id }) => id));
  const deleted = [...sent.before].filter(([id, post]) => post.isPublished && !here.has(id));
  return [
    ...changed.map(wayOf),
    ...deleted.map(([id, { title, path }]) => ({ id, title, path, isLeaving: true })),
  ];
}

function wayOf({ id, title, path, isPublished }: SnapshotPost): OnItsWay {
  return { id, title, path, isLeaving: !isPublished };
}

type Shown = Pick<SnapshotPost, 'isPublished'>;

/** What a version that waits of a post makes of it for readers; null for a draft that goes on being one. */
function waitOf(post: Shown, version: Shown): PostWait | null {
  if (post.isPublished) return version.isPublished ? 'change' : 'withdrawal';
  return version.isPublished ? 'publication' : null;
}

const WITHDRAWN = { isWithdrawn: true } as const;

/** When readers are to have a version, where that is yet to come. */
function scheduleOf({ isPublished, published }: Shown & Pick<SnapshotPost, 'published'>, now: number) {
  const isToCome = isPublished && published !== null && Date.parse(published) > now;
  return isToCome ? { scheduledFor: published } : {};
}

/** All that decides how far a post has come. A version is known by its revision. */
interface PostFacts {
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

type StageAndWait = ReturnType<StageOf>;

/** How far a post has come, and what of it readers do not see yet. Pure; never says more than is known. */
export function stageOf(facts: PostFacts): StageAndWait {
  const { here, pending, sent } = facts;
  if (here.isPublished) return publishedStage(facts);
  if (pending?.isPublished === true) return { stage: 'ready', waits: 'publication' };
  const isStillSeen = facts.served !== null || sent?.isPublished === true;
  return { stage: 'draft', waits: isStillSeen ? 'withdrawal' : null };
}

function publishedStage({ here, pending, sent, served }: PostFacts): StageAndWait {
  const waits = pending === null ? null : waitOf(here, pending);
  const isMoved = sent?.isElsewhere === true;
  if (served === here.revision && !isMoved) return { stage: 'live', waits };
  if (sent?.revision === here.revision && !isMoved) return { stage: 'sent', waits };
  const isKnownToReaders = served !== null || sent?.isPublished === true;
  return { stage: 'ready', waits: waits ?? (isKnownToReaders ? 'change' : 'publication') };
}

/** A post as the remote has it. */
interface SentPost {
  readonly path: string;
  readonly title: string;
  readonly revision: string;
  readonly isPublished: boolean;
}

/** What the remote has of posts, as far as we know. */
interface SentPosts {
  /** Null when the remote is not known to have it. */
  of(post: Pick<SnapshotPost, 'id' | 'path' | 'title' | 'revision' | 'isPublished'>): SentPost | null;
  /** Paths of posts that are not the same there. */
  readonly changed: ReadonlySet<string>;
  /** By id, the posts that are not the same here. */
  readonly before: ReadonlyMap<string, SentPost>;
  /** Whether the texts of the site or the availability are not the same there. */
  readonly areSettingsChanged: boolean;
}

type Objects = Pick<ObjectStore, 'read' | 'readTree' | 'readCommit'>;

/**
 * What of a snapshot the remote has, of which `sentCommit` tells the last commit that it is known to have. Costs what differs, and nothing
 * when neither side has moved since it was asked last.
 */
export function createSentPosts(objects: Objects, sentCommit: () => Promise<string | null>) {
  const latest = createLatest<SentPosts>();
  return async ({ commit }: Pick<Snapshot, 'commit'>): Promise<SentPosts> => {
    const sent = await sentCommit();
    if (sent === null) return NOTHING_SENT;
    return latest(`${sent} ${commit}`, () => compare(objects, sent, commit));
  };
}

const NOTHING_SENT: SentPosts = {
  of: () => null,
  changed: new Set(),
  before: new Map(),
  areSettingsChanged: false,
};

/** Two commits. */
async function compare(objects: Objects, sent: string, here: string): Promise<SentPosts> {
  const trees = { before: await treeOf(objects, sent), after: await treeOf(objects, here) };
  const changed = new Set<string>();
  const before = new Map<string, SentPost>();
  let areSettingsChanged = false;
  for await (const { path, was } of treeDifferences(objects, trees)) {
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
