import { useWindowVirtualizer } from '@tanstack/react-virtual';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AdminPost } from '#content/contract/posts-operations.ts';
import { postWords } from '#content/model/post-words.ts';
import { NotLoaded, section } from '../kit/loading.tsx';
import { MissingDialog } from '../kit/missing-dialog.tsx';
import { usePostStages } from '../publish-bar/use-publishing.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { PostCells, WaitingCells } from './post-row.tsx';
import { useRowFocus } from './row-focus.ts';
import { type PostSort, sortedBy, type TableView, type usePostRows } from './table-view.ts';
import { useRowActions } from './use-row-actions.ts';
import './posts-table.css';

interface PostsTableProps {
  readonly view: TableView;
  readonly onChange: (view: TableView) => void;
  readonly rows: ReturnType<typeof usePostRows>;
  readonly total: number;
}

/** All that the form of an article does to publish it: nothing of the first screen. */
const RowPublication = section(
  async () => (await import('./row-publication.tsx')).RowPublication,
  ({ post, onClose }) => <MissingDialog title={`Publier ${postWords(post).the}`} onClose={onClose} />,
);

/** Height of a row before it was measured, in pixels, beside the other and below one another. */
const ROW_HEIGHT = { wide: 65, narrow: 164 };
const NARROW = '(max-width: 767.98px)';
/** Rows drawn above and below what is seen, so that a keystroke finds the next one. */
const OVERSCAN = 12;

/** The posts, of which only the rows in sight are drawn, as a real table. */
export function PostsTable({ view, onChange, rows, total }: PostsTableProps): ReactNode {
  const actions = useRowActions();
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [merging, setMerging] = useState<{ readonly post: AdminPost; readonly index: number } | null>(null);
  useLayoutEffect(() => {
    const place = body.current?.getBoundingClientRect().top ?? 0;
    setTop(place + window.scrollY);
  }, []);
  // Asked once a rendering, not for each of thousands of rows.
  const height = window.matchMedia(NARROW).matches ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide;
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  const stages = usePostStages(items.flatMap(({ index }) => rows.row(index)?.id ?? []));
  const focus = useRowFocus({ body, total, onWanted: (index) => virtualizer.scrollToIndex(index) });
  useEffect(() => rows.showRows(items.map(({ index }) => index)));

  return (
    <>
      <table className="posts-table" role="table" aria-label="Articles" aria-rowcount={total + 1}>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <SortHead label="Titre" sort="title" view={view} onChange={onChange} />
            <SortHead label="Slug" sort="slug" view={view} onChange={onChange} />
            <SortHead label="Statut" sort="state" view={view} onChange={onChange} />
            <th scope="col" role="columnheader">
              Actions
            </th>
          </tr>
        </thead>
        <tbody
          ref={body}
          role="rowgroup"
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={focus.onKeyDown}
        >
          {items.map(({ key, index, start }) => {
            const post = rows.row(index);
            return (
              <tr
                key={key}
                ref={virtualizer.measureElement}
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                style={{ transform: `translateY(${start - top}px)` }}
              >
                {post === null ? (
                  <WaitingCells />
                ) : (
                  <PostCells
                    post={post}
                    staged={stages === null ? null : stages.get(post.id)}
                    actions={actions}
                    onMerge={() => setMerging({ post, index })}
                    onDeleted={() => focus.focusRow(index)}
                  />
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.missing !== undefined && (
        <div className="posts-missing" role="alert">
          <NotLoaded query={rows.missing} failed="La suite n’a pas pu être lue" />
        </div>
      )}
      {actions.publishing !== null && (
        <Suspense>
          <RowPublication
            key={actions.publishing.id}
            post={actions.publishing}
            onClose={actions.endPublishing}
          />
        </Suspense>
      )}
      {merging !== null && (
        <MergeDialog
          post={merging.post}
          onClose={() => setMerging(null)}
          onMerged={() => {
            setMerging(null);
            focus.focusRow(merging.index);
          }}
        />
      )}
    </>
  );
}

interface SortHeadProps {
  readonly label: string;
  readonly sort: PostSort;
  readonly view: TableView;
  readonly onChange: (view: TableView) => void;
}

function SortHead({ label, sort, view, onChange }: SortHeadProps): ReactNode {
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
