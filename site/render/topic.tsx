import { renderToStaticMarkup } from 'react-dom/server';
import { POSTS_PER_PAGE, postSummary } from '#content/contract/posts.ts';
import { TOPIC_FOLDERS, type TopicKind } from '#content/model/topics.ts';
import { FRENCH } from '#site/ui/french.ts';
import { Layout } from '#site/ui/layout.tsx';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { type TopicPage, TopicView, topicPageAddress } from '#site/ui/topic-view.tsx';
import { headHtml, type PageHead } from './head.ts';
import { imageAt, pageCardImage } from './images.ts';
import { listFacts } from './json-ld.ts';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';

export interface TopicData {
  readonly layout: LayoutData;
  readonly head: PageHead;
  readonly page: TopicPage;
}

interface AskedTopic {
  readonly kind: TopicKind;
  readonly slug: string;
  /** Which page of its list, from 1; null when the address names none. */
  readonly number: number | null;
}

/** A page of the articles of a tag or category; null when there are none there. */
export async function gatherTopic(reader: PageReader, asked: AskedTopic): Promise<TopicData | null> {
  const { kind, slug, number } = asked;
  if (number === null) return null;
  const range = { offset: (number - 1) * POSTS_PER_PAGE, limit: POSTS_PER_PAGE };
  const topic = reader.topic({ kind, slug }, range);
  if (topic === null || topic.posts.length === 0) return null;
  const page: TopicPage = {
    ...{ kind, name: topic.name, number, total: topic.total },
    address: `/blog/${TOPIC_FOLDERS[kind]}/${slug}`,
    pages: Math.ceil(topic.total / POSTS_PER_PAGE),
    posts: await Promise.all(
      topic.posts.map(async (post) => postSummary(post, await imageAt(reader, post.coverImage))),
    ),
  };
  return { layout: await gatherLayout(reader), head: await topicHead(reader, page), page };
}

export function renderTopic({ layout, head, page }: TopicData): RenderedPage {
  return {
    status: 200,
    head: headHtml(head),
    body: renderToStaticMarkup(
      <Layout data={layout} section="post" scroll="top">
        <TopicView page={page} />
      </Layout>,
    ),
  };
}

async function topicHead(reader: PageReader, page: TopicPage): Promise<PageHead> {
  const { brand } = reader.site();
  const numbered = page.number === 1 ? page.name : `${page.name}, page ${page.number}`;
  const title = `${numbered} | ${brand.name}`;
  const description = `Les articles de ${brand.name} sur le thème « ${page.name} ».`;
  return {
    siteName: brand.name,
    ...{ title, description },
    url: `${reader.origin}${topicPageAddress(page, page.number)}`,
    social: { title, description, image: await pageCardImage(reader, 'blog') },
    article: null,
    jsonLd: listFacts(brand.name, reader.origin, [
      { name: FRENCH.blog, url: `${reader.origin}/blog` },
      { name: page.name, url: `${reader.origin}${page.address}` },
    ]),
  };
}
