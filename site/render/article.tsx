import { renderToStaticMarkup } from 'react-dom/server';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { extractKeyPoints } from '#content/model/key-points.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { POSTS_ADDRESS } from '#content/model/redirects.ts';
import { type Author, AuthorCard } from '#site/ui/author-card.tsx';
import { Layout } from '#site/ui/layout.tsx';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { type Article, COVER_PLACES, PostView } from '#site/ui/post-view.tsx';
import { ReadingOn, type ReadingOnProps } from '#site/ui/reading-on.tsx';
import { articleHead } from './article-head.ts';
import { headHtml, type PageHead } from './head.ts';
import { coverAt, firstImage } from './images.ts';
import { ShareIsland } from './island.tsx';
import { gatherLayout } from './layout.ts';
import { readMarkdown } from './markdown.ts';
import type { RenderedPage } from './page.ts';
import type { PageReader } from './reader.ts';
import { gatherReadingOn } from './reading-on.ts';

export interface ArticleData {
  readonly layout: LayoutData;
  readonly head: PageHead;
  readonly article: Article;
  readonly author: Author;
  /** Null for a post that is not public. */
  readonly readingOn: ReadingOnProps | null;
}

/** What the page of the public post with this slug shows, or null when there is none. */
export async function gatherArticle(reader: PageReader, slug: string): Promise<ArticleData | null> {
  const post = reader.post(slug);
  if (post === null) return null;
  const data = await gatherPost(reader, post);
  const updates = await reader.updates(slug);
  const readingOn = await gatherReadingOn(reader, slug);
  return { ...data, article: { ...data.article, updates }, readingOn };
}

/** The same for a post in hand, public or not: the desktop previews drafts. */
export async function gatherPost(reader: PageReader, post: SnapshotPost): Promise<ArticleData> {
  const { owner, contact } = reader.site();
  const { html, headings, failed } = await readMarkdown(reader, await reader.body(post), POSTS_ADDRESS);
  const cover = await coverAt(reader, post.coverImage);
  return {
    layout: await gatherLayout(reader),
    head: { ...(await articleHead(reader, post)), firstImage: firstImage(cover, COVER_PLACES) },
    article: {
      post,
      author: owner.name,
      cover: cover === null ? null : { image: cover, alt: coverAlt(post) },
      html,
      headings,
      updates: null,
      keyPoints: failed ? [] : extractKeyPoints(html),
    },
    author: {
      name: owner.name,
      role: owner.role,
      about: frenchSpaces(owner.about),
      portrait: await coverAt(reader, owner.portrait),
      contact: contact.profile,
    },
    readingOn: null,
  };
}

export function renderArticle({ layout, head, article, author, readingOn }: ArticleData): RenderedPage {
  const shared = { title: head.social.title, description: head.social.description, url: head.url ?? '' };
  return {
    status: 200,
    head: headHtml(head),
    body: renderToStaticMarkup(
      <Layout data={layout} section="post" scroll="top">
        <PostView
          article={article}
          share={<ShareIsland {...shared} variant="floating" size="md" />}
          authorCard={<AuthorCard author={author} />}
        />
        {readingOn === null ? null : <ReadingOn {...readingOn} />}
      </Layout>,
    ),
  };
}

/** docs/product.md, Article page: the cover's text, else the title. */
function coverAlt({ coverImageAlt, title }: SnapshotPost): string {
  return coverImageAlt === null || coverImageAlt === '' ? title : coverImageAlt;
}
