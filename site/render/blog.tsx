import { nextCursor, POSTS_PER_PAGE } from '#content/contract/posts.ts';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { BlogView, blogAddress, shapeAt } from '#site/ui/blog-view.tsx';
import { FRENCH } from '#site/ui/french.ts';
import { CARD_PLACES } from '#site/ui/post-card.tsx';
import { type PageHead, pageHead } from './head.ts';
import { firstImage, pageCardImage, summariesOf } from './images.ts';
import { MorePostsIsland } from './island.tsx';
import { listFacts } from './json-ld.ts';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';
import { sitePage } from './site-page.tsx';

/** A page of the list, or null past its end. The first one always exists: it says when there are no posts. */
export async function blogPage(reader: PageReader, number: number): Promise<RenderedPage | null> {
  const offset = (number - 1) * POSTS_PER_PAGE;
  const { posts, total } = reader.posts({ offset, limit: POSTS_PER_PAGE });
  if (posts.length === 0 && number > 1) return null;
  const summaries = await summariesOf(reader, posts);
  const pages = Math.max(1, Math.ceil(total / POSTS_PER_PAGE));
  const places = CARD_PLACES[shapeAt(0, { number, pages })];
  const layout = await gatherLayout(reader);
  const head = { ...(await blogHead(reader, number)), firstImage: firstImage(summaries[0]?.cover, places) };
  const page = { intro: frenchSpaces(reader.site().blog.intro), number, pages, posts: summaries };
  const cursor = nextCursor(posts, total - offset - posts.length);
  const more =
    cursor === null ? null : <MorePostsIsland cursor={cursor} nextPage={blogAddress(number + 1)} />;
  return sitePage({ layout, head, section: 'blog', scroll: 'top' }, <BlogView page={page} more={more} />);
}

async function blogHead(reader: PageReader, number: number): Promise<PageHead> {
  const { brand, blog } = reader.site();
  const name = number === 1 ? FRENCH.blogTitle : `${FRENCH.blogTitle}, page ${number}`;
  const title = `${name} | ${brand.name}`;
  return pageHead({
    siteName: brand.name,
    title,
    description: blog.description,
    url: `${reader.origin}${blogAddress(number)}`,
    image: await pageCardImage(reader, 'blog'),
    jsonLd: listFacts(brand.name, reader.origin, [{ name: FRENCH.blog, url: `${reader.origin}/blog` }]),
  });
}
