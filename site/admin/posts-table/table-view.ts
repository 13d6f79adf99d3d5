import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type * as z from 'zod';
import {
  type AdminPost,
  type POST_SORTS,
  type PostKind,
  type PostState,
  postsOperations,
} from '#content/contract/posts-operations.ts';
import type { StageFilter } from '#content/contract/publishing.ts';
import { apiQuery, stated, useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';

export type PostSort = (typeof POST_SORTS)[number];

/** What of the posts is shown, and in which order. An empty text is no filter. */
export interface TableView {
  readonly search: string;
  readonly state: PostState | '';
  /** How far they have come to readers, where saving is not publishing. */
  readonly stage: StageFilter | '';
  readonly category: string;
  readonly tag: string;
  /** Articles alone, or pages alone. */
  readonly kind: PostKind | '';
  readonly sort: PostSort;
  readonly order: 'asc' | 'desc';
}

export const FIRST_VIEW: TableView = {
  search: '',
  state: '',
  stage: '',
  category: '',
  tag: '',
  kind: '',
  sort: 'published',
  order: 'desc',
};

/** Rows asked for at a time. */
const STRETCH = 100;

type TableInput = z.input<typeof postsOperations.getPostTable.input>;

/** The call that gives a stretch of what is shown. */
export function tableInput({ sort, order, ...filters }: TableView, stretch: number): TableInput {
  const search = filters.search.trim();
  return { ...stated({ ...filters, search }), sort, order, offset: stretch * STRETCH, limit: STRETCH };
}

/** Whether some posts are left out. */
export function isFiltered({ sort: _sort, order: _order, ...filters }: TableView): boolean {
  return Object.keys(stated(filters)).length > 0;
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

const KEY = ['table-view'] as const;

/** Filters and order, which are kept while another section is shown. */
export function useKeptView(): { readonly view: TableView; readonly setView: (view: TableView) => void } {
  const queries = useQueryClient();
  const [view, setView] = useState(() => queries.getQueryData<TableView>(KEY) ?? FIRST_VIEW);
  useEffect(() => {
    queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
    queries.setQueryData(KEY, view);
  }, [queries, view]);
  return { view, setView };
}

/**
 * The posts of a view, asked for in stretches as their rows come near: `first` is the answer of the first stretch,
 * with the counts; `row` is null while a row is not there, `missing` a stretch that cannot be had.
 */
export function usePostRows(view: TableView) {
  const { client } = useAdmin();
  const [stretches, setStretches] = useState<readonly number[]>([]);
  const first = useApiQuery('getPostTable', tableInput(view, 0), { keepsPrevious: true });
  const further = stretches.filter((stretch) => stretch > 0);
  const answers = useQueries({
    queries: further.map((stretch) => apiQuery(client, 'getPostTable', tableInput(view, stretch))),
  });

  return {
    first,
    missing: answers.find(({ data, isError }) => data === undefined && isError),
    row(index: number): AdminPost | null {
      const stretch = Math.floor(index / STRETCH);
      const answer = stretch === 0 ? first.data : answers[further.indexOf(stretch)]?.data;
      return answer?.posts[index % STRETCH] ?? null;
    },
    /** Says which rows are near. */
    showRows(rows: readonly number[]): void {
      const wanted = stretchesOf(rows);
      if (wanted.join() !== stretches.join()) setStretches(wanted);
    },
  };
}
