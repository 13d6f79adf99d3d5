import type { Client } from '#content/contract/client.ts';
import { MOST_VERSIONS } from '#content/contract/history-operations.ts';
import type { FormBase } from '../post-form/form-base.ts';
import { type FormValues, valuesOf } from '../post-form/form-values.ts';
import { holdsChanges } from './holds-changes.ts';
import type { KeptRecord } from './kept-record.ts';

export type HistoryClient = Pick<Client, 'getPostHistory' | 'getPostVersion'>;

/**
 * The texts of an article whose changes are in it now, or in a version made since they were begun: each was saved, perhaps
 * merged with what came from elsewhere, and whoever typed it died before it was forgotten. Going on with one would be a
 * quarrel of the author's with the author.
 */
export async function savedSince(
  client: HistoryClient,
  { id, base }: { readonly id: string; readonly base: FormBase },
  records: readonly KeptRecord[],
): Promise<ReadonlySet<KeptRecord>> {
  const older = records.filter((record) => revisionOf(record.base) !== revisionOf(base));
  const saved = new Set(older.filter((record) => isIn(base.values, record)));
  const open = older.filter((record) => !saved.has(record));
  const starts = open.flatMap((record) => revisionOf(record.base) ?? []);
  for (const since of new Set(starts)) {
    const begun = open.filter((record) => revisionOf(record.base) === since);
    for (const record of await savedOver(client, { id, since }, begun)) saved.add(record);
  }
  return saved;
}

/** Those of the texts begun on one version that a version made on top of it has. */
async function savedOver(
  client: HistoryClient,
  { id, since }: { readonly id: string; readonly since: string },
  records: readonly KeptRecord[],
): Promise<ReadonlySet<KeptRecord>> {
  const saved = new Set<KeptRecord>();
  // A history that cannot be read keeps no text from being offered.
  const versions = await client.getPostHistory({ id, since, limit: MOST_VERSIONS }).then(
    (history) => history.versions,
    () => [],
  );
  for (const { commit } of versions) {
    if (saved.size === records.length) break;
    const post = await client.getPostVersion({ id, commit }).then(
      (version) => version.post,
      () => null,
    );
    if (post === null) continue;
    for (const record of records) if (isIn(valuesOf(post), record)) saved.add(record);
  }
  return saved;
}

function revisionOf(base: FormBase): string | null {
  return base.kind === 'new' ? null : base.revision;
}

function isIn(held: FormValues, { base, values }: KeptRecord): boolean {
  return holdsChanges({ base: base.values, typed: values, held });
}

export type PostClient = Pick<Client, 'getPostTable' | 'getEditablePost'>;

/** Posts with one title that are looked at. */
const MOST = 5;

/**
 * The texts of articles never saved, as far as they were known then, that an article holds all the same: it was created, and
 * whoever typed it died before hearing so.
 */
export async function savedAlready(
  client: PostClient,
  records: readonly KeptRecord[],
): Promise<ReadonlySet<KeptRecord>> {
  const saved = new Set<KeptRecord>();
  for (const record of records) if (await isSaved(client, record)) saved.add(record);
  return saved;
}

async function isSaved(client: PostClient, { values }: KeptRecord): Promise<boolean> {
  if (values.title.trim() === '') return false;
  const { posts } = await client.getPostTable({ search: values.title.slice(0, 200) });
  const candidates = posts.filter(({ title }) => title === values.title).slice(0, MOST);
  for (const { id } of candidates) {
    const post = await client.getEditablePost({ id });
    if ([post, post.pending].some((version) => version?.content === values.content)) return true;
  }
  return false;
}
