import type { ReactNode } from 'react';
import {
  type FoundPost,
  type MarkedText,
  type SearchAnswer,
  searchAddress,
} from '#content/contract/search-operations.ts';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { postAddress } from '#content/model/paths.ts';
import { PublishedDate } from './dates.tsx';
import { FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import { TopicLink } from './links.tsx';
import { saidOf, totalWords } from './search-words.ts';

interface SearchResultsProps {
  readonly answer: SearchAnswer;
  /** What is said when nothing was found, below the sentence. */
  readonly otherwise?: ReactNode;
  /** What leads to the others. */
  readonly after: ReactNode;
}

/** What a question found, and what was meant by it. */
export function SearchResults({ answer, otherwise, after }: SearchResultsProps): ReactNode {
  const { proposal, posts } = answer;
  return (
    <>
      <p className="search-said">{saidOf(answer)}</p>
      {proposal === null ? null : (
        <p className="search-proposal">
          {FRENCH.didYouMean}
          {' «\u00A0'}
          <a href={searchAddress(proposal, 1)}>{proposal}</a>
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
      {after}
    </>
  );
}

function Result({ found }: { readonly found: FoundPost }): ReactNode {
  const { post, section, title, snippet, missing } = found;
  return (
    <article className="search-result">
      {post.isPage === true ? (
        <p className="search-result-meta">
          <span className="badge">{FRENCH.ownPage}</span>
        </p>
      ) : (
        <p className="search-result-meta">
          <TopicLink kind="category" name={post.category} className="badge" />
          <PublishedDate instant={post.published} />
          <span>{post.readTime}</span>
        </p>
      )}
      <h2 className="search-result-title">
        <a href={`${postAddress(post)}${section === null ? '' : `#${section.anchor}`}`}>
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

/** Leads from the results that are shown while the reader types to the pages of all of them. */
export function AllResults({ answer }: Pick<SearchResultsProps, 'answer'>): ReactNode {
  const { question, total, pages } = answer;
  if (pages < 2) return null;
  return (
    <p className="search-pages">
      <a className="more" href={searchAddress(question, 1)}>
        {total > 0 ? `Voir les ${totalWords(answer)}` : FRENCH.allResults}
        <Sign name="arrow" />
      </a>
    </p>
  );
}

/** A text with what was looked for in it marked. A run of blanks becomes one French space: it is cut into its parts before. */
function Marked({ marked: { text, ranges } }: { readonly marked: MarkedText }): ReactNode {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    const found = frenchSpaces(text.slice(start, end));
    parts.push(frenchSpaces(text.slice(at, start)), <mark key={start}>{found}</mark>);
    at = end;
  }
  return [...parts, frenchSpaces(text.slice(at))];
}
