import type { FormBase } from '../post-form/form-base.ts';
import { type KeptRecord, type KeptTexts, NEW_SUBJECT, sortKept } from './kept-record.ts';
import { type HistoryClient, type PostClient, savedAlready, savedSince } from './saved-since.ts';

interface Asked {
  readonly client: PostClient & HistoryClient;
  /** All that is kept of this article. */
  readonly records: readonly KeptRecord[];
  /** Keys of forms that are open. */
  readonly openKeys: ReadonlySet<string>;
  /** The article's id, or {@link NEW_SUBJECT}. */
  readonly subject: string;
  /** What there is of the article now. */
  readonly base: FormBase;
}

/** What is worth offering of the texts kept of one article, and what was saved already. */
export async function findKept({ client, records, openKeys, subject, base }: Asked): Promise<KeptTexts> {
  const { offered, spent } = sortKept({ records, openKeys, base });
  const saved = await (subject === NEW_SUBJECT
    ? savedAlready(client, offered)
    : savedSince(client, { id: subject, base }, offered));
  return { offered: offered.filter((record) => !saved.has(record)), spent: [...spent, ...saved] };
}
