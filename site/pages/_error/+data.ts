import type { PageContextServer } from 'vike/types';
import { gatherNotFound, type Missing, type NotFoundData } from '#site/render/not-found.tsx';

/** What a page that aborted, or failed, says instead. */
export function data(pageContext: PageContextServer): Promise<NotFoundData> {
  return gatherNotFound(pageContext.reader, missing(pageContext));
}

function missing({ is404, abortReason }: PageContextServer): Missing {
  if (is404 !== true) return 'error';
  return abortReason === 'post' ? 'post' : 'page';
}
