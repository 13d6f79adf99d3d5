import { paragraphsDifference, type TextPart } from '../difference/text-difference.ts';
import { replacedImages } from './replaced-images.ts';
import type { UpdateSpan } from './update-spans.ts';

/** A passage that an update added, took away, or changed. */
export type ChangedPart =
  | Extract<TextPart, { readonly kind: 'changed' }>
  | { readonly kind: 'added' | 'removed'; readonly text: string };

/** A change of a published article that is news to its readers. */
export interface PostUpdate {
  /** ISO 8601. */
  readonly at: string;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  /** Images that stand in the place of others. */
  readonly replacedImages: number;
  /** The title before it; null when it did not change. */
  readonly formerTitle: string | null;
  /** What the author says about it. */
  readonly notes: readonly string[];
  /** Null when there are too many words to show. */
  readonly parts: readonly ChangedPart[] | null;
}

/** All that readers may know of what became of an article since it was published. */
export interface PostUpdates {
  /** Newest first. */
  readonly updates: readonly PostUpdate[];
  /** How many outermost elements the text has now. */
  readonly passages: number;
  /** Those that updates changed or added, by their index, and when the last one did so (ISO 8601). */
  readonly changedAt: readonly (readonly [index: number, at: string])[];
}

/** A text at the end of a span, as {@link passagesOf} reads it. */
export interface ReadText {
  readonly title: string;
  readonly passages: readonly string[];
  /** As {@link imagesShown} names them. */
  readonly images: readonly string[];
}

export const NO_UPDATES: PostUpdates = { updates: [], passages: 0, changedAt: [] };

/** Of all updates of an article, in characters: more words than a page can show beside its own. */
const MAX_SHOWN = 20_000;

/** One step from a text to the next. */
export interface UpdateStep {
  readonly span: UpdateSpan;
  readonly before: ReadText;
  readonly after: ReadText;
}

/**
 * What steps, oldest first, changed for readers. A step that changes not one word of text or title, and
 * no image, is no update, unless its author tells readers of it.
 */
export function postUpdates(steps: readonly UpdateStep[]): PostUpdates {
  const updates: PostUpdate[] = [];
  let ages: readonly (string | null)[] = [];
  let last: ReadText | null = null;
  for (const { span, before, after } of steps) {
    const parts = paragraphsDifference(before.passages, after.passages);
    const at = new Date(span.at).toISOString();
    ages = agesAfter(parts, ages, span.kind === 'news' ? at : null);
    last = after;
    if (span.kind === 'news') updates.push(...updateOf(parts, { at, span, before, after }));
  }
  return {
    updates: withinRoom(updates.reverse()),
    passages: last?.passages.length ?? 0,
    changedAt: ages.flatMap((at, index) => (at === null ? [] : [[index, at] as const])),
  };
}

/** When each passage last changed, after a step; `at` is null for one that is no news. */
function agesAfter(
  parts: readonly TextPart[],
  before: readonly (string | null)[],
  at: string | null,
): readonly (string | null)[] {
  const after: (string | null)[] = [];
  let old = 0;
  for (const { kind } of parts) {
    const age = kind === 'added' ? null : (before[old] ?? null);
    if (kind !== 'added') old += 1;
    if (kind !== 'removed') after.push(kind === 'kept' ? age : (at ?? age));
  }
  return after;
}

function updateOf(
  parts: readonly TextPart[],
  { at, span, before, after }: UpdateStep & { readonly at: string },
): readonly PostUpdate[] {
  // Of an image without alternative text, or a line across, there is nothing to read.
  const changes = parts.filter(
    (part): part is ChangedPart => part.kind === 'changed' || (part.kind !== 'kept' && part.text !== ''),
  );
  const formerTitle = before.title === after.title ? null : before.title;
  const replaced = replacedImages(before.images, after.images);
  if (changes.length === 0 && formerTitle === null && replaced === 0 && span.notes.length === 0) return [];
  const count = (wanted: TextPart['kind']) => changes.filter(({ kind }) => kind === wanted).length;
  const counts = { changed: count('changed'), added: count('added'), removed: count('removed') };
  return [{ at, ...counts, replacedImages: replaced, formerTitle, notes: span.notes, parts: changes }];
}

/** The newest are shown whole first. */
function withinRoom(updates: readonly PostUpdate[]): readonly PostUpdate[] {
  let left = MAX_SHOWN;
  return updates.map((update) => {
    left -= lengthOf(update.parts ?? []);
    return left < 0 ? { ...update, parts: null } : update;
  });
}

function lengthOf(parts: readonly ChangedPart[]): number {
  const lengths = parts.map((part) =>
    part.kind === 'changed' ? part.before.length + part.after.length : part.text.length,
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}
