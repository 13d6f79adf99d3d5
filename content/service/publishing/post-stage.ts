import type { PostStage, PostWait } from '../../contract/publishing.ts';

/** All that decides how far a post has come. A version is known by its revision. */
export interface PostFacts {
  /** The post as it is committed here. */
  readonly here: { readonly revision: string; readonly isPublished: boolean };
  /** Its pending version: whether it is for readers; null when there is none. */
  readonly pending: { readonly isPublished: boolean } | null;
  /** The post as the remote is known to have it, perhaps at another address; null when it is not known to have it. */
  readonly sent: {
    readonly revision: string;
    readonly isPublished: boolean;
    readonly isElsewhere: boolean;
  } | null;
  /** The revision the site said last that it serves; null when it serves none, or has not been asked. */
  readonly served: string | null;
}

export interface StageAndWait {
  readonly stage: PostStage;
  readonly waits: PostWait | null;
}

/** How far a post has come, and what of it readers do not see yet. Pure; never says more than is known. */
export function stageOf(facts: PostFacts): StageAndWait {
  const { here, pending, sent } = facts;
  if (here.isPublished) return publishedStage(facts);
  if (pending?.isPublished === true) return { stage: 'ready', waits: 'publication' };
  const isStillSeen = facts.served !== null || sent?.isPublished === true;
  return { stage: 'draft', waits: isStillSeen ? 'withdrawal' : null };
}

function publishedStage({ here, pending, sent, served }: PostFacts): StageAndWait {
  const waits = pendingWait(pending);
  const isMoved = sent?.isElsewhere === true;
  if (served === here.revision && !isMoved) return { stage: 'live', waits };
  if (sent?.revision === here.revision && !isMoved) return { stage: 'sent', waits };
  const isKnownToReaders = served !== null || sent?.isPublished === true;
  return { stage: 'ready', waits: waits ?? (isKnownToReaders ? 'change' : 'publication') };
}

/** A pending version of what readers have changes it, or takes it away. */
function pendingWait(pending: PostFacts['pending']): PostWait | null {
  if (pending === null) return null;
  return pending.isPublished ? 'change' : 'withdrawal';
}
