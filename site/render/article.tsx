import { frenchSpaces } from '#content/model/french-spaces.ts';
import { addressFolder, postAddress } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { postCard } from '#content/model/social-card.ts';
import { distinctTopics } from '#content/model/topics.ts';
import { type Author, AuthorCard } from '#site/ui/author-card.tsx';
import { FRENCH } from '#site/ui/french.ts';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { type Article, COVER_PLACES, PostView } from '#site/ui/post-view.tsx';
import { ReadingOn, type ReadingOnProps } from '#site/ui/reading-on.tsx';
import type { PageHead } from './head.ts';
import { cardImage, coverAt, firstImage, logoId, socialImage, summariesOf } from './images.ts';
import { ShareIsland } from './island.tsx';
import { articleFacts } from './json-ld.ts';
import { gatherLayout } from './layout.ts';
import { readMarkdown } from './markdown.ts';
import type { PageReader, RenderedPage } from './reader.ts';
import { sitePage } from './site-page.tsx';

interface ArticleData {
  readonly layout: LayoutData;
  readonly head: PageHead;
  readonly article: Article;
  readonly author: Author;
}

/** The page of the public post with this slug, an article or a page; null when there is none. */
export async function articlePage(reader: PageReader, slug: string): Promise<RenderedPage | null> {
  const post = reader.post(slug);
  if (post === null) return null;
  const { layout, head, article, author } = await gatherPost(reader, post);
  const isArticle = post.isPage !== true;
  const updates = isArticle ? await reader.updates(slug) : null;
  const readingOn = isArticle ? await gatherReadingOn(reader, slug) : null;
  const section = isArticle ? 'post' : postAddress(post);
  const shared = { title: head.social.title, description: head.social.description, url: head.url ?? '' };
  return sitePage(
    { layout, head, section, scroll: 'top' },
    <>
      <PostView
        article={{ ...article, updates }}
        share={<ShareIsland {...shared} variant="floating" size="md" />}
        authorCard={<AuthorCard author={author} />}
      />
      {readingOn === null ? null : <ReadingOn {...readingOn} />}
    </>,
  );
}

/** What the page of a post shows, public or not: drafts are previewed. */
export async function gatherPost(reader: PageReader, post: SnapshotPost): Promise<ArticleData> {
  const { owner, contact } = reader.site();
  const { html, headings, keyPoints } = await readMarkdown(
    reader,
    await reader.body(post),
    addressFolder(post),
  );
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
      keyPoints,
    },
    author: {
      name: owner.name,
      role: owner.role,
      about: frenchSpaces(owner.about),
      portrait: await coverAt(reader, owner.portrait),
      contact: contact.profile,
    },
  };
}

/** docs/product.md, Article page: the cover's text, else the title. */
function coverAlt({ coverImageAlt, title }: SnapshotPost): string {
  return firstText(coverImageAlt, title, title);
}

/** The metadata of an article's page (docs/product.md, Article metadata). An empty field counts as absent. */
export async function articleHead(reader: PageReader, post: SnapshotPost): Promise<PageHead> {
  const site = reader.site();
  const { brand, owner, social } = site;
  const description = firstText(post.socialDescription, post.excerpt, post.title);
  const given = await socialImage(reader, [
    { address: post.ogImage, alt: post.title },
    { address: post.coverImage, alt: coverAlt(post) },
  ]);
  // Nobody may ask for the card of what is not public.
  const isOurs = given === null && reader.preview === null;
  const card = isOurs ? postCard({ site, logo: await logoId(reader) }, post) : null;
  const image = card === null ? given : cardImage(reader, post.id, card);
  const page = {
    siteName: brand.name,
    title: `${post.title} | ${owner.name}`,
    description,
    url: `${reader.origin}${postAddress(post)}`,
    social: { title: firstText(post.socialTitle, post.title, post.title), description, image },
  };
  if (post.isPage === true) return { ...page, article: null, jsonLd: null };
  const head = {
    ...page,
    article: {
      author: owner.name,
      published: post.published,
      modified: (await reader.updates(post.slug))?.updates[0]?.at ?? null,
      markdown: reader.preview === null ? `/blog/${post.slug}.md` : null,
      category: post.category,
      tags: distinctTopics(post.tags),
    },
  };
  const author = { ...owner, origin: reader.origin, profiles: social.map(({ url }) => url) };
  return { ...head, jsonLd: articleFacts({ head, author, post, blogTitle: FRENCH.blog }) };
}

function firstText(first: string | null, second: string | null, last: string): string {
  return [first, second].find((text) => text !== null && text.trim() !== '') ?? last;
}

/** Articles suggested under another. */
const RELATED = 3;

/** Where a reader of a public post may go on to. */
async function gatherReadingOn(reader: PageReader, slug: string): Promise<ReadingOnProps> {
  const { newer, older } = reader.neighbours(slug);
  return {
    newer: newer === null ? null : { slug: newer.slug, title: newer.title },
    older: older === null ? null : { slug: older.slug, title: older.title },
    related: await summariesOf(reader, reader.related(slug, RELATED)),
  };
}
