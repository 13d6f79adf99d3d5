import type { ReactNode } from 'react';
import type { Cover } from '#content/contract/posts.ts';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import type { KeyPoint } from '#content/model/key-points.ts';
import type { PostMetadata } from '#content/model/post.ts';
import { FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import { KeyPoints } from './key-points.tsx';
import { Picture } from './picture.tsx';
import { PublishedDate } from './published-date.tsx';

/** What is shown of a post, wherever it comes from: the server's snapshot or a desktop's draft. */
export type ShownPost = Pick<
  PostMetadata,
  'title' | 'slug' | 'excerpt' | 'category' | 'tags' | 'published' | 'readTime'
>;

export interface Article {
  readonly post: ShownPost;
  readonly author: string;
  readonly cover: { readonly image: Cover; readonly alt: string } | null;
  /** Sanitized HTML. */
  readonly html: string;
  readonly keyPoints: readonly KeyPoint[];
}

interface PostViewProps {
  readonly article: Article;
  readonly share: ReactNode;
  readonly authorCard: ReactNode;
}

/** Where the full text is: following it opens the text on small screens, without script. */
const FULL_VIEW = 'lecture_complete';
const SHORT_VIEW = 'version_courte';

/**
 * SPEC.md §2, Article page. Small screens show a summary until the full text, or anything in it, is the target of
 * the address; the style sheet decides, and both views are here once.
 */
export function PostView({ article, share, authorCard }: PostViewProps): ReactNode {
  return (
    <div className="wrap article-page">
      <article className="article">
        <ArticleHead article={article} />
        <div className="article-body">
          {share}
          <div className="full-view" id={FULL_VIEW}>
            <p className="full-banner">
              <span>{FRENCH.fullVersion}</span>
              <a className="button button-small" href={`#${SHORT_VIEW}`}>
                {FRENCH.shortVersion}
              </a>
            </p>
            <div className="prose" dangerouslySetInnerHTML={{ __html: article.html }} />
          </div>
        </div>
      </article>
      {authorCard}
    </div>
  );
}

function ArticleHead({ article }: { readonly article: Article }): ReactNode {
  const { post, cover } = article;
  return (
    <header className="article-head" id={SHORT_VIEW}>
      <a className="more more-back" href="/blog">
        <Sign name="back" />
        {FRENCH.backToBlog}
      </a>
      <p className="article-badges">
        <span className="badge badge-gold">{post.category}</span>
        {post.tags.map((tag) => (
          <span key={tag} className="badge">
            {tag}
          </span>
        ))}
      </p>
      <h1>{frenchSpaces(post.title)}</h1>
      <p className="byline">
        <span>
          {FRENCH.by} <strong>{article.author}</strong>
        </span>
        <PublishedDate instant={post.published} />
        <span>{post.readTime}</span>
      </p>
      {cover === null ? null : (
        <figure className="cover">
          <Picture image={cover.image} alt={cover.alt} sizes="(min-width: 1180px) 1080px, 92vw" />
        </figure>
      )}
      <Summary article={article} />
    </header>
  );
}

/** On wide screens only its excerpt shows, as the article's standfirst. */
function Summary({ article }: { readonly article: Article }): ReactNode {
  return (
    <div className="summary">
      <h2 className="summary-only">{FRENCH.mobileVersion}</h2>
      {article.post.excerpt === '' ? null : (
        <p className="standfirst">{frenchSpaces(article.post.excerpt)}</p>
      )}
      <div className="summary-only">
        <KeyPoints points={article.keyPoints} />
        <p className="read-whole">
          <a className="button button-gold" href={`#${FULL_VIEW}`}>
            {FRENCH.readWhole}
          </a>
          <span>{FRENCH.readWholeCaption}</span>
        </p>
      </div>
    </div>
  );
}
