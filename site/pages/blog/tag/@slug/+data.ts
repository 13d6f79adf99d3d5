import { render } from 'vike/abort';
import type { PageContextServer } from 'vike/types';
import { pageNumber } from '#site/render/blog.tsx';
import { gatherTopic, type TopicData } from '#site/render/topic.tsx';

export async function data({ reader, routeParams, urlParsed }: PageContextServer): Promise<TopicData> {
  const asked = { slug: routeParams['slug'] ?? '', number: pageNumber(urlParsed.search['page']) };
  const page = await gatherTopic(reader, { kind: 'tag', ...asked });
  if (page === null) throw render(404);
  return page;
}
