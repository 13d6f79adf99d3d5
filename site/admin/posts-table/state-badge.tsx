import type { ReactNode } from 'react';
import type { PostState } from '#content/contract/posts-operations.ts';
import { Badge } from '../kit/badge.tsx';

/** SPEC.md §2 has the first two words. */
export const STATE_NAMES: Readonly<Record<PostState, string>> = {
  published: 'Publié',
  draft: 'Brouillon',
  scheduled: 'Programmé',
  withdrawn: 'Retiré',
};
const TONES = { published: 'good', draft: 'quiet', scheduled: 'waiting', withdrawn: 'alert' } as const;

interface StateBadgeProps {
  readonly state: PostState;
  readonly hasPending: boolean;
}

/** What readers see of a post, and whether a changed text of it waits. */
export function StateBadge({ state, hasPending }: StateBadgeProps): ReactNode {
  return (
    <>
      <Badge tone={TONES[state]}>{STATE_NAMES[state]}</Badge>
      {hasPending && <Badge tone="waiting">Modification en attente</Badge>}
    </>
  );
}
