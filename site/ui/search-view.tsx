import type { ReactNode } from 'react';
import { type SearchAnswer, searchAddress } from '#content/contract/search-operations.ts';
import { FRENCH } from './french.ts';
import { PageLinks, TopicLink } from './links.tsx';
import { SERVED_RESULTS } from './search-box.tsx';
import { SearchResults } from './search-results.tsx';

/** What the page of the search shows below its form. */
export type SearchOutcome =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'answered'; readonly answer: SearchAnswer }
  /** The index is being made. */
  | { readonly kind: 'preparing' }
  /** Nobody searches where the page is shown: in the preview of the site on its author’s computer. */
  | { readonly kind: 'absent' };

interface SearchViewProps {
  readonly outcome: SearchOutcome;
  readonly box: ReactNode;
  /** Names of the categories there are, those with most articles first. */
  readonly categories: readonly string[];
}

export function SearchView({ outcome, box, categories }: SearchViewProps): ReactNode {
  return (
    <div className="wrap search-page">
      <header className="page-head">
        <h1>{FRENCH.searchTitle}</h1>
      </header>
      {box}
      <div id={SERVED_RESULTS}>
        <Outcome outcome={outcome} categories={categories} />
      </div>
    </div>
  );
}

function Outcome({ outcome, categories }: Omit<SearchViewProps, 'box'>): ReactNode {
  switch (outcome.kind) {
    case 'unasked':
      return <Categories names={categories} />;
    case 'preparing':
      return <p className="empty">{FRENCH.searchPreparing}</p>;
    case 'absent':
      return (
        <>
          <p className="empty">{FRENCH.searchAbsent}</p>
          <Categories names={categories} />
        </>
      );
    case 'answered':
      return (
        <SearchResults
          answer={outcome.answer}
          otherwise={<Categories names={categories} />}
          after={<ResultPages answer={outcome.answer} />}
        />
      );
  }
}

function ResultPages({ answer }: { readonly answer: SearchAnswer }): ReactNode {
  const { question, page, pages } = answer;
  return (
    <PageLinks
      className="search-pages"
      label={FRENCH.resultPages}
      page={page}
      pages={pages}
      previous={FRENCH.previousPage}
      next={FRENCH.nextPage}
      addressOf={(number) => searchAddress(question, number)}
    />
  );
}

function Categories({ names }: { readonly names: readonly string[] }): ReactNode {
  if (names.length === 0) return null;
  return (
    <div className="search-topics">
      <h2>{FRENCH.byCategory}</h2>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <TopicLink kind="category" name={name} className="button button-small" />
          </li>
        ))}
      </ul>
    </div>
  );
}
