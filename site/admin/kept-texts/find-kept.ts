import type { Client } from '#content/contract/client.ts';
import { MOST_VERSIONS } from '#content/contract/history-operations.ts';
import { splitParagraphs } from '#content/model/difference/text-difference.ts';
import { sequenceDifference } from '#content/model/difference/word-difference.ts';
import type { FormBase } from '../post-form/form-state.ts';
import {
  FORM_FIELDS,
  type FormField,
  type FormValues,
  isSame,
  isSameField,
  valuesOf,
} from '../post-form/form-values.ts';
import { type KeptRecord, type KeptTexts, NEW_SUBJECT, sortKept } from './kept-record.ts';

interface Asked {
  readonly client: PostClient & HistoryClient;
  /** All that is kept of this article. */
  readonly records: readonly KeptRecord[];
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

interface Versions {
  /** What the text started from. */
  readonly base: FormValues;
  /** What the form held. */
  readonly typed: FormValues;
  readonly held: FormValues;
}

/**
 * Whether a later version than `base` has all that was changed there, whatever else changed in it: going on with the text
 * would bring it nothing. False of a text that changed nothing, and in doubt.
 */
export function holdsChanges({ base, typed, held }: Versions): boolean {
  return !isSame(base, typed) && FORM_FIELDS.every((field) => isFieldHeld(field, { base, typed, held }));
}

function isFieldHeld(field: FormField, { base, typed, held }: Versions): boolean {
  if (isSameField(field, typed, held) || isSameField(field, typed, base)) return true;
  if (field === 'content')
    return isEditHeld({ base: base.content, typed: typed.content, held: held.content });
  if (field === 'tags') return areTagsHeld({ base: base.tags, typed: typed.tags, held: held.tags });
  // A date and an address that were left open are set by the save: it was made where they are others.
  return (
    (field === 'published' || field === 'slug') && typed[field] === '' && !isSameField(field, held, base)
  );
}

/** A merge takes tags as a set; where only their order was changed, it is that order that counts. */
function areTagsHeld(tags: Readonly<Record<keyof Versions, readonly string[]>>): boolean {
  const added = tags.typed.filter((tag) => !tags.base.includes(tag));
  const removed = tags.base.filter((tag) => !tags.typed.includes(tag));
  if (added.length + removed.length === 0) return false;
  return added.every((tag) => tags.held.includes(tag)) && !removed.some((tag) => tags.held.includes(tag));
}

/** Comparisons for one text: some hundredths of a second. */
const COMPARISONS = 1_000_000;

type Cut = (text: string) => readonly string[];
/** What runs together in pieces of one size with what others changed beside it may stand alone in those of another. */
const CUTS: readonly Cut[] = [
  (text) => splitParagraphs(text).map((paragraph) => paragraph.text + paragraph.after),
  (text) => text.match(/\s+|\S+/g) ?? [],
  (text) => text.match(/^\s+|\S+\s*/g) ?? [],
];

/** Each passage that was replaced in `typed` is replaced in `held`, at the same place and by the same words. */
function isEditHeld({ base, typed, held }: Readonly<Record<keyof Versions, string>>): boolean {
  return CUTS.some((cut) => {
    const inHeld = replacements(cut(base), cut(held));
    return [...replacements(cut(base), cut(typed))].every((one) => inHeld.has(one));
  });
}

function replacements(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  return new Set(
    sequenceDifference(before, after, { left: COMPARISONS }).map(({ oldStart, oldEnd, newStart, newEnd }) =>
      JSON.stringify([oldStart, oldEnd, after.slice(newStart, newEnd).join('')]),
    ),
  );
}

type HistoryClient = Pick<Client, 'getPostHistory' | 'getPostVersion'>;

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

type PostClient = Pick<Client, 'getEditablePost'>;

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

async function isSaved(client: PostClient, record: KeptRecord): Promise<boolean> {
  const { base } = record;
  if (base.kind !== 'new' || base.unanswered === undefined) return false;
  // It may not have been created; and what cannot be asked keeps no text from being offered.
  const post = await client.getEditablePost({ id: base.id }).catch(() => null);
  return [post, post?.pending].some((version) => version != null && isIn(valuesOf(version), record));
}
