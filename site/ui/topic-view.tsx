import type { ReactNode } from 'react';
import type { PostSummary } from '#content/contract/posts.ts';
import type { TopicKind } from '#content/model/topics.ts';
import { counted, FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import { PageLinks } from './links.tsx';
import { PostCard } from './post-card.tsx';

export interface TopicPage {
  readonly kind: TopicKind;
  readonly name: string;
  /** The address of its first page. */
  readonly address: string;
  /** Counted from 1. */
  readonly number: number;
  readonly pages: number;
  /** How many articles it has in all. */
  readonly total: number;
  readonly posts: readonly PostSummary[];
}

const KIND_NAMES: Readonly<Record<TopicKind, string>> = { tag: FRENCH.tag, category: FRENCH.category };

/** The articles of one tag or category. */
export function TopicView({ page }: { readonly page: TopicPage }): ReactNode {
  return (
    <div className="wrap blog">
      <header className="page-head">
        <a className="more more-back" href="/blog">
          <Sign name="back" />
          {FRENCH.backToBlog}
        </a>
        <h1>
          <span className="topic-kind">{KIND_NAMES[page.kind]}</span> {page.name}
        </h1>
        <p>{counted(page.total, 'article', 'articles')}</p>
      </header>
      <div className="post-grid">
        <ul className="post-list" role="list">
          {page.posts.map((post, index) => (
            <li key={post.id}>
              <PostCard post={post} shape="column" heading="h2" loading={index < 3 ? 'eager' : 'lazy'} />
            </li>
          ))}
        </ul>
      </div>
      <PageLinks
        className="topic-pages"
        label={FRENCH.pages}
        page={page.number}
        pages={page.pages}
        previous={FRENCH.newerPosts}
        next={FRENCH.olderPosts}
        addressOf={(number) => topicPageAddress(page, number)}
      />
    </div>
  );
}

/** The address of a page of a topic: the first one has no number. */
export function topicPageAddress({ address }: Pick<TopicPage, 'address'>, number: number): string {
  return number <= 1 ? address : `${address}?page=${number}`;
}
