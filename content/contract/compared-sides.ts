import * as z from 'zod';
import { editConflictSchema } from './conflict.ts';

/** Two versions of a post: `theirs` of the edit is what is there now, `yours` the other text. */
export const postSidesSchema = z.object({
  kind: z.literal('post'),
  postId: z.uuid(),
  edit: editConflictSchema,
});

/** Two versions of a text that is kept whole, `ours` what is there now; null: not there any more. */
export const textSidesSchema = z.object({
  kind: z.literal('text'),
  ours: z.string().nullable(),
  theirs: z.string(),
  isCut: z.boolean(),
});

/** Small, as data: addresses; null when it cannot be shown. */
export const imageSidesSchema = z.object({
  kind: z.literal('image'),
  ours: z.string().nullable(),
  theirs: z.string().nullable(),
});

/** Neither text nor picture: the sizes in bytes. */
export const bytesSidesSchema = z.object({
  kind: z.literal('bytes'),
  ours: z.number().nullable(),
  theirs: z.number(),
});
