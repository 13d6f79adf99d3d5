import type { PublicView } from '#content/model/snapshot.ts';
import type { KnownUpdates } from '#content/service/known-updates.ts';
import { sitemapFiles } from './sitemap.ts';

/**
 * The files of the sitemap, made once for each state of the content and of what is known of its changes. What is not known in
 * time is as it was published; the next answer tells it.
 */
export function createSitemapFiles(
  origin: string,
  updates: Pick<KnownUpdates, 'settle' | 'count' | 'lastChange'>,
) {
  let made: { readonly count: number; readonly of: PublicView; readonly files: readonly string[] } | null =
    null;

  return async (view: PublicView): Promise<readonly string[]> => {
    await updates.settle(view.posts);
    const count = updates.count();
    if (made?.of !== view || made.count !== count)
      made = { count, of: view, files: sitemapFiles(origin, view, updates.lastChange) };
    return made.files;
  };
}
