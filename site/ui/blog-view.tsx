import type { ReactNode } from 'react';
import type { PostSummary } from '#content/contract/posts.ts';
import { FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import type { PictureLoading } from './picture.tsx';
import { type CardShape, PostCard } from './post-card.tsx';

export interface BlogPage {
  readonly intro: string;
  /** Counted from 1. */
  readonly number: number;
  readonly pages: number;
  readonly posts: readonly PostSummary[];
}

interface BlogViewProps {
  readonly page: BlogPage;
  /** « Charger plus d'articles »; nothing on the last page. */
  readonly more: ReactNode;
}

/** docs/product.md, Blog list. */
export function BlogView({ page, more }: BlogViewProps): ReactNode {
  return (
    <div className="wrap blog">
      <header className="page-head">
        <h1>{FRENCH.blogTitle}</h1>
        {page.intro === '' ? null : <p>{page.intro}</p>}
        {page.number > 1 ? <PageNumber page={page} /> : null}
      </header>
      {page.posts.length === 0 ? (
        <p className="empty">{FRENCH.noPosts}</p>
      ) : (
        <div className="post-grid">
          <ul className="post-list" role="list">
            {page.posts.map((post, index) => (
              <li key={post.id}>
                <PostCard post={post} shape={shapeAt(index, page)} heading="h2" loading={loadingAt(index)} />
              </li>
            ))}
          </ul>
          {more}
        </div>
      )}
    </div>
  );
}

/**
 * The first post leads the list. What is left of its page then fills neither two columns nor three: while more can
 * be loaded below, the second one takes two, so that no cell stays empty before or after loading.
 */
export function shapeAt(index: number, { number, pages }: Pick<BlogPage, 'number' | 'pages'>): CardShape {
  if (number > 1 || index > 1) return 'column';
  if (index === 0) return 'lead';
  return pages > 1 ? 'wide' : 'column';
}

/** The first picture is the largest of the page; the second one stands beside it on wide screens. */
function loadingAt(index: number): PictureLoading {
  if (index === 0) return 'first';
  return index === 1 ? 'eager' : 'lazy';
}

function PageNumber({ page }: { readonly page: BlogPage }): ReactNode {
  return (
    <p className="page-number">
      <a className="more more-back" href={blogAddress(page.number - 1)}>
        <Sign name="back" />
        {FRENCH.newerPosts}
      </a>
      <span>
        {FRENCH.page} {page.number} / {page.pages}
      </span>
    </p>
  );
}

/** The address of a page of the list: the first one has no number. */
export function blogAddress(number: number): string {
  return number <= 1 ? '/blog' : `/blog?page=${number}`;
}
