import { renderMarkdown } from '../../model/markdown/render.ts';
import type { PublicView } from '../../model/snapshot.ts';
import { sectionsOf } from '../../search/document.ts';
import { createSearchIndex } from '../../search/search-index.ts';
import { createSegmentBuilder } from '../../search/segment-build.ts';
import { createTokenizer } from '../../search/tokens.ts';
import type { CorpusPost } from './corpus.ts';

export type SearchIndex = ReturnType<typeof createSearchIndex>;

/** An index in memory of what a view has of these articles, ready to answer. Throws when something cannot be indexed. */
export async function indexCorpus(corpus: readonly CorpusPost[], view: PublicView): Promise<SearchIndex> {
  const bodies = new Map(corpus.map(({ post, body }) => [post.revision, body]));
  const index = createSearchIndex({
    folder: null,
    build(posts) {
      const builder = createSegmentBuilder(createTokenizer());
      for (const post of posts) {
        const html = renderMarkdown(bodies.get(post.revision) ?? '', { images: new Map() });
        builder.add({ ...post, blobId: post.revision, sections: sectionsOf(html) });
      }
      return Promise.resolve(builder.finish());
    },
    write: () => Promise.resolve(),
    onError: (error) => {
      throw error;
    },
  });
  index.notice(view.snapshot);
  await index.settled();
  return index;
}
