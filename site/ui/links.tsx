import type { ReactNode } from 'react';
import { type TopicKind, topicAddress } from '#content/model/topics.ts';
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

interface TopicLinkProps {
  readonly kind: TopicKind;
  readonly name: string;
  readonly className?: string;
}

/** A tag or a category that leads to its page; only its name where it makes no address. */
export function TopicLink({ kind, name, className }: TopicLinkProps): ReactNode {
  const address = topicAddress(kind, name);
  if (address === null) return <span className={className}>{name}</span>;
  return (
    <a className={className} href={address} rel="tag">
      {name}
    </a>
  );
}
