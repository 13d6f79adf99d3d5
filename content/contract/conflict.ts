import * as z from 'zod';
import { bodyPartSchema } from '#content/model/merge.ts';
import { postMetadataSchema } from '#content/model/post.ts';
import { wholePostSchema } from './fields.ts';

const side = wholePostSchema.omit({ revision: true });

/**
 * What `data.edit` of a `conflict` holds: both posts whole, and where they cannot be put together. Everything that could
 * be merged is merged in `agreed` parts. Saving again with `revision: theirs.revision` resolves it.
 */
export const editConflictSchema = z.object({
  base: side.nullable(),
  theirs: wholePostSchema,
  yours: side,
  /** Fields both changed, each to another value; and keys of the file that Encrier does not know, which `theirs` has not as `yours` changed them. */
  fields: z.array(z.string()),
  /** The fields put together; those that are disputed are theirs. */
  merged: postMetadataSchema,
  /** The body in order; one agreed part when only fields are disputed. */
  body: z.array(bodyPartSchema),
});
export type EditConflict = z.output<typeof editConflictSchema>;

/** Both sides of a question, to choose between with open eyes; `ours` is what is there now. */
export const comparedSides = [
  /** Two versions of a post: `theirs` of the edit is what is there now, `yours` the other text; saved over its revision, it is resolved. */
  z.object({ kind: z.literal('post'), postId: z.uuid(), edit: editConflictSchema }),
  /** A text that is kept whole; null: not there any more. */
  z.object({
    kind: z.literal('text'),
    ours: z.string().nullable(),
    theirs: z.string(),
    isCut: z.boolean(),
  }),
  /** Small, as data: addresses; null when it cannot be shown. */
  z.object({ kind: z.literal('image'), ours: z.string().nullable(), theirs: z.string().nullable() }),
  /** Neither text nor picture: the sizes in bytes. */
  z.object({ kind: z.literal('bytes'), ours: z.number().nullable(), theirs: z.number() }),
] as const;
export const comparedSidesSchema = z.discriminatedUnion('kind', comparedSides);
export type ComparedSides = z.output<typeof comparedSidesSchema>;
