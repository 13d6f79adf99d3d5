import Plus from 'lucide-react/icons/plus';
import { type ReactNode, Suspense } from 'react';
import { countOf } from '#content/contract/in-words.ts';
import { capitalized, postWords } from '#content/model/post-words.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState, NotLoaded, section } from '../kit/loading.tsx';
import { useNavigation } from '../navigation.tsx';
import { PATHS } from '../sections.ts';
import { useDebounced } from '../use-debounced.ts';
import { FilterBar } from './filter-bar.tsx';
import { PostsTable } from './posts-table.tsx';
import { FIRST_VIEW, isFiltered, type TableView, useKeptView, usePostRows } from './table-view.ts';

const UnsavedNotice = section(async () => (await import('../kept-texts/unsaved-notice.tsx')).UnsavedNotice);

/** docs/product.md, List of articles: every article, and what can be done with it. */
export function PostsPanel(): ReactNode {
  const { go } = useNavigation();
  return (
    <>
      <div className="panel-head">
        <h1>Articles</h1>
        <Button onClick={() => go(PATHS.newPage)}>Nouvelle page</Button>
        <Button variant="gold" onClick={() => go(PATHS.newPost)}>
          <Plus aria-hidden="true" size={18} />
          Nouveau
        </Button>
      </div>
      <Suspense>
        <UnsavedNotice />
      </Suspense>
      <PostList />
    </>
  );
}

function PostList(): ReactNode {
  const { view, setView } = useKeptView();
  const asked = { ...view, search: useDebounced(view.search) };
  const rows = usePostRows(asked);
  const { data, isPlaceholderData } = rows.first;

  if (data === undefined)
    return <NotLoaded query={rows.first} failed="Erreur lors du chargement des articles" />;
  if (data.total === 0 && !isFiltered(asked)) return <EmptyState title="Aucun article pour le moment" />;
  return (
    <>
      <FilterBar view={view} onChange={setView} table={data} />
      <p className="posts-total" role="status">
        {countInWords(data.total, data.pages === 0 ? 'article' : view.kind)}
      </p>
      {data.total === 0 ? (
        <EmptyState title={`${capitalized(postWords({ isPage: view.kind === 'page' }).none)} ne correspond`}>
          <Button onClick={() => setView({ ...FIRST_VIEW, sort: view.sort, order: view.order })}>
            Effacer les filtres
          </Button>
        </EmptyState>
      ) : (
        <div className={isPlaceholderData ? 'posts-waiting' : undefined}>
          <PostsTable view={view} onChange={setView} rows={rows} total={data.total} />
        </div>
      )}
    </>
  );
}

function countInWords(total: number, kind: TableView['kind']): string {
  const [one, more, none] = COUNTED[kind];
  return total === 0 ? none : countOf(total, one, more);
}

const COUNTED: Readonly<Record<TableView['kind'], readonly [one: string, more: string, none: string]>> = {
  '': ['article ou page', 'articles et pages', 'Aucun article ni page'],
  article: ['article', 'articles', 'Aucun article'],
  page: ['page', 'pages', 'Aucune page'],
};
