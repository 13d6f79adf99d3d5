import { type RequestHandler, type Response, Router } from 'express';
import { readAgain } from '#content/git/concurrency.ts';
import { ContentError } from '#content/model/errors.ts';
import { withoutComments } from '#content/model/image-references/prose.ts';
import { parisClock } from '#content/model/paris-time.ts';
import { isArticleAddress, POSTS_ADDRESS } from '#content/model/paths.ts';
import { leadsOf, type SnapshotPost } from '#content/model/post.ts';
import type { Site } from '#content/model/site.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import { type LinkedSite, redirectOf } from '#site/render/final-links.ts';
import { withWholeAddresses } from '#site/render/final-markdown.ts';
import type { Moment } from '#site/render/page-reader.ts';
import type { PageReader } from '#site/render/reader.ts';
import { redirect, viewCaching } from '../answering.ts';
import { APP_ADDRESSES } from '../pages/app-pages.ts';
import { createNotingReader, type PageRead, type PageSources, readsTheSame } from '../pages/page-reads.ts';
import type { SiteParts } from '../site-parts.ts';
import { jsonFeed, rssFeed } from './feeds.ts';
import { createSitemapFiles, sitemap } from './sitemap.ts';

/** What a text is made of. */
interface Occasion {
  readonly view: PublicView;
  readonly now: number;
  /** Of an address with a part of its own; '' for the others. */
  readonly name: string;
}

type Make = (occasion: Occasion, response: Response) => Promise<MadeText | string | null> | string | null;

/** What programs read: feeds, sitemaps, articles as Markdown, llms.txt, robots.txt, security.txt, speculation rules. */
export function feedRoutes(
  { content, clock, sources }: Pick<SiteParts, 'content' | 'clock' | 'sources'>,
  compress: RequestHandler,
): Router {
  const { viewAt } = content.live;
  const { origin } = sources;
  const router = Router({ caseSensitive: true, strict: true });
  const made = createMadeTexts(sources);
  const sitemapFiles = createSitemapFiles(origin, sources.updates);

  function serve(path: string, type: string, make: Make): void {
    router.get(path, compress, async (request, response, next) => {
      const name = String(request.params.name ?? '');
      const made = await readAgain(
        () => viewAt(clock()),
        async () => {
          const now = clock();
          const view = viewAt(now);
          return view && { text: await make({ view, now, name }, response), caching: viewCaching(view, now) };
        },
      );
      if (response.headersSent) return;
      if (made === null) {
        response.status(503).set({ 'Retry-After': '1', 'Cache-Control': 'no-store' }).end();
      } else if (made.text === null) next();
      else send(response.set('Cache-Control', made.caching).type(type), made.text);
    });
  }

  const feed = (name: string, make: (reader: PageReader) => Promise<string>): Make => {
    return ({ view, now }) => made(name, { view, now }, make);
  };

  serve('/rss.xml', 'application/rss+xml', feed('rss', rssFeed));
  serve('/feed.json', 'application/feed+json', feed('json', jsonFeed));
  serve('/sitemap.xml', 'application/xml', async ({ view }) => sitemap(origin, await sitemapFiles(view)));
  serve('/sitemap-:name.xml', 'application/xml', async ({ view, name }) => {
    if (!/^[1-9][0-9]{0,4}$/.test(name)) return null;
    const files = await sitemapFiles(view);
    return name === '1' || files.length > 1 ? (files[Number(name) - 1] ?? null) : null;
  });
  serve('/llms.txt', 'text/plain', ({ view }) => llmsText(origin, view));
  serve('/blog/:name.md', 'text/markdown', articleText);
  serve('/robots.txt', 'text/plain', () => robotsText(origin));
  serve('/.well-known/security.txt', 'text/plain', ({ view, now }) =>
    securityText(origin, view.snapshot.site, now),
  );
  router.get('/speculation-rules.json', (_request, response) => {
    response
      .set('Cache-Control', 'public, max-age=86400')
      .type('application/speculationrules+json')
      .send(SPECULATION_RULES);
  });
  return router;

  /** The page is what search engines are to show: this names it, and is not indexed itself. */
  async function articleText({ view, now, name }: Occasion, response: Response): Promise<string | null> {
    if (view.lost.has(name)) throw new ContentError('corrupt', { what: `post ${name}` });
    const post = view.bySlug.get(name);
    if (post === undefined || post.isPage === true) {
      const present = presentAddress(name, view);
      const caching = viewCaching(view, now);
      if (present !== null) redirect(response.set('Cache-Control', caching), 301, `${present}.md`);
      return null;
    }
    response.set({ Link: `<${origin}/blog/${name}>; rel="canonical"`, 'X-Robots-Tag': 'noindex' });
    return articleMarkdown({
      origin,
      redirectOf: (target) => redirectOf(target, view),
      author: view.snapshot.site.owner.name,
      post,
      body: await sources.body(post),
    });
  }
}

function send(response: Response, text: MadeText | string): void {
  if (typeof text === 'string') response.send(text);
  else {
    response.set('Last-Modified', new Date(text.madeAt).toUTCString()).send(text.text);
  }
}

/** Where the article is that this name leads to; null when it leads to none. */
function presentAddress(name: string, view: PublicView): string | null {
  const [path = ''] = redirectOf(POSTS_ADDRESS + encodeURIComponent(name), view)?.split(/[?#]/, 1) ?? [];
  return isArticleAddress(path) ? path : null;
}

interface MadeText {
  readonly text: string;
  /** Milliseconds since 1970: what it tells of has not changed since. */
  readonly madeAt: number;
}

interface Kept extends MadeText {
  readonly reads: readonly PageRead[];
}

/** Texts kept by name, as pages are: each made once, and again when something it read has changed. */
function createMadeTexts(sources: PageSources) {
  const kept = new Map<string, Kept>();
  const making = new Map<string, Promise<Kept>>();

  async function made(moment: Moment, make: (reader: PageReader) => Promise<string>): Promise<Kept> {
    const { reader, reads } = createNotingReader(sources, moment);
    return { text: await make(reader), madeAt: moment.now, reads };
  }

  return async (
    name: string,
    moment: Moment,
    make: (reader: PageReader) => Promise<string>,
  ): Promise<MadeText> => {
    const before = kept.get(name);
    if (before !== undefined && readsTheSame(before.reads, sources, moment)) return before;
    const key = `${moment.view.since} ${moment.view.snapshot.commit} ${name}`;
    const running = making.get(key) ?? made(moment, make).finally(() => making.delete(key));
    making.set(key, running);
    const text = await running;
    kept.set(name, text);
    return text;
  };
}

/** What crawlers are told (RFC 9309): everything public, nothing of the back-office or the API. */
function robotsText(origin: string): string {
  // A rule closes all that begins with it: `/admin` would close a page of the owner's that is called « administration ».
  const closed = APP_ADDRESSES.flatMap((path) => [`${path}$`, `${path}/`, `${path}?`]);
  const lines = [...closed, '/api/'].map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

const DAY = 86_400_000;
/** RFC 9116 §2.5.5 recommends an expiry less than a year ahead. */
const VALID_DAYS = 180;

/** /.well-known/security.txt (RFC 9116), valid for half a year from `now` (milliseconds since 1970), by whole days. */
function securityText(origin: string, site: Site, now: number): string {
  const expires = new Date((Math.floor(now / DAY) + VALID_DAYS) * DAY).toISOString();
  const contact = site.legal.securityContact.replace(/[\r\n]+/g, ' ');
  return [
    `Contact: ${/^[^\s:/@]+@[^\s/@]+$/.test(contact) ? 'mailto:' : ''}${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: fr, en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/**
 * Articles and lists are fetched ahead when a reader is about to follow a link to them; sent by address because the
 * content security policy allows nothing inline (docs/design.md, Pages).
 */
const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/admin*', '/auth*', '/images/*'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

/** Newest articles that are listed: what a program reads in one go. */
const LISTED = 500;

/** /llms.txt (https://llmstxt.org): who this is, and each article by the address of its Markdown. */
function llmsText(origin: string, { snapshot, posts }: PublicView): string {
  const { brand, owner, home, blog } = snapshot.site;
  const articles = posts.slice(0, LISTED).map(({ title, slug, excerpt }) => {
    const about = excerpt.trim() === '' ? '' : `\u00a0: ${oneLine(excerpt)}`;
    return `- [${linkText(title)}](${origin}/blog/${slug}.md)${about}`;
  });
  const others = [
    `- [Accueil](${origin}/)`,
    `- [Tous les articles](${origin}/blog)`,
    `- [Flux JSON, textes entiers](${origin}/feed.json)`,
    `- [Plan du site](${origin}/sitemap.xml)`,
  ];
  return [
    `# ${oneLine(brand.name)}`,
    '',
    `> ${oneLine(home.description)}`,
    '',
    `${oneLine(owner.name)}, ${oneLine(owner.role)}. ${oneLine(blog.description)} Le site est en français.`,
    '',
    '## Articles',
    '',
    ...(articles.length === 0 ? ['Aucun article pour le moment.'] : articles),
    '',
    '## Optional',
    '',
    ...others,
    '',
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function linkText(title: string): string {
  return oneLine(title).replace(/[[\]\\]/g, '\\$&');
}

interface ArticleText extends Pick<LinkedSite, 'origin' | 'redirectOf'> {
  readonly author: string;
  readonly post: SnapshotPost;
  /** Markdown. */
  readonly body: string;
}

/**
 * An article as Markdown, for programs that read it away from the site: its title, what it is, its text. Its links are
 * whole, and name where they end. Comments in it are the author's own, and left out as in the page.
 */
function articleMarkdown({ author, post, body, ...site }: ArticleText): string {
  const { origin } = site;
  const published = parisClock(post.publishedAt ?? 0).slice(0, 10);
  const facts = [author, post.category, published, `${origin}/blog/${post.slug}`].join(' · ');
  const head = [`# ${post.title.replace(/\s+/g, ' ').trim()}`, ...leadsOf(post), facts];
  const excerpt = post.excerpt.trim() === '' ? [] : [`> ${post.excerpt.replace(/\s+/g, ' ').trim()}`];
  const text = withWholeAddresses(withoutComments(body), { ...site, folder: POSTS_ADDRESS });
  return `${[...head, ...excerpt, text].join('\n\n').trimEnd()}\n`;
}
