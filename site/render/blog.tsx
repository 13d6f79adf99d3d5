import { renderToStaticMarkup } from 'react-dom/server';
import { nextCursor, POSTS_PER_PAGE, postSummary } from '#content/contract/posts.ts';
import { type BlogPage, BlogView, blogAddress, shapeAt } from '#site/ui/blog-view.tsx';
import { FRENCH } from '#site/ui/french.ts';
import { Layout } from '#site/ui/layout.tsx';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { CARD_PLACES } from '#site/ui/post-card.tsx';
import { headHtml, type PageHead } from './head.ts';
import { firstImage, imageAt, pageCardImage } from './images.ts';
import { MorePostsIsland } from './island.tsx';
import { listFacts } from './json-ld.ts';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';

export interface BlogData {
  readonly layout: LayoutData;
  readonly head: PageHead;
  readonly page: BlogPage;
  /** Where the list goes on, null on the last page. */
  readonly cursor: string | null;
}

/** A page of the list, or null past its end. The first one always exists: it says when there are no posts. */
export async function gatherBlog(reader: PageReader, number: number): Promise<BlogData | null> {
  const offset = (number - 1) * POSTS_PER_PAGE;
  const { posts, total } = reader.posts({ offset, limit: POSTS_PER_PAGE });
  if (posts.length === 0 && number > 1) return null;
  const summaries = await Promise.all(
    posts.map(async (post) => postSummary(post, await imageAt(reader, post.coverImage))),
  );
  const pages = Math.max(1, Math.ceil(total / POSTS_PER_PAGE));
  const places = CARD_PLACES[shapeAt(0, { number, pages })];
  return {
    layout: await gatherLayout(reader),
    head: { ...(await blogHead(reader, number)), firstImage: firstImage(summaries[0]?.cover, places) },
    page: {
      intro: reader.site().blog.intro,
      number,
      pages,
      posts: summaries,
    },
    cursor: nextCursor(posts, total - offset - posts.length),
  };
}

export function renderBlog({ layout, head, page, cursor }: BlogData): RenderedPage {
  const more =
    cursor === null ? null : <MorePostsIsland cursor={cursor} nextPage={blogAddress(page.number + 1)} />;
  return {
    status: 200,
    head: headHtml(head),
    body: renderToStaticMarkup(
      <Layout data={layout} section="blog" scroll="top">
        <BlogView page={page} more={more} />
      </Layout>,
    ),
  };
}

async function blogHead(reader: PageReader, number: number): Promise<PageHead> {
  const { brand, blog } = reader.site();
  const image = await pageCardImage(reader, 'blog');
  const name = number === 1 ? FRENCH.blogTitle : `${FRENCH.blogTitle}, page ${number}`;
  const title = `${name} | ${brand.name}`;
  return {
    siteName: brand.name,
    title,
    description: blog.description,
    url: `${reader.origin}${blogAddress(number)}`,
    social: { title, description: blog.description, image },
    article: null,
    jsonLd: listFacts(brand.name, reader.origin, [{ name: FRENCH.blog, url: `${reader.origin}/blog` }]),
  };
}
