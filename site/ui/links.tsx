import type { ReactNode } from 'react';
import { type TopicKind, topicAddress } from '#content/model/topics.ts';
import { FRENCH } from './french.ts';
import { Sign } from './icons.tsx';

interface ExternalLinkProps {
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link of the owner's to another site, opened in a new tab that knows nothing of this one. */
export function ExternalLink({ href, className, children }: ExternalLinkProps): ReactNode {
  return (
    <a className={className} href={href} target="_blank" rel="noopener">
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

interface PageLinksProps {
  readonly className: string;
  /** What the pages are of. */
  readonly label: string;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly previous: string;
  readonly next: string;
  readonly addressOf: (page: number) => string;
}

/** Leads from a page of a list to its neighbours; nothing where there is one page. */
export function PageLinks(props: PageLinksProps): ReactNode {
  const { className, label, page, pages, previous, next, addressOf } = props;
  if (pages < 2) return null;
  return (
    <nav className={className} aria-label={label}>
      {page > 1 ? (
        <a className="more more-back" rel="prev" href={addressOf(page - 1)}>
          <Sign name="back" />
          {previous}
        </a>
      ) : null}
      <span>
        {FRENCH.page} {page} / {pages}
      </span>
      {page < pages ? (
        <a className="more" rel="next" href={addressOf(page + 1)}>
          {next}
          <Sign name="arrow" />
        </a>
      ) : null}
    </nav>
  );
}
