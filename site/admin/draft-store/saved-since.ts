import type { Client } from '#content/contract/client.ts';
import type { FormBase } from '../post-form/form-base.ts';
import { FORM_FIELDS, type FormValues, isSameField, valuesOf } from '../post-form/form-values.ts';
import type { DraftRecord } from './draft-record.ts';

export type HistoryClient = Pick<Client, 'getPostHistory' | 'getPostVersion'>;

/**
 * The texts of an article that a version of it held since they were begun: each was saved, whoever typed it died before it was
 * forgotten, and the article has changed again. Going on with one would be a quarrel of the author's with the author.
 */
export async function savedSince(
  client: HistoryClient,
  { id, base }: { readonly id: string; readonly base: FormBase },
  records: readonly DraftRecord[],
): Promise<ReadonlySet<DraftRecord>> {
  let open = records.filter((record) => revisionOf(record.base) !== revisionOf(base));
  const saved = new Set<DraftRecord>();
  if (open.length === 0) return saved;
  // A history that cannot be read keeps no text from being offered.
  const versions = await client.getPostHistory({ id }).then(
    (history) => history.versions,
    () => [],
  );
  for (const { commit, revision } of versions) {
    open = open.filter((record) => !saved.has(record) && revisionOf(record.base) !== revision);
    if (open.length === 0) break;
    const post = await client.getPostVersion({ id, commit }).then(
      (version) => version.post,
      () => null,
    );
    if (post === null) continue;
    const held = valuesOf(post);
    for (const record of open) if (says(record.values, held)) saved.add(record);
  }
  return saved;
}

function revisionOf(base: FormBase): string | null {
  return base.kind === 'new' ? null : base.revision;
}

/** Whether a version holds all that the form held; a date and an address that were left open are set by the save. */
function says(typed: FormValues, held: FormValues): boolean {
  return FORM_FIELDS.every(
    (field) =>
      isSameField(field, typed, held) || ((field === 'published' || field === 'slug') && typed[field] === ''),
  );
}
