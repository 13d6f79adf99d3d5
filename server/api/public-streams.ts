import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import * as z from 'zod';
import { invalidInput } from '#content/contract/input-reason.ts';
import { comesAfter, nextCursor, POSTS_PER_PAGE, parseCursor, postSummary } from '#content/contract/posts.ts';
import { searchOperations } from '#content/contract/search-operations.ts';
import { readAgain } from '#content/git/concurrency.ts';
import { publicCapacity } from '#content/model/capacity.ts';
import { ContentError } from '#content/model/errors.ts';
import { addressFolder, postAddress } from '#content/model/paths.ts';
import { postMetadataSchema, type SnapshotPost } from '#content/model/post.ts';
import { indexOf } from '#content/model/post-index.ts';
import { placeOf } from '#content/model/post-lists.ts';
import { GONE } from '#content/model/redirects.ts';
import { slugFromTitle } from '#content/model/slug.ts';
import { imageNamed, type PublicView, withoutVersion } from '#content/model/snapshot.ts';
import type { OpenContent } from '#content/service/open-content.ts';
import type { PostSearch } from '#content/service/posts/post-search.ts';
import { topicFilter } from '#content/service/posts/post-table.ts';
import { redirectOf } from '#site/render/final-links.ts';
import { withFinalAddresses } from '#site/render/final-markdown.ts';
import type { ReaderSources } from '#site/render/reader.ts';
import { viewCaching } from '../answering.ts';
import { newestReadable, streamJson } from './stream-json.ts';

export interface PublicStreamsOptions {
  readonly content: Pick<OpenContent, 'live' | 'search'>;
  readonly sources: Pick<ReaderSources, 'origin' | 'body' | 'image'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

type PublicNow = () => { readonly view: PublicView; readonly caching: string };

/** What is public now, and how long it may be kept; throws ContentError 'starting' while there is no snapshot. */
export function publicNow({ content, clock }: Pick<PublicStreamsOptions, 'content' | 'clock'>): PublicNow {
  return () => {
    const now = clock();
    const view = content.live.viewAt(now);
    if (view === null) throw new ContentError('starting', {});
    return { view, caching: viewCaching(view, now) };
  };
}

interface PublicPostsOptions extends Pick<ReaderSources, 'origin' | 'body' | 'image'> {
  readonly now: PublicNow;
}

/** Most posts one page of the list may hold. */
const MAX_LIMIT = 100;

const text = z.string().max(200).optional();
const listQuery = z.object({
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(MAX_LIMIT))
    .optional(),
  cursor: text,
  tag: text,
  category: text,
  fields: z.literal('summary').optional(),
});

/** What everybody may ask of what is public. */
export function publicStreams({ content, sources, clock }: PublicStreamsOptions) {
  const { origin, body, image } = sources;
  const now = publicNow({ content, clock });
  return {
    listPosts: listPosts({ origin, body, image, now }),
    getPost: onePost({ origin, body, image, now }),
    getCapacity: capacityStream(now),
    searchPosts: searchStream(now, content.search),
  };
}

function onePost(options: PublicPostsOptions): RequestHandler {
  return async (request, response) => {
    const id = String(request.params['id']).toLowerCase();
    const found = async () => {
      const { view, caching } = options.now();
      const post = view.byId.get(id);
      if (post === undefined) throw absence(view, id);
      return { caching, whole: await wholePost(options, view, post) };
    };
    const { caching, whole } = await readAgain(() => options.now().view, found);
    response.set('Cache-Control', caching).json(whole);
  };
}

/** A post that readers saw once is gone, as its page is; of those that they never saw nothing is said. */
function absence({ snapshot, withdrawn, lost }: PublicView, id: string): ContentError {
  const isLost = withoutVersion(snapshot).some(({ slug, known }) => known?.id === id && lost.has(slug));
  if (isLost) return new ContentError('corrupt', { what: `post ${id}` });
  const hidden = indexOf(snapshot.posts).byId.get(id);
  const wasSeen =
    hidden !== undefined &&
    (withdrawn.has(hidden.slug) || snapshot.redirects.get(postAddress(hidden)) === GONE);
  return wasSeen
    ? new ContentError('gone', { what: 'Cet article' })
    : new ContentError('not-found', { what: 'Article' });
}

/**
 * The public posts: published only, newest first. Without `limit` or `cursor` the answer is the list itself (docs/product.md, Calls);
 * with either it is a page, `{ posts, nextCursor, total }`. `fields=summary` leaves bodies out.
 */
function listPosts(options: PublicPostsOptions): RequestHandler {
  return async (request, response) => {
    const query = listQuery.safeParse(request.query);
    if (!query.success) throw badQuery(query.error);
    const { limit, cursor, fields, ...filter } = query.data;
    const { view, caching } = options.now();
    response.set({ 'Cache-Control': caching, ETag: entityTag(view, [options.origin, request.originalUrl]) });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const all = postsOf(view, filter);
    const following = afterCursor(all, cursor);
    const isPaged = limit !== undefined || cursor !== undefined;
    const items = isPaged ? following.slice(0, limit ?? POSTS_PER_PAGE) : following;
    const next = JSON.stringify(nextCursor(items, following.length - items.length));
    const readable = newestReadable((id) => options.now().view.byId.get(id));
    const toJson = (post: SnapshotPost): Promise<unknown> =>
      fields === 'summary'
        ? summarized(options, view, post)
        : readable(post, (one) => wholePost(options, view, one));
    await streamJson(response, {
      open: isPaged ? '{"posts":[' : '[',
      close: isPaged ? `],"nextCursor":${next},"total":${all.length}}` : ']',
      items,
      toJson,
    });
  };
}

/** Public posts of a tag, of a category, of both; all of them where neither is asked for. */
function postsOf(view: PublicView, filter: Parameters<typeof topicFilter>[0]): readonly SnapshotPost[] {
  const { tag, category } = filter;
  if (tag === undefined && category === undefined) return view.posts;
  const [kind, name] = tag === undefined ? (['category', category ?? ''] as const) : (['tag', tag] as const);
  const slug = slugFromTitle(name);
  // Names that make no address are found the long way.
  const near = slug === '' ? view.posts : (view.topics[kind].get(slug)?.posts ?? []);
  return near.filter(topicFilter(filter));
}

/** Changed when the same posts are answered in another shape. */
const SHAPE = '1';

/**
 * Weak, since the list is compressed for some: known before any text is read, and the same in each process and after a
 * start. What is public at a commit changes with time, by posts that come and posts that go: both counts say which; with what the
 * repository loses and gets back; and with the old addresses that history tells, which lead links on.
 */
function entityTag({ snapshot, posts, withdrawn }: PublicView, asked: readonly string[]): string {
  const { commit, lost, redirects, formerTopics } = snapshot;
  const damage = [...lost.values()].map(({ object }) => object);
  const counts = [posts.length, withdrawn.size, redirects.size, formerTopics.size];
  const made = JSON.stringify([SHAPE, commit, counts, damage, ...asked]);
  return `W/"${createHash('sha256').update(made).digest('base64url').slice(0, 22)}"`;
}

function afterCursor(posts: readonly SnapshotPost[], text: string | undefined): readonly SnapshotPost[] {
  if (text === undefined) return posts;
  const cursor = parseCursor(text);
  if (cursor === null) throw badParameter('cursor', '');
  const at = placeOf(posts, cursor, (post, asked) => (comesAfter(post, asked) ? 1 : -1));
  return posts.slice(at);
}

function badQuery(error: z.ZodError): ContentError {
  const name = String(error.issues[0]?.path[0] ?? '');
  const rule = name === 'limit' ? `\u00a0: un nombre entier de 1 à ${MAX_LIMIT} est attendu` : '';
  return badParameter(name, rule);
}

function badParameter(field: string, rule: string): ContentError {
  return new ContentError('invalid', {
    path: '',
    field,
    reason: `Le paramètre «\u00a0${field}\u00a0» n’est pas valable${rule}.`,
  });
}

/** Its links name where they end: who asks is led on as little as a reader. */
async function wholePost(
  { body, origin }: PublicPostsOptions,
  view: PublicView,
  post: SnapshotPost,
): Promise<unknown> {
  const site = {
    origin,
    redirectOf: (target: string) => redirectOf(target, view),
    folder: addressFolder(post),
  };
  const content = withFinalAddresses(await body(post), site);
  return { ...postMetadataSchema.parse(post), content, revision: post.revision };
}

async function summarized(
  options: PublicPostsOptions,
  view: PublicView,
  post: SnapshotPost,
): Promise<unknown> {
  const image = imageNamed(view.snapshot, post.coverImage, options.origin);
  const cover = image === null ? null : await options.image(image.path, image.blobId);
  return { ...postSummary(post, cover ?? null), revision: post.revision };
}

/** GET /api/capacity: what the footer and the hero say of the places left. */
function capacityStream(now: PublicNow): RequestHandler {
  return (_request, response) => {
    const { view, caching } = now();
    response.set('Cache-Control', caching).json(publicCapacity(view.snapshot.capacity));
  };
}

/** GET /api/search: what a question finds in the public posts. */
function searchStream(now: PublicNow, { search }: Pick<PostSearch, 'search'>): RequestHandler {
  const { input } = searchOperations.searchPosts;
  return async (request, response) => {
    const asked = input.safeParse(request.query, { reportInput: true });
    if (!asked.success) throw invalidInput(asked.error);
    const { view, caching } = now();
    response.set('Cache-Control', caching).json(await search(view, asked.data));
  };
}
