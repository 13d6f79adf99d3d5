import type { OutputOf } from '../../contract/operation.ts';
import { postsOperations } from '../../contract/posts-operations.ts';

/** What a site says it serves of one post. */
export type SiteAnswer = OutputOf<typeof postsOperations.getLive>;

/** Without an answer for this long, in milliseconds, the site counts as not reached. */
const PATIENCE_MS = 15_000;
/** An answer is two ids: anything longer is another program's. */
const MAX_ANSWER_CHARACTERS = 2000;

/**
 * Asks the site at `origin` which revision of a post readers get. Null when nobody answers, or not as Encrier does: then
 * nothing is known. Follows no redirect and sends nothing of ours.
 */
export async function askSite(origin: string, id: string, signal: AbortSignal): Promise<SiteAnswer | null> {
  try {
    const answer = await fetch(`${origin}/api/live/${encodeURIComponent(id)}`, {
      redirect: 'error',
      credentials: 'omit',
      headers: { accept: 'application/json', 'cache-control': 'no-cache' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    if (!answer.ok || !(answer.headers.get('content-type') ?? '').startsWith('application/json')) return null;
    const text = await answer.text();
    if (text.length > MAX_ANSWER_CHARACTERS) return null;
    return postsOperations.getLive.output.parse(JSON.parse(text));
  } catch {
    return null; // Not reached, cut, or no Encrier: the author is told what is known, and it is asked again.
  }
}

/** The site whose own repository a remote is (`https://site/content.git`); null for any other remote. */
export function siteOfRemote(url: string): string | null {
  const { origin, pathname, hostname } = new URL(url);
  if (hostname === 'github.com' || hostname === 'gitlab.com') return null;
  return /^\/content\.git\/?$/.test(pathname) ? origin : null;
}
