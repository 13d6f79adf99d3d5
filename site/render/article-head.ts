import type { SnapshotPost } from '#content/model/post.ts';
import { postCard } from '#content/model/social-card.ts';
import { FRENCH } from '#site/ui/french.ts';
import type { PageHead } from './head.ts';
import { cardImage, logoId, socialImage } from './images.ts';
import { articleFacts } from './json-ld.ts';
import type { PageReader } from './reader.ts';

/** The metadata of an article's page (docs/product.md, Article metadata). An empty field counts as absent. */
export async function articleHead(reader: PageReader, post: SnapshotPost): Promise<PageHead> {
  const site = reader.site();
  const { brand, owner, social } = site;
  const description = firstText(post.socialDescription, post.excerpt, post.title);
  const given = await socialImage(reader, {
    addresses: [post.ogImage, post.coverImage],
    alt: firstText(post.coverImageAlt, post.title, post.title),
  });
  // Nobody may ask for the card of what is not public.
  const isOurs = given === null && reader.preview === null;
  const card = isOurs ? postCard({ site, logo: await logoId(reader) }, post) : null;
  const image = card === null ? given : cardImage(reader, post.id, card);
  const head = {
    siteName: brand.name,
    title: `${post.title} | ${owner.name}`,
    description,
    url: `${reader.origin}/blog/${post.slug}`,
    social: { title: firstText(post.socialTitle, post.title, post.title), description, image },
    article: {
      author: owner.name,
      published: post.published,
      modified: (await reader.updates(post.slug))?.updates[0]?.at ?? null,
      markdown: reader.preview === null ? `/blog/${post.slug}.md` : null,
      category: post.category,
      tags: post.tags,
    },
  };
  const author = { ...owner, origin: reader.origin, profiles: social.map(({ url }) => url) };
  return { ...head, jsonLd: articleFacts({ head, author, post, blogTitle: FRENCH.blog }) };
}

function firstText(first: string | null, second: string | null, last: string): string {
  return [first, second].find((text) => text !== null && text.trim() !== '') ?? last;
}
