import type { NewPost, PostEdit } from '../../contract/fields.ts';
import type { FieldEdits } from '../../files/front-matter-fields.ts';
import { ContentError } from '../../model/errors.ts';
import { FRONT_MATTER_FIELDS, type FrontMatterField, MAX_BODY_BYTES } from '../../model/post.ts';
import { areSameDates, dateFault, type PostDates } from '../../model/post-dates.ts';

type PostInput = Partial<NewPost> | PostEdit;
type Mutable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

/** What a call changes of the front matter. Throws ContentError 'invalid' for texts that no file can hold. */
export function fieldEdits(input: PostInput): FieldEdits {
  const edits: Mutable<FieldEdits> = {};
  for (const field of FRONT_MATTER_FIELDS) {
    if (field === 'id') continue;
    const value = input[field];
    if (value === undefined) continue;
    for (const text of textsOf(value)) checkText(field, text);
    setField(edits, field, value);
  }
  if (input.content !== undefined) checkContent(input.content);
  return edits;
}

function setField<Field extends FrontMatterField>(
  edits: Mutable<FieldEdits>,
  field: Field,
  value: FieldEdits[Field],
): void {
  edits[field] = value;
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
