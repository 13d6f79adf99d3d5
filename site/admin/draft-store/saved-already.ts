import type { Client } from '#content/contract/client.ts';
import type { DraftRecord } from './draft-record.ts';

export type PostClient = Pick<Client, 'getPostTable' | 'getEditablePost'>;

/** Posts with one title that are looked at. */
const MOST = 5;

/**
 * The texts of articles never saved, as far as they were known then, that an article holds all the same: it was created, and
 * whoever typed it died before hearing so.
 */
export async function savedAlready(
  client: PostClient,
  records: readonly DraftRecord[],
): Promise<ReadonlySet<DraftRecord>> {
  const saved = new Set<DraftRecord>();
  for (const record of records) if (await isSaved(client, record)) saved.add(record);
  return saved;
}

async function isSaved(client: PostClient, { values }: DraftRecord): Promise<boolean> {
  if (values.title.trim() === '') return false;
  const { posts } = await client.getPostTable({ search: values.title.slice(0, 200) });
  const candidates = posts.filter(({ title }) => title === values.title).slice(0, MOST);
  for (const { id } of candidates) {
    const post = await client.getEditablePost({ id });
    if ([post, post.pending].some((version) => version?.content === values.content)) return true;
  }
  return false;
}
