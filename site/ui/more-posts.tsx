import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { POSTS_PER_PAGE, type PostSummary, postPageSchema } from '#content/contract/posts.ts';
import { FRENCH } from './french.ts';
import { PostCard } from './post-card.tsx';

export interface MorePostsProps {
  /** Where the list goes on; null after the last post. */
  readonly cursor: string | null;
  /** The page that shows what follows, for readers without script. */
  readonly nextPage: string;
}

type Progress = { readonly kind: 'idle' | 'loading' | 'failed' };

interface List {
  readonly posts: readonly PostSummary[];
  readonly cursor: string | null;
  readonly progress: Progress;
  /** How many the last answer brought. */
  readonly brought: number;
}

/** « Charger plus d'articles »: a link to the next page that, with script, adds its posts under the others. */
export function MorePosts({ cursor, nextPage }: MorePostsProps): ReactNode {
  const [list, setList] = useState<List>({ posts: [], cursor, progress: { kind: 'idle' }, brought: 0 });
  const items = useRef<HTMLUListElement>(null);
  const { posts, progress, brought } = list;

  useEffect(() => {
    if (brought === 0) return;
    items.current?.children[posts.length - brought]?.querySelector<HTMLElement>('a.more')?.focus();
  }, [posts.length, brought]);

  const load = (event: MouseEvent): void => {
    event.preventDefault();
    if (list.cursor === null || progress.kind === 'loading') return;
    setList({ ...list, progress: { kind: 'loading' } });
    fetchPage(list.cursor).then(
      (page) =>
        setList({
          posts: [...posts, ...page.posts],
          cursor: page.nextCursor,
          progress: { kind: 'idle' },
          brought: page.posts.length,
        }),
      () => setList({ ...list, progress: { kind: 'failed' } }),
    );
  };

  return (
    <>
      <ul className="post-list" ref={items} role="list">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} shape="column" heading="h2" loading="lazy" />
          </li>
        ))}
        {progress.kind === 'loading' ? <PostSkeletons /> : null}
      </ul>
      <div className="more-posts">
        <p className="more-posts-said" role="status">
          {said(list)}
        </p>
        {list.cursor === null ? null : (
          <a className="button" href={nextPage} aria-disabled={progress.kind === 'loading'} onClick={load}>
            {progress.kind === 'failed' ? FRENCH.retry : FRENCH.morePosts}
          </a>
        )}
      </div>
    </>
  );
}

function said({ progress, brought }: List): ReactNode {
  if (progress.kind === 'failed') return <strong className="failure">{FRENCH.postsFailed}</strong>;
  if (progress.kind === 'loading') return <span className="unseen">{FRENCH.loading}</span>;
  if (brought === 0) return null;
  return <span className="unseen">{brought === 1 ? '1 article ajouté' : `${brought} articles ajoutés`}</span>;
}

async function fetchPage(cursor: string): Promise<ReturnType<typeof postPageSchema.parse>> {
  const query = new URLSearchParams({ limit: String(POSTS_PER_PAGE), cursor, fields: 'summary' });
  const response = await fetch(`/api/posts?${query}`);
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  return postPageSchema.parse(await response.json());
}

/** docs/product.md, Blog list: how many placeholders stand for posts that are being loaded. */
const SKELETONS = 3;

/** The places of posts that are being loaded; those who do not see them are told by a status of the list. */
function PostSkeletons(): ReactNode {
  return Array.from({ length: SKELETONS }, (_, index) => (
    <li key={index} className="post-card skeleton" aria-hidden="true">
      <div className="post-card-picture" />
      <div className="post-card-text">
        <span className="bone" />
        <span className="bone bone-tall" />
        <span className="bone bone-short" />
      </div>
    </li>
  ));
}
