import { parisClock } from '#content/model/paris-time.ts';
import { leadsOf, type SnapshotPost } from '#content/model/post.ts';
import { POSTS_ADDRESS } from '#content/model/redirects.ts';
import type { LinkedSite } from '#site/render/final-links.ts';
import { withWholeAddresses } from '#site/render/final-markdown.ts';

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
