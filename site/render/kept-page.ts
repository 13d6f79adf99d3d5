import { POSTS_PER_PAGE } from '#content/contract/posts.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { followRedirect, oldAddress, withPart } from '#content/model/redirects.ts';
import type { PublicView, Snapshot } from '#content/model/snapshot.ts';
import {
  type AskedPage,
  likelyPaths,
  type Move,
  type PageAddress,
  pageAddress,
  splitTarget,
  withQuery,
} from './page-address.ts';

/** A page that the cache may keep. */
export interface KeptPage {
  readonly kind: 'kept';
  /** Its key in the cache. */
  readonly address: string;
  readonly page: AskedPage;
}

/** A redirect; its location is without the query that was asked with, which goes along. */
interface MovedPage extends Move {
  readonly kind: 'moved';
}

/** What answers a request for a page. */
export type PageAnswer = KeptPage | MovedPage | AbsentPage;

/** Why there is no page now at an address that has one: its article is looked for in history, or no version of it can be read. */
export type AbsentPage = 'searching' | 'lost';

/** All unknown addresses share one page, all missing articles another; neither name is a request target. */
const NOT_FOUND = {
  page: { kind: 'kept', address: '*', page: { kind: 'missing', what: 'page' } },
  article: { kind: 'kept', address: '*blog', page: { kind: 'missing', what: 'post' } },
} as const satisfies Record<string, KeptPage>;

/**
 * The page that answers a request target, among those the cache may keep: one for each that exists or is gone, two for
 * all others. What is there always comes before a redirect. An address that is nearly right leads to the right one, and
 * one that moved to where it is now, never by way of another.
 */
export function keptPage(target: string, view: PublicView): PageAnswer {
  return anyPage(target, { view, led: new Set() });
}

/** A request being answered. */
interface Asking {
  readonly view: PublicView;
  /** Old addresses it was led on from: none is followed twice, whatever forms lead back to it. */
  readonly led: Set<string>;
}

function anyPage(target: string, asking: Asking): PageAnswer {
  const own = ownRedirect(target, asking.view);
  if (own !== null) {
    const former = formerPage(own, asking) ?? NOT_FOUND.page;
    if (typeof former === 'string' || former.kind !== 'moved') return former;
    return { ...former, answers: `${splitTarget(own)[1].slice(1)}&${former.answers ?? ''}` };
  }
  const page = pageAt(pageAddress(target), asking);
  return isMissing(page) ? (meantPage(target, asking) ?? page) : page;
}

/** Parameters of a query that are looked at: more are no address that anybody had. */
const MOST_PARAMETERS = 16;

/**
 * The address in redirects.yml that states the query of a target (`/?p=123`): it counts before the page of the path. Others may have
 * added to the query: all of it is looked for, then the most that it begins with, then each of its parameters. Null for none.
 */
export function ownRedirect(
  target: string,
  { snapshot: { redirects } }: { readonly snapshot: Pick<Snapshot, 'redirects'> },
): string | null {
  const [path, query] = splitTarget(target);
  if (redirects.size === 0 || query.length < 2) return null;
  if (!queriedPaths(redirects).has(oldAddress(path) ?? '')) return null;
  const parameters = query.slice(1).split('&', MOST_PARAMETERS).filter(Boolean);
  const beginnings = parameters.map((_, at) => parameters.slice(0, parameters.length - at).join('&'));
  for (const wanted of new Set([query.slice(1), ...beginnings, ...parameters])) {
    const asked = oldAddress(`${path}?${wanted}`);
    if (asked !== null && redirects.has(asked)) return asked;
  }
  return null;
}

/** Those of a snapshot never change: these paths are found once. */
const queried = new WeakMap<Snapshot['redirects'], ReadonlySet<string>>();

/** The paths that an old address with a query has. */
function queriedPaths(redirects: Snapshot['redirects']): ReadonlySet<string> {
  const found =
    queried.get(redirects) ??
    new Set([...redirects.keys()].filter((from) => from.includes('?')).map((from) => splitTarget(from)[0]));
  queried.set(redirects, found);
  return found;
}

/** Whether there is no such page, as far as is known. */
export function isMissing(answer: PageAnswer): boolean {
  return typeof answer === 'object' && answer.kind === 'kept' && answer.page.kind === 'missing';
}

function pageAt(asked: PageAddress, asking: Asking): PageAnswer {
  const { view } = asking;
  switch (asked.kind) {
    case 'elsewhere':
      return missingAt(pageAddress(asked.location));
    case 'unknown':
      return (asked.path === null ? null : formerPage(asked.path, asking)) ?? NOT_FOUND.page;
    case 'page':
      return keptAt(asked);
    case 'list':
      return asked.number === 1 ? keptAt(asked) : pageOfList(asked, view.posts.length);
    case 'topic':
      return topicPage(asked, asking);
    case 'article':
    case 'own page':
      return postPage(asked, asking) ?? missingAt(asked);
  }
}

function missingAt({ kind }: PageAddress): KeptPage {
  return kind === 'article' ? NOT_FOUND.article : NOT_FOUND.page;
}

type AskedPost = PageAddress & { readonly kind: 'article' | 'own page' };

/** What the address of an article, or of a page of the owner's, answers; null when it never had one. */
function postPage(asked: AskedPost, asking: Asking): PageAnswer | null {
  const { view } = asking;
  const { slug, address } = asked;
  if (isAt(view.bySlug.get(slug), asked)) return keptAt(asked);
  if (view.snapshot.searching.has(slug)) return 'searching';
  if (view.lost.has(slug)) return 'lost';
  const former = formerPage(address, asking);
  return former ?? (isAt(view.withdrawn.get(slug), asked) ? gonePage(address) : null);
}

/** Articles and pages share their slugs: one of the other kind is elsewhere. */
function isAt(post: SnapshotPost | undefined, { kind }: AskedPost): boolean {
  return post !== undefined && (post.isPage === true) === (kind === 'own page');
}

function keptAt(page: Extract<AskedPage, { readonly address: string }>): KeptPage {
  return { kind: 'kept', address: page.address, page };
}

/** A page of a list that is so long; one past its end may have been there when it was longer, and leads to the last. */
function pageOfList(asked: PageAddress & { readonly kind: 'list' | 'topic' }, length: number): PageAnswer {
  const last = Math.max(1, Math.ceil(length / POSTS_PER_PAGE));
  if (asked.number <= last) return keptAt(asked);
  const [path] = splitTarget(asked.address);
  return { kind: 'moved', location: last === 1 ? path : `${path}?page=${last}`, answers: 'page' };
}

/** A tag or category whose last article left was seen, and is gone as articles are. */
function topicPage(asked: PageAddress & { readonly kind: 'topic' }, asking: Asking): PageAnswer {
  const { view } = asking;
  const { topic, slug, address } = asked;
  const found = view.topics[topic].get(slug);
  if (found !== undefined) return pageOfList(asked, found.posts.length);
  const [path] = splitTarget(address);
  const former = formerPage(path, asking);
  if (former !== null) return former;
  const wasThere = view.withdrawnTopics[topic].has(slug) || view.snapshot.formerTopics.has(path);
  return wasThere ? gonePage(path) : NOT_FOUND.page;
}

/** What an address that was mistyped, or that another program wrote its own way, answers; null for nothing. */
function meantPage(target: string, asking: Asking): PageAnswer | null {
  const [path, query] = splitTarget(target);
  for (const form of likelyPaths(path)) {
    const asked = pageAddress(form + query);
    const page = pageAt(asked, asking);
    if (typeof page === 'string' || page.kind === 'moved') return page;
    if (!isMissing(page)) return page.page.kind === 'gone' ? page : { kind: 'moved', location: form };
  }
  return null;
}

/** What an address answers that a page had once (redirects.yml); null when it had none that is known. */
function formerPage(address: string, { view, led }: Asking): PageAnswer | null {
  const { snapshot } = view;
  if (snapshot.redirects.size === 0) return null;
  const former = oldAddress(address);
  if (former === null || !snapshot.redirects.has(former)) return null;
  if (led.has(former)) return gonePage(former);
  led.add(former);
  const answer = followRedirect(former, snapshot.redirects, (address) => isThere(address, view));
  switch (answer.kind) {
    case 'moved':
      return destination(answer.to, { view, led }) ?? gonePage(former);
    case 'gone':
      return gonePage(former);
    case 'unknown':
      // Somebody knew this address once: what it led to is not there, not now at least, unless another form of it is.
      return destination(answer.at, { view, led }) ?? gonePage(former);
  }
}

/** Whether there is a page at the very address, whatever redirects.yml says of it. */
function isThere(address: string, { bySlug, topics }: PublicView): boolean {
  const asked = pageAddress(address);
  if (asked.kind === 'article' || asked.kind === 'own page') return isAt(bySlug.get(asked.slug), asked);
  return asked.kind === 'topic' ? topics[asked.topic].has(asked.slug) : asked.kind === 'page';
}

/** Where a redirect ends that names this target, in whatever form it does; null for a page that is not there. */
function destination(to: string, asking: Asking): PageAnswer | null {
  const [target = '', hash = ''] = to.split(/(?=#)/, 2);
  const page = anyPage(target, asking);
  if (typeof page === 'string') return page;
  if (page.kind === 'moved')
    return { ...page, location: withPart(withQuery(page, splitTarget(target)[1]), hash) };
  if (page.page.kind === 'gone') return null;
  // Of what is no page of ours, as pictures and feeds, nothing is known here.
  return isMissing(page) && OF_THE_BLOG.test(target) ? null : { kind: 'moved', location: to };
}

const OF_THE_BLOG = /^\/blog(?:[/?]|$)(?![^?]*\.md(?:\?|$))/;

function gonePage(address: string): KeptPage {
  return { kind: 'kept', address: `*${address}`, page: { kind: 'gone', address } };
}
