import { splitParagraphs } from '#content/model/difference/text-difference.ts';
import { sequenceDifference } from '#content/model/difference/word-difference.ts';
import {
  FORM_FIELDS,
  type FormField,
  type FormValues,
  isSame,
  isSameField,
} from '../post-form/form-values.ts';

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
  // A date and an address that were left open are set by the save.
  return (field === 'published' || field === 'slug') && typed[field] === '';
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
