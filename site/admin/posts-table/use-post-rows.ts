import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminPost } from '#content/contract/posts-operations.ts';
import { apiQuery, useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { STRETCH, stretchesOf, type TableView, tableInput } from './table-view.ts';

/**
 * The posts of a view, asked for in stretches as their rows come near: `first` is the answer of the first stretch,
 * with the counts; `row` is null while a row is on its way.
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
