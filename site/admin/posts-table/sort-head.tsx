import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { type PostSort, sortedBy, type TableView } from './table-view.ts';

interface SortHeadProps {
  readonly label: string;
  readonly sort: PostSort;
  readonly view: TableView;
  readonly onChange: (view: TableView) => void;
}

/** The head of a column that sorts by it. */
export function SortHead({ label, sort, view, onChange }: SortHeadProps): ReactNode {
  const isSorted = view.sort === sort;
  const Arrow = view.order === 'asc' ? ArrowUp : ArrowDown;
  const direction = view.order === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" role="columnheader" aria-sort={isSorted ? direction : 'none'}>
      <button type="button" className="sort-head" onClick={() => onChange(sortedBy(view, sort))}>
        {label}
        {isSorted && <Arrow aria-hidden="true" size={14} />}
      </button>
    </th>
  );
}
