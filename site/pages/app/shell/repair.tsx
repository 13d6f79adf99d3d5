import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#site/admin/kit/button.tsx';
import { Loading } from '#site/admin/kit/loading.tsx';
import { Failure } from './tool-page.tsx';

interface RepairProps<Result> {
  readonly action: Pick<
    UseMutationResult<Result, Error, Record<string, never>>,
    'status' | 'data' | 'error' | 'mutate'
  >;
  readonly button: string;
  readonly pending: string;
  /** docs/product.md, Errors and messages: what is said when the server gave no reason. */
  readonly failed: string;
  readonly children: (result: Result) => ReactNode;
}

/** docs/product.md, Maintenance pages: idle, loading, success, error; an error can be tried again. */
export function Repair<Result>({
  action,
  button,
  pending,
  failed,
  children,
}: RepairProps<Result>): ReactNode {
  const start = () => action.mutate({});
  switch (action.status) {
    case 'idle':
      return (
        <Button variant="gold" onClick={start}>
          {button}
        </Button>
      );
    case 'pending':
      return <Loading label={pending} />;
    case 'success':
      return (
        <div className="tool-result" role="status">
          {action.data !== undefined && children(action.data)}
        </div>
      );
    case 'error':
      return (
        <div className="tool-card">
          <Failure title="Erreur" error={action.error} otherwise={failed} />
          <Button onClick={start}>Réessayer</Button>
        </div>
      );
  }
}
