import type { EditConflict } from '#content/contract/conflict.ts';
import { ALL_FIELDS, POST_FIELDS } from '#content/model/post-fields.ts';
import { FORM_FIELDS, type FormField, type FormValues, valuesOf } from '../post-form/form-values.ts';
import { type Choice, type Choices, composedBody, haveSameLines } from './composed-body.ts';

/** The three versions as forms hold them. */
export interface Sides {
  readonly base: FormValues | null;
  readonly theirs: FormValues;
  readonly yours: FormValues;
}

export function sidesOf({ base, theirs, yours }: EditConflict): Sides {
  return { base: base === null ? null : valuesOf(base), theirs: valuesOf(theirs), yours: valuesOf(yours) };
}

/** The disputed fields the form knows, beside the text. */
export function disputedFields({ fields }: EditConflict): readonly FormField[] {
  return FORM_FIELDS.filter((field) => field !== 'content' && fields.includes(field));
}

/** The disputed keys of the file that no form can write: theirs stay. */
export function unknownKeys({ fields }: EditConflict): readonly string[] {
  return fields.filter((key) => !ALL_FIELDS.some((field) => field === key));
}

/** Whether an author may put a disputed field's texts together by hand; dates and switches are one or the other. */
export function isWritten(field: FormField): boolean {
  return !['moment', 'flag', 'tags', 'body'].includes(POST_FIELDS[field].kind);
}

/** Disputed fields and parts without a choice yet: nothing can be saved before this is 0. */
export function openFields(conflict: EditConflict, { fields }: Choices): number {
  return disputedFields(conflict).filter((field) => fields[field] === undefined).length;
}

/**
 * The article as the author resolved it, to be saved over `theirs`; null while something is not chosen. What was not
 * disputed is as the merge has it.
 */
export function resolvedPost(conflict: EditConflict, choices: Choices): FormValues | null {
  const content = resolvedBody(conflict, choices.parts);
  if (content === null || openFields(conflict, choices) > 0) return null;
  const sides = sidesOf(conflict);
  const merged = valuesOf({ ...conflict.merged, content: conflict.theirs.content });
  const resolved = FORM_FIELDS.reduce<FormValues>((values, field) => {
    const choice = choices.fields[field];
    return choice === undefined ? values : { ...values, [field]: chosenField(field, sides, choice) };
  }, merged);
  return { ...resolved, content };
}

/** One side's own bytes where that side alone was chosen and nothing else of the other one came in. */
function resolvedBody({ body, yours, theirs }: EditConflict, parts: Choices['parts']): string | null {
  const composed = composedBody(body, parts);
  if (composed === null) return null;
  const kinds = new Set(body.flatMap((part, at) => (part.kind === 'agreed' ? [] : [parts[at]?.kind])));
  if (kinds.size !== 1) return composed;
  const whole = kinds.has('mine') ? yours.content : kinds.has('theirs') ? theirs.content : composed;
  return haveSameLines(composed, whole) ? whole : composed;
}

function chosenField(field: FormField, { theirs, yours }: Sides, choice: Choice): unknown {
  switch (choice.kind) {
    case 'mine':
      return yours[field];
    case 'theirs':
      return theirs[field];
    case 'both':
      return field === 'tags' ? [...new Set([...theirs.tags, ...yours.tags])] : theirs[field];
    case 'edited':
      return choice.text;
  }
}
