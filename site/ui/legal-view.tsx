import type { ReactNode } from 'react';

interface LegalViewProps {
  readonly title: string;
  /** Sanitized HTML. */
  readonly html: string;
}

/** /mentions-legales and /confidentialite (docs/product.md, Addresses). */
export function LegalView({ title, html }: LegalViewProps): ReactNode {
  return (
    <div className="wrap legal">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
