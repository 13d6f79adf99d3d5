import * as z from 'zod';

/** Whose name and address commits carry; asked once, before the first folder is opened. */
export const authorSchema = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.email(),
});
export type Author = z.output<typeof authorSchema>;

/** As an earlier program may have kept it: the address could be left out. */
export const knownAuthorSchema = authorSchema.extend({ email: z.union([z.literal(''), z.email()]) });
