import type { SnapshotPost } from '#content/model/snapshot.ts';

interface ArticleText {
  readonly origin: string;
  readonly author: string;
  readonly post: SnapshotPost;
  /** Markdown. */
  readonly body: string;
}

/** An article as Markdown, for programs that read it away from the site: its title, what it is, its text. */
export function articleMarkdown({ origin, author, post, body }: ArticleText): string {
  const published = new Date(post.publishedAt ?? 0).toISOString().slice(0, 10);
  const facts = [author, post.category, published, `${origin}/blog/${post.slug}`].join(' · ');
  const head = [`# ${post.title.replace(/\s+/g, ' ').trim()}`, facts];
  const excerpt = post.excerpt.trim() === '' ? [] : [`> ${post.excerpt.replace(/\s+/g, ' ').trim()}`];
  return `${[...head, ...excerpt, withAbsoluteAddresses(body, origin)].join('\n\n').trimEnd()}\n`;
}

/** Links and images written with a path of the site. Code is not looked for: a path in it reads as well absolute. */
function withAbsoluteAddresses(body: string, origin: string): string {
  return body.replace(/(\]\(<?|\]:[ \t]*<?)(\/(?!\/))/g, (_, before: string) => `${before}${origin}/`);
}
