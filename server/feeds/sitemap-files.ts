import type { PublicView } from '#content/model/snapshot.ts';
import type { LastChanges } from '#content/service/last-changes.ts';
import { sitemapFiles } from './sitemap.ts';

/**
 * The files of the sitemap, made once for each state of the content and of what is known of its changes. What is not known in
 * time is as it was published; the next answer tells it.
 */
export function createSitemapFiles(origin: string, lastChanges: LastChanges) {
  let made: { readonly count: number; readonly of: PublicView; readonly files: readonly string[] } | null =
    null;

  return async (view: PublicView): Promise<readonly string[]> => {
    await lastChanges.settle(view.posts);
    const count = lastChanges.count();
    if (made?.of !== view || made.count !== count)
      made = { count, of: view, files: sitemapFiles(origin, view, lastChanges.of) };
    return made.files;
  };
}
