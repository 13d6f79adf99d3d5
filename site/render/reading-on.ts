import { postSummary } from '#content/contract/posts.ts';
import type { ReadingOnProps } from '#site/ui/reading-on.tsx';
import { imageAt } from './images.ts';
import type { PageReader } from './reader.ts';

/** Articles suggested under another. */
const RELATED = 3;

/** Where a reader of a public post may go on to. */
export async function gatherReadingOn(reader: PageReader, slug: string): Promise<ReadingOnProps> {
  const { newer, older } = reader.neighbours(slug);
  const related = reader.related(slug, RELATED);
  return {
    newer: newer === null ? null : { slug: newer.slug, title: newer.title },
    older: older === null ? null : { slug: older.slug, title: older.title },
    related: await Promise.all(
      related.map(async (post) => postSummary(post, await imageAt(reader, post.coverImage))),
    ),
  };
}
