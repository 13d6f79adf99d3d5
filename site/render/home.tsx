import { renderToStaticMarkup } from 'react-dom/server';
import { postSummary } from '#content/contract/posts.ts';
import { publicCapacity } from '#content/model/capacity.ts';
import { type Home, HomeView, PORTRAIT_PLACES } from '#site/ui/home-view.tsx';
import { Layout } from '#site/ui/layout.tsx';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { headHtml, type PageHead } from './head.ts';
import { coverAt, firstImage, imageAt, pageCardImage } from './images.ts';
import { ShareIsland } from './island.tsx';
import { homeFacts } from './json-ld.ts';
import { gatherLayout, inFrench } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';

/** docs/product.md, Home. */
const LATEST_POSTS = 3;

export interface HomeData {
  readonly layout: LayoutData;
  readonly head: PageHead;
  readonly home: Home;
}

export async function gatherHome(reader: PageReader): Promise<HomeData> {
  const site = reader.site();
  const capacity = reader.capacity();
  const { posts } = reader.posts({ offset: 0, limit: LATEST_POSTS });
  const portrait = await coverAt(reader, site.owner.portrait);
  const latest = posts.map(async (post) => postSummary(post, await imageAt(reader, post.coverImage)));
  return {
    layout: await gatherLayout(reader),
    head: { ...(await homeHead(reader)), firstImage: firstImage(portrait, PORTRAIT_PLACES) },
    home: inFrench({
      texts: site.home,
      contact: site.contact.profile,
      quarter: publicCapacity(capacity).currentMonth,
      owner: { name: site.owner.name, role: site.owner.role },
      portrait: portrait === null ? null : { image: portrait, alt: site.owner.portraitAlt },
      testimonial:
        capacity.testimonialQuote === null
          ? null
          : { quote: capacity.testimonialQuote, author: capacity.testimonialAuthor },
      latest: await Promise.all(latest),
    }),
  };
}

export function renderHome({ layout, head, home }: HomeData): RenderedPage {
  const shared = { title: head.title, description: head.description, url: head.url ?? '/' };
  return {
    status: 200,
    head: headHtml(head),
    body: renderToStaticMarkup(
      <Layout data={layout} section="home">
        <HomeView home={home} share={<ShareIsland {...shared} variant="default" size="md" />} />
      </Layout>,
    ),
  };
}

async function homeHead(reader: PageReader): Promise<PageHead> {
  const site = reader.site();
  const { brand, owner, home, social } = site;
  const image = await pageCardImage(reader, 'accueil');
  const title = `${brand.name} | ${owner.role}`;
  const profiles = social.map(({ url }) => url);
  return {
    siteName: brand.name,
    title,
    description: home.description,
    url: `${reader.origin}/`,
    social: { title, description: home.description, image },
    article: null,
    jsonLd: homeFacts(brand.name, home.description, { ...owner, origin: reader.origin, profiles }),
  };
}
