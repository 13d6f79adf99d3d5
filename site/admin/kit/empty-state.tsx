import type { ReactNode } from 'react';
import './empty-state.css';

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
