import type { ReactNode } from 'react';
import './badge.css';

interface BadgeProps {
  /** `good`: as it should be; `waiting`: something will happen; `alert`: something is wrong. */
  readonly tone?: 'quiet' | 'good' | 'waiting' | 'alert';
  readonly children: ReactNode;
}

/** A word or two on the state of something; its colour only repeats what the words say. */
export function Badge({ tone = 'quiet', children }: BadgeProps): ReactNode {
  return <span className={`kit-badge kit-badge-${tone}`}>{children}</span>;
}
