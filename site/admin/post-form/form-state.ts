import * as z from 'zod';
import { revisionSchema } from '#content/contract/fields.ts';
import type { EditablePost, PostState, SavedPost } from '#content/contract/posts-operations.ts';
import { spliceBetween } from '#content/model/difference/word-difference.ts';
import { createId } from '../create-id.ts';
import {
  EMPTY_VALUES,
  FORM_FIELDS,
  type FormField,
  type FormValues,
  isSame,
  isSameField,
  keptValuesSchema,
  valuesOf,
} from './form-values.ts';

/** The article readers have, beside the text being written. */
interface LiveSide {
  readonly state: PostState;
  /** Whether there is nothing of it but the text that waits. */
  readonly isUnpublished: boolean;
  readonly base: FormBase;
}

export interface FormState {
  /** Null until the article is created. */
  readonly id: string | null;
  readonly base: FormBase;
  readonly values: FormValues;
  readonly live: LiveSide | null;
  /** « Correction mineure »: of the next save only. */
  readonly isMinor: boolean;
  /** What readers are told of the change; `saved` is what the pending version already says. */
  readonly note: ReaderNote;
  /** What became of the text elsewhere since: `refreshed` is in the form, `changed` is put together with it by the next save. */
  readonly news: 'none' | 'refreshed' | 'changed';
}

interface ReaderNote {
  readonly text: string;
  readonly saved: string;
}

const NO_NOTE: ReaderNote = { text: '', saved: '' };

/** What was sent of a form: its text, and what readers were to be told. */
const sentSchema = z.object({ sent: keptValuesSchema, note: z.string() });
type Sent = Readonly<z.output<typeof sentSchema>>;

export type FormChange =
  | { readonly kind: 'typed'; readonly fields: Partial<FormValues> }
  | { readonly kind: 'minor'; readonly isMinor: boolean }
  | { readonly kind: 'note'; readonly text: string }
  /** A save of what the form holds is on its way. */
  | { readonly kind: 'sending' }
  /** The service answered a save of `sent` and `note`; or had another version of what the form had clean. */
  | (Sent & { readonly kind: 'saved'; readonly post: SavedPost })
  | (Sent & { readonly kind: 'kept-pending'; readonly post: EditablePost })
  /** It was read anew: a form with nothing unsaved goes on from that. */
  | { readonly kind: 'read'; readonly post: EditablePost }
  /** The pending version is gone, as the form had it in `sent`: it shows the live article, with what was typed since. */
  | { readonly kind: 'dropped'; readonly sent: FormValues }
  /** A kept text goes on, from what it started from; or what the author made of a conflict, to be saved over `base`. */
  | {
      readonly kind: 'resumed';
      readonly base: FormBase;
      readonly values: FormValues;
      readonly note?: string | null;
    }
  /** The article was deleted meanwhile: its text becomes that of a new one, which readers have nothing of. */
  | { readonly kind: 'detached' };

/** The form of a post, or of a new one, which begins as `blank`. */
export function initialState(post: EditablePost | null, blank: FormValues = EMPTY_VALUES): FormState {
  const unsaid = { isMinor: false, note: noteOf(post), news: 'none' as const };
  if (post === null) return { id: null, base: newBase(), values: blank, live: null, ...unsaid };
  const base = baseOf(post);
  return { id: post.id, base, values: base.values, live: liveSide(post), ...unsaid };
}

/** Whether something is written that is not saved. A note is saved with a change of the text, or with one that waits. */
export function isDirty({ base, values, note }: FormState): boolean {
  return !isSame(base.values, values) || (base.kind === 'pending' && note.text !== note.saved);
}

export function changeForm(state: FormState, change: FormChange): FormState {
  if (change.kind === 'read') return readAnew(state, change.post);
  const next = changed(state, change);
  return next.news === 'none' || isDirty(next) ? next : { ...next, news: 'none' };
}

function changed(state: FormState, change: Exclude<FormChange, { kind: 'read' }>): FormState {
  switch (change.kind) {
    case 'typed':
      return { ...state, values: { ...state.values, ...change.fields } };
    case 'minor':
      return { ...state, isMinor: change.isMinor };
    case 'note':
      return { ...state, note: { ...state.note, text: change.text } };
    case 'sending':
      return { ...state, base: sending(state) };
    case 'saved':
      return answered(state, change, { base: liveSide(change.post).base, note: NO_NOTE });
    case 'kept-pending':
      return answered(state, change, { base: baseOf(change.post), note: noteOf(change.post) });
    case 'dropped': {
      if (state.live === null) return state;
      const { base } = state.live;
      const { sent } = change;
      const values = carryOver({ sent, saved: base.values, current: state.values, isNew: false });
      return { ...state, base, values: values ?? state.values, isMinor: false, note: NO_NOTE };
    }
    case 'resumed':
      return {
        ...state,
        base: resumedBase(change.base, state.base),
        values: change.values,
        note: { ...state.note, text: change.note ?? state.note.text },
      };
    case 'detached': {
      const values = { ...state.values, isPublished: false };
      return { ...state, id: null, base: newBase(), values, live: null, note: NO_NOTE };
    }
  }
}

function readAnew(state: FormState, post: EditablePost): FormState {
  const base = baseOf(post);
  const isNews = !isSame(base.values, state.base.values);
  if (isDirty(state)) return isNews ? { ...state, news: 'changed' } : state;
  if (isAt(base, state.base) && state.live !== null && isAt(liveSide(post).base, state.live.base))
    return state;
  // A note that was only written stays.
  const held = { sent: state.values, note: state.note.saved, post };
  const next = answered(state, { kind: 'kept-pending', ...held }, { base, note: noteOf(post) });
  return isNews ? { ...next, news: 'refreshed' } : next;
}

function isAt(one: FormBase, other: FormBase): boolean {
  return one.kind !== 'new' && one.kind === other.kind && one.revision === other.revision;
}

/** Of the saves that nothing was heard of, so many are looked for, the first among them: each is a copy of the text. */
const MOST_UNANSWERED = 5;

function sending({ base, values, note }: FormState): FormBase {
  const { unanswered = [] } = base;
  const all = [...unanswered, { sent: values, note: note.text }];
  const kept = all.length > MOST_UNANSWERED ? [...all.slice(0, 1), ...all.slice(1 - MOST_UNANSWERED)] : all;
  return { ...base, unanswered: kept };
}

function answered(
  state: FormState,
  { sent, note, post }: Extract<FormChange, Sent>,
  { base, note: after }: Pick<FormState, 'base' | 'note'>,
): FormState {
  const isNew = state.base.kind === 'new';
  const values = carryOver({ sent, saved: base.values, current: state.values, isNew });
  const next = {
    ...state,
    id: post.id,
    live: liveSide(post),
    isMinor: false,
    note: noteAfter(state, note, after),
  };
  return values === null ? next : { ...next, base, values };
}

function noteOf(post: EditablePost | null): ReaderNote {
  const text = post?.pending?.readerNote ?? '';
  return { text, saved: text };
}

/** What was typed during the save stays. */
function noteAfter({ note }: FormState, sent: string, after: ReaderNote): ReaderNote {
  return note.text === sent ? after : { ...after, text: note.text };
}

function liveSide(post: SavedPost | EditablePost): LiveSide {
  const isUnpublished = 'isUnpublished' in post && post.isUnpublished;
  return {
    state: post.state,
    isUnpublished,
    base: { kind: 'live', revision: post.revision, values: valuesOf(post) },
  };
}

/**
 * `before` with both changes, or null when they touch one another: which words belong where is then not ours to guess,
 * and the service's merge is asked.
 */
export function withBothChanges(before: string, one: string, other: string): string | null {
  const a = spliceBetween(before, one);
  const b = spliceBetween(before, other);
  const [first, second] = a.from <= b.from ? [a, b] : [b, a];
  if (first.to >= second.from) return null;
  return [
    before.slice(0, first.from),
    first.text,
    before.slice(first.to, second.from),
    second.text,
    before.slice(second.to),
  ].join('');
}

interface Answered {
  readonly sent: FormValues;
  /** What the service made of it. */
  readonly saved: FormValues;
  /** What the form holds now: the author went on writing. */
  readonly current: FormValues;
  /** Whether the save made it: nobody else can have changed it. */
  readonly isNew: boolean;
}

/**
 * What the form holds after a save: what the service answered, with what was typed meanwhile on top of it. Null when
 * what was typed touches what somebody else changed: the form then keeps its text and the revision it came from, and
 * the next save puts them together or asks.
 */
export function carryOver({ sent, saved, current, isNew }: Answered): FormValues | null {
  const typed = FORM_FIELDS.filter((field) => !isSameField(field, sent, current));
  const merged = isNew ? [] : FORM_FIELDS.filter((field) => !isSameField(field, sent, saved));
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

const startSchema = z.object({
  values: keptValuesSchema,
  /** What was sent of the text since, without an answer that it is saved. */
  unanswered: z.array(sentSchema).exactOptional(),
});

/** What the text of a form started from: nothing, the live article, or its pending version; with its fields as saved. */
export const formBaseSchema = z.discriminatedUnion('kind', [
  startSchema.extend({
    kind: z.literal('new'),
    /** What its creation asks for: by this it is known, also where the answer was lost. */
    id: z.uuid().default(createId),
  }),
  startSchema.extend({ kind: z.literal('live'), revision: revisionSchema }),
  startSchema.extend({ kind: z.literal('pending'), revision: revisionSchema }),
]);
export type FormBase = Readonly<z.output<typeof formBaseSchema>>;

/** Where a post that is not there yet starts. */
export function newBase(): FormBase {
  return { kind: 'new', id: createId(), values: EMPTY_VALUES };
}

/** Where a form of this post starts: on its pending version when there is one. */
export function baseOf(post: EditablePost): FormBase {
  return post.pending === null
    ? { kind: 'live', revision: post.revision, values: valuesOf(post) }
    : { kind: 'pending', revision: post.pending.revision, values: valuesOf(post.pending) };
}

/**
 * The base a kept text goes on from, given what there is now. A pending version that was applied or dropped meanwhile is
 * still a text the service can merge from, but no longer one to save into.
 */
function resumedBase(kept: FormBase, now: FormBase): FormBase {
  return kept.kind === 'pending' && now.kind !== 'pending' ? { ...kept, kind: 'live' } : kept;
}
