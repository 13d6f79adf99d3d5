import { join } from 'node:path';
import { postSummary } from '../../contract/posts.ts';
import type { FoundPost, MarkedText, SearchAnswer } from '../../contract/search-operations.ts';
import { ContentError } from '../../model/errors.ts';
import type { ImageInfo } from '../../model/image.ts';
import { imageNamed, type PublicView } from '../../model/snapshot.ts';
import type { SearchHit } from '../../search/answer.ts';
import { createSearchThread, type SearchThreadOptions } from '../search-thread.ts';

export interface PostSearchOptions
  extends Pick<SearchThreadOptions, 'workerUrl' | 'body' | 'gitDir' | 'background' | 'onError'> {
  /** DATA_DIR/cache. */
  readonly cacheDir: string;
  /** Whether files may be written there. */
  readonly isKept: boolean;
  /** The site's, without a final slash. */
  readonly origin: string;
  readonly image: (path: string, blobId: string) => Promise<ImageInfo | null>;
}

export interface Question {
  readonly q: string;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** Finds public posts by their full text, for the page of the search as for the API. */
export function createPostSearch({ cacheDir, isKept, origin, image, ...others }: PostSearchOptions) {
  const thread = createSearchThread({ ...others, file: isKept ? join(cacheDir, 'index.sqlite') : null });

  async function found(view: PublicView, hit: SearchHit): Promise<FoundPost | null> {
    const { slug, section, title, snippet, missing } = hit;
    const post = view.bySlug.get(slug);
    if (post === undefined) return null;
    const named = imageNamed(view.snapshot, post.coverImage, origin);
    const cover = named === null ? null : await image(named.path, named.blobId);
    return {
      post: postSummary(post, cover),
      missing: [...missing],
      section: section === null ? null : { anchor: section.anchor, heading: marked(section.heading) },
      title: marked(title),
      snippet: marked(snippet),
    };
  }

  return {
    ...thread,

    /**
     * A page of the public posts of a view that a question finds; without posts past the last one. Throws ContentError
     * 'preparing' while the index is made.
     */
    async search(view: PublicView, { q, page, limit }: Question): Promise<SearchAnswer> {
      const answer = await thread.search(view, q, { offset: (page - 1) * limit, limit });
      if (answer === null) throw new ContentError('preparing', {});
      const { total, near, proposal } = answer;
      // Posts that hold some of the words only fill the last page of those that hold all of them.
      const pages = Math.max(1, Math.ceil((total > 0 ? total : near) / limit));
      const hits = page > pages ? [] : answer.hits;
      const posts = (await Promise.all(hits.map((hit) => found(view, hit)))).filter((post) => post !== null);
      return { question: q, total, near, page, pages, proposal, posts };
    },
  };
}

export type PostSearch = ReturnType<typeof createPostSearch>;

function marked({ text, ranges }: SearchHit['title']): MarkedText {
  return { text, ranges: ranges.map(([start, end]) => [start, end]) };
}
