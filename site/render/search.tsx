import { renderToStaticMarkup } from 'react-dom/server';
import { MAX_QUESTION_LENGTH } from '#content/contract/search-operations.ts';
import { FRENCH } from '#site/ui/french.ts';
import { Layout } from '#site/ui/layout.tsx';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { type SearchOutcome, SearchView } from '#site/ui/search-view.tsx';
import { headHtml, type PageHead } from './head.ts';
import { SearchBoxIsland } from './island.tsx';
import { gatherLayout } from './layout.ts';
import type { RenderedPage } from './page.ts';
import type { PageReader } from './reader.ts';

export interface SearchData {
  readonly layout: LayoutData;
  readonly head: PageHead;
  readonly question: string;
  readonly outcome: SearchOutcome;
  readonly categories: readonly string[];
}

/** What the page of the search shows for a question; '' for none. A longer one than is taken is cut. */
export async function gatherSearch(reader: PageReader, asked: string): Promise<SearchData> {
  const question = asked.slice(0, MAX_QUESTION_LENGTH).trim();
  return {
    layout: await gatherLayout(reader),
    head: searchHead(reader, question),
    question,
    outcome: await outcomeOf(reader, question),
    categories: reader.topicNames('category'),
  };
}

export function renderSearch({ layout, head, question, outcome, categories }: SearchData): RenderedPage {
  return {
    status: outcome.kind === 'preparing' ? 503 : 200,
    head: headHtml(head),
    body: renderToStaticMarkup(
      <Layout data={layout} section="search">
        <SearchView outcome={outcome} box={<SearchBoxIsland question={question} />} categories={categories} />
      </Layout>,
    ),
  };
}

async function outcomeOf(reader: PageReader, question: string): Promise<SearchOutcome> {
  if (question === '') return { kind: 'unasked' };
  const answer = await reader.search(question);
  return answer === null ? { kind: 'preparing' } : { kind: 'answered', answer };
}

/** Results are for their reader: search engines are told of none. */
function searchHead(reader: PageReader, question: string): PageHead {
  const { brand } = reader.site();
  const asked = question === '' ? FRENCH.searchTitle : `«\u00A0${question}\u00A0»`;
  const title = `${asked} | ${brand.name}`;
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
