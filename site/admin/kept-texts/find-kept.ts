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

export type PostClient = Pick<Client, 'getEditablePost' | 'getPostHistory' | 'getPostVersion'>;

export interface Article {
  /** Its id, or {@link NEW_SUBJECT}. */
  readonly subject: string;
  /** What there is of it now. */
  readonly base: FormBase;
}

interface Asked extends Article {
  readonly client: PostClient;
  /** All that is kept of this article. */
  readonly records: readonly KeptRecord[];
  readonly openKeys: ReadonlySet<string>;
}

/** What is worth offering of the texts kept of one article, and what was saved already. */
export async function findKept({ client, records, openKeys, ...article }: Asked): Promise<KeptTexts> {
  const { offered, spent } = sortKept({ records, openKeys, base: article.base });
  const saved = await savedAlready(client, article, offered);
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

/** How the text of a form began: the version it started from, or the id of an article that was not there. */
function startOf(base: FormBase): string {
  return base.kind === 'new' ? base.id : base.revision;
}

/**
 * The texts of an article whose changes are in it now, or in a version made since they were begun: each was saved, perhaps
 * merged with what came from elsewhere, and whoever typed it died before it was forgotten. Going on with one would be a
 * quarrel of the author's with the author.
 */
export async function savedAlready(
  client: PostClient,
  article: Article,
  records: readonly KeptRecord[],
): Promise<ReadonlySet<KeptRecord>> {
  const saved = new Set<KeptRecord>();
  // An article that nobody tried to create is nowhere.
  const tried = records.filter(({ base }) => base.kind !== 'new' || base.unanswered !== undefined);
  for (const start of new Set(tried.map(({ base }) => startOf(base)))) {
    const begun = tried.filter(({ base }) => startOf(base) === start);
    for await (const held of versionsSince(client, article, start)) {
      for (const record of begun) {
        const versions = { base: record.base.values, typed: record.values, held };
        if (holdsChanges(versions)) saved.add(record);
      }
      if (begun.every((record) => saved.has(record))) break;
    }
  }
  return saved;
}

/** What may have come of texts begun there, what there is now first. What cannot be asked keeps no text from being offered. */
async function* versionsSince(
  client: PostClient,
  { subject, base }: Article,
  since: string,
): AsyncGenerator<FormValues> {
  if (subject === NEW_SUBJECT) {
    const post = await client.getEditablePost({ id: since }).catch(() => null);
    for (const version of [post, post?.pending]) if (version != null) yield valuesOf(version);
    return;
  }
  if (since === startOf(base)) return;
  yield base.values;
  const asked = { id: subject, since, limit: MOST_VERSIONS };
  const history = await client.getPostHistory(asked).catch(() => null);
  for (const { commit } of history?.versions ?? []) {
    const version = await client.getPostVersion({ id: subject, commit }).catch(() => null);
    if (version?.post != null) yield valuesOf(version.post);
  }
}
