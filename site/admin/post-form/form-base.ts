import * as z from 'zod';
import { revisionSchema } from '#content/contract/fields.ts';
import type { EditablePost } from '#content/contract/posts-operations.ts';
import { EMPTY_VALUES, keptValuesSchema, valuesOf } from './form-values.ts';

/** What the text of a form started from: nothing, the live article, or its pending version; with its fields as saved. */
export const formBaseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new'), values: keptValuesSchema }),
  z.object({ kind: z.literal('live'), revision: revisionSchema, values: keptValuesSchema }),
  z.object({ kind: z.literal('pending'), revision: revisionSchema, values: keptValuesSchema }),
]);
export type FormBase = Readonly<z.output<typeof formBaseSchema>>;

export const NEW_BASE: FormBase = { kind: 'new', values: EMPTY_VALUES };

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
export function resumedBase(kept: FormBase, now: FormBase): FormBase {
  return kept.kind === 'pending' && now.kind !== 'pending' ? { ...kept, kind: 'live' } : kept;
}
