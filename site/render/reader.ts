import type { SearchAnswer } from '#content/contract/search-operations.ts';
import type { Capacity } from '#content/model/capacity.ts';
import type { ImageInfo } from '#content/model/image.ts';
import type { RenderedMarkdown } from '#content/model/markdown/rendered.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { RelatedPosts } from '#content/model/related-posts.ts';
import type { Site } from '#content/model/site.ts';
import type { TopicKind } from '#content/model/topics.ts';
import type { PostUpdates } from '#content/model/updates/post-updates.ts';
import type { MenuEntry } from '#site/ui/layout-data.ts';
import type { ReadingOnProps } from '#site/ui/reading-on.tsx';

/** Where a reader finds what is in no snapshot. */
export interface ReaderSources {
  readonly origin: string;
  readonly body: (post: SnapshotPost) => Promise<string>;
  /** Null for what is no image, undefined where that cannot be told now. */
  readonly image: (path: string, blobId: string) => Promise<ImageInfo | null | undefined>;
  readonly markdown: PageReader['markdown'];
  readonly related: RelatedPosts;
  /** What became of a public post since it was published; null when that is not known, or not yet. */
  readonly updates: { readonly of: (post: SnapshotPost) => Promise<PostUpdates | null> };
}

/**
 * All that a public page may read, at one moment of one snapshot. Whoever provides it (the server's page cache,
 * the desktop's preview) may remember what was read: a page is the same as long as all it read is the same.
 */
export interface PageReader {
  /** The site's origin, without a final slash: https://exemple.fr */
  readonly origin: string;
  site(): Site;
  capacity(): Capacity;
  /** The year in Europe/Paris. */
  year(): number;
  /** Public posts, newest first; `total` counts all of them. */
  posts(range: { readonly offset: number; readonly limit: number }): {
    readonly posts: readonly SnapshotPost[];
    readonly total: number;
  };
  /** Public posts of a tag or category, newest first; null when there is none. */
  topic(
    topic: { readonly kind: TopicKind; readonly slug: string },
    range: { readonly offset: number; readonly limit: number },
  ): { readonly name: string; readonly posts: readonly SnapshotPost[]; readonly total: number } | null;
  /** Names of all tags or categories of public posts, those with most posts first. */
  topicNames(kind: TopicKind): readonly string[];
  /** The public pages that the menu leads to, by their titles. */
  menu(): readonly MenuEntry[];
  /** A page, from 1, of what a question finds in the public posts, null while that cannot be said; null where nobody searches. */
  readonly search: ((question: string, page: number) => Promise<SearchAnswer | null>) | null;
  /** Public posts whose address has words of `slug`, else the newest, `limit` at most. */
  similar(slug: string, limit: number): readonly SnapshotPost[];
  /** Public posts that have something in common with a public post, those with most first, `limit` at most. */
  related(slug: string, limit: number): readonly SnapshotPost[];
  /** What names the public posts before and after a public post. */
  neighbours(slug: string): Pick<ReadingOnProps, 'newer' | 'older'>;
  /** What became of a public post since it was published; null when that is not known, or not yet. */
  updates(slug: string): Promise<PostUpdates | null>;
  /** The public post with this slug, or null. */
  post(slug: string): SnapshotPost | null;
  /** The Markdown body of a post that this reader gave. */
  body(post: SnapshotPost): Promise<string>;
  /** An image of the repository by its path (images/…), or null when there is none that can be shown. */
  image(path: string): Promise<ImageInfo | null>;
  /**
   * Markdown as safe HTML, `images` being those its text shows, by the address written there. It never fails:
   * what cannot be converted comes back as escaped text (docs/design.md, Markdown).
   */
  markdown(source: string, images: ReadonlyMap<string, ImageInfo>): Promise<RenderedMarkdown>;
  /** Where the site redirects a request target to, null when it does not. */
  redirectOf(target: string): string | null;
  /** The draft that this reader was made to show, and until when; null for what readers ask for. */
  readonly preview: Preview | null;
}

/** A post that is not public, shown to whoever has its address. */
export interface Preview {
  readonly post: SnapshotPost;
  /** ISO 8601. */
  readonly until: string;
}

/** A page as HTML, before the build's own files are added (server/pages/built-site.ts). */
export interface RenderedPage {
  /** The inside of <head>. */
  readonly head: string;
  /** The inside of <body>. */
  readonly body: string;
  readonly status: 200 | 404 | 410 | 500 | 503;
}
