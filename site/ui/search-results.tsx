import type { ReactNode } from 'react';
import type { FoundPost, SearchAnswer } from '#content/contract/search-operations.ts';
import { counted } from './counted.ts';
import { FRENCH } from './french.ts';
import { Marked } from './marked.tsx';
import { PublishedDate } from './published-date.tsx';
import { TopicLink } from './topic-link.tsx';

interface SearchResultsProps {
  readonly answer: SearchAnswer;
  /** What is said when nothing was found, below the sentence. */
  readonly otherwise?: ReactNode;
}

/** What a question found, and what was meant by it. */
export function SearchResults({ answer, otherwise }: SearchResultsProps): ReactNode {
  const { proposal, posts } = answer;
  return (
    <>
      <p className="search-said">{saidOf(answer)}</p>
      {proposal === null ? null : (
        <p className="search-proposal">
          {FRENCH.didYouMean}
          {' «\u00A0'}
          <a href={searchAddress(proposal)}>{proposal}</a>
          {'\u00A0»\u202F?'}
        </p>
      )}
      {posts.length === 0 ? otherwise : null}
      <ol className="search-results" role="list">
        {posts.map((found) => (
          <li key={found.post.id}>
            <Result found={found} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** How many articles were found, in a sentence. */
export function saidOf({
  question,
  total,
  posts,
}: Pick<SearchAnswer, 'question' | 'total' | 'posts'>): string {
  const asked = `«\u00A0${question}\u00A0»`;
  if (posts.length === 0) return `Aucun article ne parle de ${asked}.`;
  if (total === 0) {
    const near =
      posts.length === 1 ? 'en voici un qui s’en approche' : `en voici ${posts.length} qui s’en approchent`;
    return `Aucun article ne contient tous les mots de ${asked}\u202F; ${near}.`;
  }
  const first =
    total > posts.length
      ? `, dont voici ${posts.length === 1 ? 'le premier' : `les ${posts.length} premiers`}`
      : '';
  return `${counted(total, 'article', 'articles')} pour ${asked}${first}.`;
}

function Result({ found }: { readonly found: FoundPost }): ReactNode {
  const { post, section, title, snippet, missing } = found;
  return (
    <article className="search-result">
      <p className="search-result-meta">
        <TopicLink kind="category" name={post.category} className="badge" />
        <PublishedDate instant={post.published} />
        <span>{post.readTime}</span>
      </p>
      <h2 className="search-result-title">
        <a href={`/blog/${post.slug}${section === null ? '' : `#${section.anchor}`}`}>
          <Marked marked={title} />
        </a>
      </h2>
      {section === null ? null : (
        <p className="search-result-section">
          <Marked marked={section.heading} />
        </p>
      )}
      <p className="search-result-text">
        <Marked marked={snippet} />
      </p>
      {missing.length === 0 ? null : (
        <p className="search-result-missing">
          {FRENCH.without} <s>{missing.join(', ')}</s>
        </p>
      )}
    </article>
  );
}

/** The page of a search. */
export function searchAddress(question: string): string {
  return question === '' ? '/recherche' : `/recherche?q=${encodeURIComponent(question)}`;
}
