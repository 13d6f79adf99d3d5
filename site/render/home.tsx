import { publicCapacity, statedTestimonial } from '#content/model/capacity.ts';
import { HomeView, PORTRAIT_PLACES } from '#site/ui/home-view.tsx';
import { type PageHead, pageHead } from './head.ts';
import { coverAt, firstImage, pageCardImage, summariesOf } from './images.ts';
import { ShareIsland } from './island.tsx';
import { homeFacts } from './json-ld.ts';
import { gatherLayout, inFrench } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';
import { sitePage } from './site-page.tsx';

/** docs/product.md, Home. */
const LATEST_POSTS = 3;

export async function homePage(reader: PageReader): Promise<RenderedPage> {
  const site = reader.site();
  const capacity = reader.capacity();
  const { posts } = reader.posts({ offset: 0, limit: LATEST_POSTS });
  const portrait = await coverAt(reader, site.owner.portrait);
  const layout = await gatherLayout(reader);
  const head = { ...(await homeHead(reader)), firstImage: firstImage(portrait, PORTRAIT_PLACES) };
  const home = inFrench({
    texts: site.home,
    contact: site.contact.profile,
    quarter: publicCapacity(capacity).currentMonth,
    owner: { name: site.owner.name, role: site.owner.role },
    portrait: portrait === null ? null : { image: portrait, alt: site.owner.portraitAlt },
    testimonial: statedTestimonial(capacity),
    latest: await summariesOf(reader, posts),
  });
  const shared = { title: head.title, description: head.description, url: head.url ?? '/' };
  const share = <ShareIsland {...shared} variant="default" size="md" />;
  return sitePage({ layout, head, section: 'home' }, <HomeView home={home} share={share} />);
}

async function homeHead(reader: PageReader): Promise<PageHead> {
  const site = reader.site();
  const { brand, owner, home, social } = site;
  const title = `${brand.name} | ${owner.role}`;
  const profiles = social.map(({ url }) => url);
  return pageHead({
    siteName: brand.name,
    title,
    description: home.description,
    url: `${reader.origin}/`,
    image: await pageCardImage(reader, 'accueil'),
    jsonLd: homeFacts(brand.name, home.description, { ...owner, origin: reader.origin, profiles }),
  });
}
