import { renderToStaticMarkup } from 'react-dom/server';
import { MAX_QUESTION_LENGTH } from '#content/contract/search-operations.ts';
import { FRENCH } from '#site/ui/french.ts';
import { Layout } from '#site/ui/layout.tsx';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { type SearchOutcome, SearchView } from '#site/ui/search-view.tsx';
import { headHtml, type PageHead } from './head.ts';
import { SearchBoxIsland } from './island.tsx';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';

export interface SearchData {
  readonly layout: LayoutData;
  readonly head: PageHead;
  readonly question: string;
  /** Which page of the results, from 1. */
  readonly number: number;
  readonly outcome: SearchOutcome;
  readonly categories: readonly string[];
}

/**
 * What a page of the search shows for a question; '' for none. A longer one than is taken is cut; what names no page asks
 * for the first.
 */
export async function gatherSearch(
  reader: PageReader,
  asked: { readonly question: string; readonly number: number | null },
): Promise<SearchData> {
  const question = asked.question.slice(0, MAX_QUESTION_LENGTH).trim();
  const number = question === '' ? 1 : (asked.number ?? 1);
  return {
    layout: await gatherLayout(reader),
    head: searchHead(reader, question, number),
    ...{ question, number },
    outcome: await outcomeOf(reader, question, number),
    categories: reader.topicNames('category'),
  };
}

export function renderSearch(data: SearchData): RenderedPage {
  const { layout, head, question, number, outcome, categories } = data;
  return {
    status: outcome.kind === 'preparing' ? 503 : 200,
    head: headHtml(head),
    body: renderToStaticMarkup(
      <Layout data={layout} section="search">
        <SearchView
          outcome={outcome}
          box={outcome.kind === 'absent' ? null : <SearchBoxIsland question={question} page={number} />}
          categories={categories}
        />
      </Layout>,
    ),
  };
}

async function outcomeOf(reader: PageReader, question: string, number: number): Promise<SearchOutcome> {
  if (reader.search === null) return { kind: 'absent' };
  if (question === '') return { kind: 'unasked' };
  const answer = await reader.search(question, number);
  return answer === null ? { kind: 'preparing' } : { kind: 'answered', answer };
}

/** Results are for their reader: search engines are told of none. */
function searchHead(reader: PageReader, question: string, number: number): PageHead {
  const { brand } = reader.site();
  const asked = question === '' ? FRENCH.searchTitle : `«\u00A0${question}\u00A0»`;
  const title = `${number === 1 ? asked : `${asked}, page ${number}`} | ${brand.name}`;
  const description = `Chercher dans tous les articles de ${brand.name}.`;
  return {
    siteName: brand.name,
    ...{ title, description },
    url: `${reader.origin}/recherche`,
    isListed: false,
    social: { title, description, image: null },
    article: null,
    jsonLd: null,
  };
}
