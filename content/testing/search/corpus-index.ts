import { renderMarkdown } from '../../model/markdown/render.ts';
import { searchedTexts } from '../../model/post-fields.ts';
import type { PublicView } from '../../model/snapshot.ts';
import { plainSections, sectionsOf } from '../../search/document.ts';
import { createSearchIndex } from '../../search/search-index.ts';
import type { CorpusPost } from './corpus.ts';

export type SearchIndex = ReturnType<typeof createSearchIndex>;

/** An index in memory of what a view has of these articles, ready to answer. Throws when something cannot be indexed. */
export async function indexCorpus(corpus: readonly CorpusPost[], view: PublicView): Promise<SearchIndex> {
  const bodies = new Map(corpus.map(({ post, body }) => [post.revision, body]));
  const index = createSearchIndex({
    file: null,
    read: (posts) =>
      Promise.resolve(
        posts.map(({ slug, revision }) => {
          const post = view.bySlug.get(slug);
          if (post === undefined) throw new Error(`no article ${slug}`);
          const body = bodies.get(revision) ?? '';
          const sections = plainSections(body) ?? sectionsOf(renderMarkdown(body, { images: new Map() }));
          return { ...searchedTexts(post), date: post.publishedAt ?? 0, sections };
        }),
      ),
    onError: (error) => {
      throw error;
    },
  });
  index.notice({ isWhole: true, gone: [], listed: view.posts });
  await index.idle();
  return index;
}
