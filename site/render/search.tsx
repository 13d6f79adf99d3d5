import { MAX_QUESTION_LENGTH } from '#content/contract/search-operations.ts';
import { FRENCH } from '#site/ui/french.ts';
import { type SearchOutcome, SearchView } from '#site/ui/search-view.tsx';
import { type PageHead, pageHead } from './head.ts';
import { SearchBoxIsland } from './island.tsx';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';
import { sitePage } from './site-page.tsx';

/** A page of the search for a question; '' for none. A longer one than is taken is cut. */
export async function searchPage(
  reader: PageReader,
  asked: { readonly question: string; readonly number: number },
): Promise<RenderedPage> {
  const question = asked.question.slice(0, MAX_QUESTION_LENGTH).trim();
  const number = question === '' ? 1 : asked.number;
  const layout = await gatherLayout(reader);
  const head = searchHead(reader, question, number);
  const outcome = await outcomeOf(reader, question, number);
  return sitePage(
    { layout, head, section: 'search', status: outcome.kind === 'preparing' ? 503 : 200 },
    <SearchView
      outcome={outcome}
      box={outcome.kind === 'absent' ? null : <SearchBoxIsland question={question} page={number} />}
      categories={reader.topicNames('category')}
    />,
  );
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
  const url = `${reader.origin}/recherche`;
  return pageHead({ siteName: brand.name, title, description, url, isListed: false });
}
