import type { ReactNode } from 'react';
import './loading.css';

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
