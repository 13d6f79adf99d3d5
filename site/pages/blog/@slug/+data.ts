import { render } from 'vike/abort';
import type { PageContextServer } from 'vike/types';
import { type ArticleData, gatherArticle } from '#site/render/article.tsx';

/** Answers 404 with « Article non trouvé » when no public post has this slug (pages/_error). */
export async function data({ reader, routeParams }: PageContextServer): Promise<ArticleData> {
  const article = await gatherArticle(reader, routeParams['slug'] ?? '');
  if (article === null) throw render(404, 'post');
  return article;
}
