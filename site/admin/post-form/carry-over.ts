import { FORM_FIELDS, type FormField, type FormValues, isSameField } from './form-values.ts';
import { withBothChanges } from './text-change.ts';

interface Answered {
  /** What was sent. */
  readonly sent: FormValues;
  /** What the service made of it. */
  readonly saved: FormValues;
  /** What the form holds now: the author went on writing. */
  readonly current: FormValues;
  /** Whether `saved` holds somebody else's change too. */
  readonly wasMerged: boolean;
}

/**
 * What the form holds after a save: what the service answered, with what was typed meanwhile on top of it. Null when
 * what was typed touches what somebody else changed: the form then keeps its text and the revision it came from, and
 * the next save puts them together or asks.
 */
export function carryOver({ sent, saved, current, wasMerged }: Answered): FormValues | null {
  const typed = FORM_FIELDS.filter((field) => !isSameField(field, sent, current));
  const merged = wasMerged ? FORM_FIELDS.filter((field) => !isSameField(field, sent, saved)) : [];
  const disputed = typed.filter((field) => merged.includes(field) && !isSameField(field, saved, current));
  if (disputed.some((field) => field !== 'content')) return null;
  const kept = { ...saved, ...only(current, typed) };
  if (!disputed.includes('content')) return kept;
  const content = withBothChanges(sent.content, saved.content, current.content);
  return content === null ? null : { ...kept, content };
}

function only(values: FormValues, fields: readonly FormField[]): Partial<FormValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
