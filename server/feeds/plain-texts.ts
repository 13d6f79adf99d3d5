import { parisClock } from '#content/model/paris-time.ts';
import { POSTS_ADDRESS } from '#content/model/paths.ts';
import { leadsOf, type SnapshotPost } from '#content/model/post.ts';
import type { Site } from '#content/model/site.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import type { LinkedSite } from '#site/render/final-links.ts';
import { withWholeAddresses } from '#site/render/final-markdown.ts';
import { APP_ADDRESSES } from '../pages/app-pages.ts';

/** What crawlers are told (RFC 9309): everything public, nothing of the back-office or the API. */
export function robotsText(origin: string): string {
  const lines = [...APP_ADDRESSES, '/api/'].map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

const DAY = 86_400_000;
/** RFC 9116 §2.5.5 recommends an expiry less than a year ahead. */
const VALID_DAYS = 180;

/** /.well-known/security.txt (RFC 9116), valid for half a year from `now` (milliseconds since 1970), by whole days. */
export function securityText(origin: string, site: Site, now: number): string {
  const expires = new Date((Math.floor(now / DAY) + VALID_DAYS) * DAY).toISOString();
  return [
    `Contact: ${site.legal.securityContact.replace(/[\r\n]+/g, ' ')}`,
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
export const SPECULATION_RULES = JSON.stringify({
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
export function llmsText(origin: string, { snapshot, posts }: PublicView): string {
  const { brand, owner, home, blog } = snapshot.site;
  const articles = posts.slice(0, LISTED).map(({ title, slug, excerpt }) => {
    const about = excerpt.trim() === '' ? '' : ` : ${oneLine(excerpt)}`;
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
 * whole, and name where they end.
 */
export function articleMarkdown({ author, post, body, ...site }: ArticleText): string {
  const { origin } = site;
  const published = parisClock(post.publishedAt ?? 0).slice(0, 10);
  const facts = [author, post.category, published, `${origin}/blog/${post.slug}`].join(' · ');
  const head = [`# ${post.title.replace(/\s+/g, ' ').trim()}`, ...leadsOf(post), facts];
  const excerpt = post.excerpt.trim() === '' ? [] : [`> ${post.excerpt.replace(/\s+/g, ' ').trim()}`];
  const text = withWholeAddresses(body, { ...site, folder: POSTS_ADDRESS });
  return `${[...head, ...excerpt, text].join('\n\n').trimEnd()}\n`;
}
