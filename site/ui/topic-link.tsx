import type { ReactNode } from 'react';
import { type TopicKind, topicAddress } from '#content/model/topics.ts';

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
