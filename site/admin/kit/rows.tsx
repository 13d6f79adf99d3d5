import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../error-text.ts';
import { Button } from './button.tsx';
import './fields.css';
import './rows.css';

interface RowProps {
  /** What can be done with it. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One thing of a list (`<ul className="kit-rows">`): what it is, and beside it what can be done with it. */
export function Row({ action, children }: RowProps): ReactNode {
  return (
    <li>
      <div>{children}</div>
      {action}
    </li>
  );
}

interface MoreButtonProps {
  readonly query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >;
  readonly children: string;
}

/** Asks for what follows in a list, where something does, and says why it did not come. */
export function MoreButton({ query, children }: MoreButtonProps): ReactNode {
  if (!query.hasNextPage) return null;
  return (
    <>
      <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {children}
      </Button>
      {query.isFetchNextPageError && (
        <p className="kit-error" role="alert">
          {messageOf(query.error, 'La suite n’a pas pu être lue.')}
        </p>
      )}
    </>
  );
}

/** What pages of a list hold, each once: while they were asked for, a new one may have moved the others. */
export function once<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
