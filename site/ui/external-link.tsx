import type { ReactNode } from 'react';
import { FRENCH } from './french.ts';

interface ExternalLinkProps {
  readonly href: string;
  readonly className?: string;
  /** Set where the base script rewrites the quarter in the address. */
  readonly waitlist?: boolean;
  readonly children: ReactNode;
}

/** A link of the owner's to another site, opened in a new tab that knows nothing of this one. */
export function ExternalLink({ href, className, waitlist, children }: ExternalLinkProps): ReactNode {
  return (
    <a
      className={className}
      href={href}
      target="_blank"
      rel="noopener"
      data-waitlist={waitlist ? '' : undefined}
    >
      {children}
      <span className="unseen"> {FRENCH.newTab}</span>
    </a>
  );
}
