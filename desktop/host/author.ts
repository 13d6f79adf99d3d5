import * as z from 'zod';

/** Whose name commits carry; asked once, before the first folder is opened. */
export const authorSchema = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.union([z.literal(''), z.email()]),
});
export type Author = z.output<typeof authorSchema>;
