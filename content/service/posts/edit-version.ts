import { randomUUID } from 'node:crypto';
import type { NewPost, PostEdit } from '../../contract/fields.ts';
import type { FieldEdits } from '../../files/front-matter-fields.ts';
import { editPostFile, newPostFile } from '../../files/post-file.ts';
import { ContentError } from '../../model/errors.ts';
import { parisYear } from '../../model/paris-time.ts';
import { postPath } from '../../model/paths.ts';
import { FRONT_MATTER_FIELDS, MAX_BODY_BYTES } from '../../model/post.ts';
import { areSameDates, dateFault, type PostDates } from '../../model/post-dates.ts';
import { slugFromTitle } from '../../model/slug.ts';
import { checkAddress } from './find-post.ts';
import { pathWithSlug, type ReadVersion, readVersion } from './post-version.ts';

interface Editing {
  readonly edit: PostEdit;
  /** The post's id, which an old version need not state. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The date under which somebody else published the post meanwhile, if so. */
  readonly publishedElsewhere: string | null;
}

/**
 * A version with a caller's changes, and no byte changed besides. A post that is published gets its date, and one that
 * had no id in its file gets it written; a change of nothing gives the same bytes (docs/design.md, The content repository).
 */
export function editVersion(version: ReadVersion, editing: Editing): ReadVersion {
  const { edit, id, now, publishedElsewhere } = editing;
  const { bytes, post } = version;
  const given = fieldEdits(edit);
  const isPublished = given.isPublished ?? post.isPublished;
  const published = given.published === undefined ? post.published : given.published;
  const dated =
    isPublished && (published === null || published === '')
      ? { ...given, published: publishedElsewhere ?? new Date(now).toISOString() }
      : given;
  const { published: from = post.published, unpublishAt: until = post.unpublishAt } = dated;
  checkDates({ published: from, unpublishAt: until }, post);
  const body = edit.content === undefined ? {} : { body: edit.content };
  const edited = editPostFile(bytes, { fields: dated, ...body });
  const slug = edit.slug ?? post.slug;
  if (slug !== post.slug) checkAddress(slug);
  const path = pathWithSlug(version.path, slug);
  if (path === version.path && Buffer.compare(edited, bytes) === 0) return version;
  return readVersion({ path, bytes: editPostFile(edited, { fields: { id } }) });
}

/** The file that a new post is written as. Throws ContentError 'invalid'. */
export function newVersion(input: NewPost, now: number): ReadVersion {
  const given = fieldEdits(input);
  const slug = input.slug === '' ? slugFromTitle(input.title) : input.slug;
  checkAddress(slug);
  const isUndated = (given.published ?? '') === '';
  const published = isUndated && given.isPublished === true ? new Date(now).toISOString() : given.published;
  const fields = { ...given, id: randomUUID(), published: published ?? null };
  checkDates({ published: fields.published, unpublishAt: given.unpublishAt ?? null }, null);
  const year = parisYear(isUndated ? now : Date.parse(published ?? ''));
  return readVersion({ path: postPath(slug, year), bytes: newPostFile(fields, input.content) });
}

/** What a call changes of the front matter. Throws ContentError 'invalid' for texts that no file can hold. */
function fieldEdits(input: Partial<NewPost> | PostEdit): FieldEdits {
  const given = FRONT_MATTER_FIELDS.flatMap((field) => {
    const value = field === 'id' ? undefined : input[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  for (const [field, value] of given) for (const text of textsOf(value)) checkText(field, text);
  if (input.content !== undefined) checkContent(input.content);
  return Object.fromEntries(given);
}

function textsOf(value: string | boolean | readonly string[] | null): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? value : [];
}

/** Refuses dates that no post can have, unless it had them already: a file may say anything. Null for a new post. */
export function checkDates(wanted: PostDates, had: PostDates | null): void {
  const fault = dateFault(wanted);
  if (fault === null || (had !== null && areSameDates(wanted, had))) return;
  throw new ContentError('invalid', { path: '', ...fault });
}

function checkContent(content: string): void {
  checkText('content', content);
  if (Buffer.byteLength(content) > MAX_BODY_BYTES)
    throw new ContentError('invalid', { path: '', field: 'content', reason: 'Le texte dépasse 2 Mo.' });
}

/** A NUL makes a file binary for git and for every editor; half a character has no form in UTF-8. */
function checkText(field: string, text: string): void {
  const fault = text.includes('\0')
    ? 'un caractère nul, qu’aucun fichier de texte ne peut garder'
    : /\p{Surrogate}/u.test(text)
      ? 'la moitié d’un caractère'
      : null;
  if (fault === null) return;
  const where = field === 'content' ? 'Le texte' : field === 'title' ? 'Le titre' : `Le champ « ${field} »`;
  throw new ContentError('invalid', { path: '', field, reason: `${where} contient ${fault}.` });
}
