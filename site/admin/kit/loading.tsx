import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { messageOf } from '../error-text.ts';
import { Button } from './button.tsx';
import './loading.css';
import './empty-state.css';

/** Something is on its way, said in words (docs/product.md, Admin). */
export function Loading({ label = 'Chargement...' }: { readonly label?: string }): ReactNode {
  return (
    <p className="kit-loading" role="status">
      <span className="kit-spinner" aria-hidden="true" />
      {label}
    </p>
  );
}

/** The place of a line of text that is on its way. */
export function Skeleton({ width = '100%' }: { readonly width?: string }): ReactNode {
  return <span className="kit-skeleton" style={{ width }} aria-hidden="true" />;
}

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string;
  /** The way on: buttons or links. */
  readonly children?: ReactNode;
}

/** What stands where there is nothing to show. */
export function EmptyState({ title, text, children }: EmptyStateProps): ReactNode {
  return (
    <div className="kit-empty">
      <p className="kit-empty-title">{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div className="kit-empty-actions">{children}</div>}
    </div>
  );
}

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

/** A screen whose code comes when it is first opened; says so when it does not come, by `missing` or else with an offer to try again. */
export function section<Props>(
  load: () => Promise<ComponentType<Props>>,
  missing: ComponentType<Props> = MissingSection,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => missing) }));
}

export function MissingSection(): ReactNode {
  return (
    <EmptyState title="Cette partie n’a pas pu être chargée.">
      <Button onClick={() => window.location.reload()}>Recharger la page</Button>
    </EmptyState>
  );
}
