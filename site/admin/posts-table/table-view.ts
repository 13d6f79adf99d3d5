import type * as z from 'zod';
import { type POST_SORTS, type PostState, postsOperations } from '#content/contract/posts-operations.ts';

export type PostSort = (typeof POST_SORTS)[number];

/** What of the posts is shown, and in which order. An empty text is no filter. */
export interface TableView {
  readonly search: string;
  readonly state: PostState | '';
  readonly category: string;
  readonly tag: string;
  readonly sort: PostSort;
  readonly order: 'asc' | 'desc';
}

export const FIRST_VIEW: TableView = {
  search: '',
  state: '',
  category: '',
  tag: '',
  sort: 'published',
  order: 'desc',
};

/** Rows asked for at a time. */
export const STRETCH = 100;

type TableInput = z.input<typeof postsOperations.getPostTable.input>;

/** The call that gives a stretch of what is shown. */
export function tableInput(
  { search, state, category, tag, sort, order }: TableView,
  stretch: number,
): TableInput {
  const words = search.trim();
  return {
    ...(words === '' ? {} : { search: words }),
    ...(state === '' ? {} : { state }),
    ...(category === '' ? {} : { category }),
    ...(tag === '' ? {} : { tag }),
    sort,
    order,
    offset: stretch * STRETCH,
    limit: STRETCH,
  };
}

/** Whether some posts are left out. */
export function isFiltered({ search, state, category, tag }: TableView): boolean {
  return search.trim() !== '' || state !== '' || category !== '' || tag !== '';
}

/** The stretches that hold these rows, in order, each once. */
export function stretchesOf(rows: readonly number[]): readonly number[] {
  return [...new Set(rows.map((row) => Math.floor(row / STRETCH)))].sort((a, b) => a - b);
}

/** The view once a column's head was pressed: sorted by it, the other way round when it was already. */
export function sortedBy(view: TableView, sort: PostSort): TableView {
  const order = view.sort === sort && view.order === 'asc' ? 'desc' : 'asc';
  return { ...view, sort, order };
}
