import { NIGHT } from '#content/model/colours.ts';
import { escapeHtml } from '#content/model/markdown/escape.ts';
import { jsonForScript } from './html.ts';

/** An image as social networks are told of it: its address absolute, its size and type when it is one of ours. */
export interface SocialImage {
  readonly url: string;
  readonly alt: string;
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly type: 'image/jpeg' | 'image/png' | null;
}

/** The image a page shows first, so that it is asked for before the page is read to where it stands. */
export interface FirstImage {
  /** As the `<source>` of site/ui/picture.tsx says it: another set would be fetched besides. */
  readonly avif: string;
  readonly sizes: string;
}

export interface PageHead {
  readonly siteName: string;
  readonly title: string;
  readonly description: string;
  /** The page's one address, absolute; null for a page that has none (an error). */
  readonly url: string | null;
  readonly social: {
    readonly title: string;
    readonly description: string;
    readonly image: SocialImage | null;
  };
  /** Set on an article's page. */
  readonly article: ArticleFacts | null;
  /** Whether search engines may list it; they may, unless this says otherwise. */
  readonly isListed?: boolean;
  readonly firstImage?: FirstImage | null;
  /** Facts for search engines (schema.org), or null. */
  readonly jsonLd: unknown;
}
interface ArticleFacts {
  readonly author: string;
  readonly published: string | null;
  /** When something in it last really changed; null when nothing did, or that is not known. */
  readonly modified: string | null;
  /** The address of its Markdown; null where it has none. */
  readonly markdown: string | null;
  readonly category: string;
  readonly tags: readonly string[];
}

interface PlainHead extends Pick<PageHead, 'siteName' | 'title' | 'description' | 'url' | 'isListed'> {
  readonly image?: SocialImage;
  readonly jsonLd?: unknown;
}

/** The head of a page that is no article; networks are told what search engines are. */
export function pageHead({ image, jsonLd = null, ...page }: PlainHead): PageHead {
  const { title, description } = page;
  return { ...page, social: { title, description, image: image ?? null }, article: null, jsonLd };
}

/** That of a page without an address of its own. */
export function messageHead(siteName: string, title: string, description: string): PageHead {
  return pageHead({ siteName, title: `${title} | ${siteName}`, description, url: null });
}

const FEEDS = [
  { type: 'application/rss+xml', href: '/rss.xml' },
  { type: 'application/feed+json', href: '/feed.json' },
] as const;

/** The inside of <head>, but for the build's own files, which whoever writes the document adds. */
export function headHtml(head: PageHead): string {
  return [
    '<meta charset="utf-8">',
    meta('viewport', 'width=device-width, initial-scale=1'),
    `<title>${escapeHtml(head.title)}</title>`,
    firstImage(head.firstImage ?? null),
    meta('description', head.description),
    head.article === null ? '' : meta('author', head.article.author),
    head.url === null || head.isListed === false ? meta('robots', 'noindex') : '',
    head.url === null ? '' : link('canonical', head.url),
    meta('color-scheme', 'dark'),
    meta('theme-color', NIGHT),
    ...openGraph(head),
    ...twitter(head),
    ...FEEDS.map((feed) => alternate({ ...feed, title: head.siteName })),
    head.article?.markdown == null
      ? ''
      : alternate({ type: 'text/markdown', href: head.article.markdown, title: head.social.title }),
    '<link rel="icon" href="/favicon-32.png" sizes="32x32" type="image/png">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    link('apple-touch-icon', '/apple-touch-icon.png'),
    head.jsonLd === null ? '' : `<script type="application/ld+json">${jsonForScript(head.jsonLd)}</script>`,
  ].join('');
}

/** Browsers that do not read AVIF pass it over (its type), and find the image where it stands. */
function firstImage(image: FirstImage | null): string {
  if (image === null || image.avif === '') return '';
  const { avif, sizes } = image;
  return `<link rel="preload" as="image" type="image/avif" imagesrcset="${escapeHtml(avif)}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high">`;
}

function openGraph({ siteName, url, social, article }: PageHead): readonly string[] {
  if (url === null) return [];
  return [
    property('og:type', article === null ? 'website' : 'article'),
    property('og:locale', 'fr_FR'),
    property('og:site_name', siteName),
    property('og:title', social.title),
    property('og:description', social.description),
    property('og:url', url),
    ...openGraphImage(social.image),
    ...articleProperties(article),
  ];
}

function openGraphImage(image: SocialImage | null): readonly string[] {
  if (image === null) return [];
  const { url, alt, size, type } = image;
  return [
    property('og:image', url),
    ...(type === null ? [] : [property('og:image:type', type)]),
    property('og:image:alt', alt),
    ...(size === null
      ? []
      : [property('og:image:width', String(size.width)), property('og:image:height', String(size.height))]),
  ];
}

function articleProperties(article: ArticleFacts | null): readonly string[] {
  if (article === null) return [];
  return [
    property('article:author', article.author),
    ...(article.published === null ? [] : [property('article:published_time', article.published)]),
    ...(article.modified === null ? [] : [property('article:modified_time', article.modified)]),
    property('article:section', article.category),
    ...article.tags.map((tag) => property('article:tag', tag)),
  ];
}

function twitter({ url, social }: PageHead): readonly string[] {
  if (url === null) return [];
  return [
    meta('twitter:card', social.image === null ? 'summary' : 'summary_large_image'),
    meta('twitter:title', social.title),
    meta('twitter:description', social.description),
    ...(social.image === null
      ? []
      : [meta('twitter:image', social.image.url), meta('twitter:image:alt', social.image.alt)]),
  ];
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}

interface Alternate {
  readonly type: string;
  readonly href: string;
  readonly title: string;
}

function alternate({ type, href, title }: Alternate): string {
  return `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(href)}">`;
}

function link(rel: string, href: string): string {
  return `<link rel="${rel}" href="${escapeHtml(href)}">`;
}
