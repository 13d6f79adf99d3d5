import { TOPIC_FOLDERS } from '#content/model/topics.ts';
import { gatherArticle, renderArticle } from './article.tsx';
import { gatherBlog, renderBlog } from './blog.tsx';
import { gonePage } from './gone.tsx';
import { gatherHome, renderHome } from './home.tsx';
import { legalPage } from './legal.tsx';
import { notFoundPage } from './not-found.tsx';
import { pageNumber } from './page-address.ts';
import { previewPage } from './preview.tsx';
import type { PageReader, RenderedPage } from './reader.ts';
import { searchPage } from './search.tsx';
import { topicPage } from './topic.tsx';

/** The page of a target of {@link keptPage}, of a question of readers (`/recherche?q=`), or of a reader's preview (`/apercu`). */
export async function renderTarget(target: string, reader: PageReader): Promise<RenderedPage> {
  const { pathname, searchParams } = new URL(target, 'site:/');
  switch (pathname) {
    case '/':
      return renderHome(await gatherHome(reader));
    case '/mentions-legales':
      return legalPage(reader, 'notice');
    case '/confidentialite':
      return legalPage(reader, 'privacy');
    case '/apercu':
      return previewPage(reader);
    case '/recherche':
      return searchPage(reader, {
        question: searchParams.get('q') ?? '',
        number: pageNumber(searchParams.get('page')),
      });
    case '/blog':
      return renderList(reader, searchParams.get('page'));
    default:
      return TOPIC.test(pathname)
        ? renderTopicAt(pathname, searchParams.get('page'), reader)
        : renderNamed(pathname, searchParams.get('of'), reader);
  }
}

async function renderList(reader: PageReader, asked: string | null): Promise<RenderedPage> {
  const number = pageNumber(asked);
  const list = number === null ? null : await gatherBlog(reader, number);
  return list === null ? notFoundPage(reader, 'page') : renderBlog(list);
}

const TOPIC = new RegExp(`^/blog/(${Object.values(TOPIC_FOLDERS).join('|')})/([^/]+)$`);

async function renderTopicAt(
  pathname: string,
  page: string | null,
  reader: PageReader,
): Promise<RenderedPage> {
  const [, folder, slug = ''] = TOPIC.exec(pathname) ?? [];
  const kind = folder === TOPIC_FOLDERS.tag ? 'tag' : 'category';
  const topic = await topicPage(reader, { kind, slug, number: pageNumber(page) });
  return topic ?? notFoundPage(reader, 'page');
}

async function renderNamed(pathname: string, of: string | null, reader: PageReader): Promise<RenderedPage> {
  const [, kind, slug] = /^\/(?:(blog|gone)\/)?([^/]+)$/.exec(pathname) ?? [];
  if (slug === undefined) return notFoundPage(reader, 'page');
  if (kind === 'gone') {
    const what = of === 'page' ? 'page' : 'article';
    return gonePage(reader, { what, words: decodeURIComponent(slug) });
  }
  const article = await gatherArticle(reader, slug);
  const missing = kind === undefined ? 'page' : 'post';
  return article === null ? notFoundPage(reader, missing) : renderArticle(article);
}
