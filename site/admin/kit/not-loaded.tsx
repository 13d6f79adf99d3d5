import type { ReactNode } from 'react';
import { messageOf } from '../error-text.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loading } from './loading.tsx';

interface NotLoadedProps {
  /** An answer that is not there. */
  readonly query: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** What is said when it cannot be had. */
  readonly failed: string;
}

/** What stands in the place of an answer: that it is awaited, or why it is not there and how to ask again. */
export function NotLoaded({ query, failed }: NotLoadedProps): ReactNode {
  if (query.isPending) return <Loading />;
  return (
    <EmptyState title={failed} text={messageOf(query.error, 'Erreur inconnue')}>
      <Button onClick={() => void query.refetch()}>Réessayer</Button>
    </EmptyState>
  );
}
