import { TOPIC_FOLDERS } from '#content/model/topics.ts';
import { gatherArticle, renderArticle } from './article.tsx';
import { gatherBlog, renderBlog } from './blog.tsx';
import { gatherGone, renderGone } from './gone.tsx';
import { gatherHome, renderHome } from './home.tsx';
import { gatherLegal, renderLegal } from './legal.tsx';
import { gatherNotFound, type Missing, renderNotFound } from './not-found.tsx';
import { pageNumber } from './page-address.ts';
import { gatherPreview, renderPreview } from './preview.tsx';
import type { PageReader, RenderedPage } from './reader.ts';
import { gatherSearch, renderSearch } from './search.tsx';
import { gatherTopic, renderTopic } from './topic.tsx';

/** The page of a target of {@link keptPage}, of a question of readers (`/recherche?q=`), or of a reader's preview (`/apercu`). */
export async function renderTarget(target: string, reader: PageReader): Promise<RenderedPage> {
  const { pathname, searchParams } = new URL(target, 'site:/');
  switch (pathname) {
    case '/':
      return renderHome(await gatherHome(reader));
    case '/mentions-legales':
      return renderLegal(await gatherLegal(reader, 'notice'));
    case '/confidentialite':
      return renderLegal(await gatherLegal(reader, 'privacy'));
    case '/apercu':
      return renderPreview(await gatherPreview(reader));
    case '/recherche':
      return renderSearch(
        await gatherSearch(reader, {
          question: searchParams.get('q') ?? '',
          number: pageNumber(searchParams.get('page')),
        }),
      );
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
  return list === null ? renderMissing(reader, 'page') : renderBlog(list);
}

const TOPIC = new RegExp(`^/blog/(${Object.values(TOPIC_FOLDERS).join('|')})/([^/]+)$`);

async function renderTopicAt(
  pathname: string,
  page: string | null,
  reader: PageReader,
): Promise<RenderedPage> {
  const [, folder, slug = ''] = TOPIC.exec(pathname) ?? [];
  const kind = folder === TOPIC_FOLDERS.tag ? 'tag' : 'category';
  const topic = await gatherTopic(reader, { kind, slug, number: pageNumber(page) });
  return topic === null ? renderMissing(reader, 'page') : renderTopic(topic);
}

async function renderNamed(pathname: string, of: string | null, reader: PageReader): Promise<RenderedPage> {
  const [, kind, slug] = /^\/(?:(blog|gone)\/)?([^/]+)$/.exec(pathname) ?? [];
  if (slug === undefined) return renderMissing(reader, 'page');
  if (kind === 'gone') {
    const what = of === 'page' ? 'page' : 'article';
    return renderGone(await gatherGone(reader, { what, words: decodeURIComponent(slug) }));
  }
  const article = await gatherArticle(reader, slug);
  const missing = kind === undefined ? 'page' : 'post';
  return article === null ? renderMissing(reader, missing) : renderArticle(article);
}

async function renderMissing(reader: PageReader, missing: Missing): Promise<RenderedPage> {
  return renderNotFound(await gatherNotFound(reader, missing));
}
