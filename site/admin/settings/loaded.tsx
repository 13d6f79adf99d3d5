import type { ReactNode } from 'react';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { Loading } from '../kit/loading.tsx';

interface LoadedProps<Data> {
  readonly query: {
    readonly isPending: boolean;
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** What is said when it cannot be had. */
  readonly failed: string;
  readonly children: (data: Data) => ReactNode;
}

/** What was asked of the server, once it is there; else that it is awaited, or why it is not there. */
export function Loaded<Data>({ query, failed, children }: LoadedProps<Data>): ReactNode {
  if (query.isPending) return <Loading />;
  if (query.data !== undefined) return children(query.data);
  return (
    <EmptyState title={failed} text={messageOf(query.error, 'Erreur inconnue')}>
      <Button onClick={() => void query.refetch()}>Réessayer</Button>
    </EmptyState>
  );
}
