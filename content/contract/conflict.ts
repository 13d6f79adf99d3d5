import * as z from 'zod';
import { wholePostSchema } from './fields.ts';

const side = wholePostSchema.omit({ revision: true });

/** A stretch of a body in three versions: agreed upon, or changed on both sides in ways that do not go together. */
const bodyPartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('agreed'), text: z.string() }),
  z.object({ kind: z.literal('disputed'), base: z.string(), theirs: z.string(), yours: z.string() }),
]);
export type BodyPart = z.output<typeof bodyPartSchema>;

/**
 * What `data.edit` of a `conflict` holds: both posts whole, and where they cannot be put together. Everything that could
 * be merged is merged in `agreed` parts. Saving again with `revision: theirs.revision` settles it.
 */
export const editConflictSchema = z.object({
  base: side.nullable(),
  theirs: wholePostSchema,
  yours: side,
  /** Fields both changed, each to another value. */
  fields: z.array(z.string()),
  /** The body in order; one agreed part when only fields are disputed. */
  body: z.array(bodyPartSchema),
});
export type EditConflict = z.output<typeof editConflictSchema>;
