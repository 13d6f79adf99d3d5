import type { ReactNode } from 'react';
import type { PostState } from '#content/contract/posts-operations.ts';
import type { StagedPost } from '#content/contract/publishing.ts';
import { type OfKind, postWords } from '#content/model/post-words.ts';
import { Badge } from '../kit/badge.tsx';
import { STAGE_NAMES, WAIT_NAMES } from '../publish-bar/publish-words.ts';

/** docs/product.md, List of articles, has the first two words. */
export const STATE_NAMES: Readonly<Record<PostState, string>> = {
  published: 'Publié',
  draft: 'Brouillon',
  scheduled: 'Programmé',
  withdrawn: 'Retiré',
};
const TONES = { published: 'good', draft: 'quiet', scheduled: 'waiting', withdrawn: 'alert' } as const;
const STAGE_TONES = { draft: 'quiet', ready: 'waiting', sent: 'waiting', live: 'good' } as const;

interface StateBadgeProps {
  /** Of which the words are said. */
  readonly post: OfKind;
  readonly state: PostState;
  readonly hasPending: boolean;
  /** How far it has come from this machine to readers; null where saving is publishing, undefined while it is asked. */
  readonly staged: StagedPost | null | undefined;
}

/** What readers see of a post, and whether a changed text of it waits. */
export function StateBadge({ post, state, hasPending, staged }: StateBadgeProps): ReactNode {
  if (staged !== null) return <StageBadge post={post} state={state} staged={staged} />;
  return (
    <>
      <Badge tone={TONES[state]}>{agreed(STATE_NAMES[state], post)}</Badge>
      {hasPending && (
        <Badge tone="waiting">
          {state === 'draft' ? 'Publication en attente' : 'Modification en attente'}
        </Badge>
      )}
    </>
  );
}

/** On a desktop: what is saved here is not yet what readers see. */
function StageBadge({ post, state, staged }: Omit<StateBadgeProps, 'hasPending'>): ReactNode {
  const hasMoment = state === 'scheduled' || state === 'withdrawn';
  const wait = staged?.waits ? WAIT_NAMES[staged.waits] : null;
  return (
    <>
      {hasMoment && <Badge tone={TONES[state]}>{agreed(STATE_NAMES[state], post)}</Badge>}
      {staged && <Badge tone={STAGE_TONES[staged.stage]}>{agreed(STAGE_NAMES[staged.stage], post)}</Badge>}
      {wait !== null && <Badge tone="waiting">{wait}</Badge>}
    </>
  );
}

/** « Publié » of an article, « Publiée » of a page; what is no adjective (« Brouillon », « En ligne ») stays. */
function agreed(name: string, post: OfKind): string {
  return /[ét]$/.test(name) ? name + postWords(post).e : name;
}
