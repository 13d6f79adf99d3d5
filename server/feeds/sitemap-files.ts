import type { PublicView } from '#content/model/snapshot.ts';
import type { PageSources } from '../pages/page-reader.ts';
import { sitemapFiles } from './sitemap.ts';

/** Newest posts whose last real change is looked for; the others say what they were published on. */
const LOOKED_AT = 100;

/** The files of the sitemap, made once for each state of the content and of what is known of its changes. */
export function createSitemapFiles(origin: string, sources: Pick<PageSources, 'updates'>) {
  let made: { readonly key: string; readonly of: PublicView; readonly files: readonly string[] } | null =
    null;

  return async (view: PublicView): Promise<readonly string[]> => {
    const newest = view.posts.slice(0, LOOKED_AT);
    const changed = new Map<string, number>();
    for (const post of newest) {
      const at = (await sources.updates.of(post))?.updates[0]?.at;
      if (at !== undefined) changed.set(post.id, Date.parse(at));
    }
    const key = JSON.stringify([...changed]);
    if (made === null || made.of !== view || made.key !== key) {
      const files = sitemapFiles(origin, view, ({ id }) => changed.get(id) ?? null);
      made = { key, of: view, files };
    }
    return made.files;
  };
}
