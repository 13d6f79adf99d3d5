import { POSTS_PER_PAGE } from '#content/contract/posts.ts';
import { TOPIC_FOLDERS, type TopicKind } from '#content/model/topics.ts';
import { FRENCH } from '#site/ui/french.ts';
import { type TopicPage, TopicView, topicPageAddress } from '#site/ui/topic-view.tsx';
import { type PageHead, pageHead } from './head.ts';
import { pageCardImage, summariesOf } from './images.ts';
import { listFacts } from './json-ld.ts';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';
import { sitePage } from './site-page.tsx';

interface AskedTopic {
  readonly topic: TopicKind;
  readonly slug: string;
  /** Which page of its list, from 1. */
  readonly number: number;
}

/** A page of the articles of a tag or category; null when there are none there. */
export async function topicPage(reader: PageReader, asked: AskedTopic): Promise<RenderedPage | null> {
  const { topic: kind, slug, number } = asked;
  const range = { offset: (number - 1) * POSTS_PER_PAGE, limit: POSTS_PER_PAGE };
  const topic = reader.topic({ kind, slug }, range);
  if (topic === null || topic.posts.length === 0) return null;
  const page: TopicPage = {
    kind,
    name: topic.name,
    number,
    total: topic.total,
    address: `/blog/${TOPIC_FOLDERS[kind]}/${slug}`,
    pages: Math.ceil(topic.total / POSTS_PER_PAGE),
    posts: await summariesOf(reader, topic.posts),
  };
  const layout = await gatherLayout(reader);
  const head = await topicHead(reader, page);
  return sitePage({ layout, head, section: 'post', scroll: 'top' }, <TopicView page={page} />);
}

async function topicHead(reader: PageReader, page: TopicPage): Promise<PageHead> {
  const { brand } = reader.site();
  const numbered = page.number === 1 ? page.name : `${page.name}, page ${page.number}`;
  const title = `${numbered} | ${brand.name}`;
  const description = `Les articles de ${brand.name} sur le thème «\u00a0${page.name}\u00a0».`;
  return pageHead({
    siteName: brand.name,
    title,
    description,
    url: `${reader.origin}${topicPageAddress(page, page.number)}`,
    image: await pageCardImage(reader, 'blog'),
    jsonLd: listFacts(brand.name, reader.origin, [
      { name: FRENCH.blog, url: `${reader.origin}/blog` },
      { name: page.name, url: `${reader.origin}${page.address}` },
    ]),
  });
}
