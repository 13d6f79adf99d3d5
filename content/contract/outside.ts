import * as z from 'zod';
import { comparedSidesSchema } from './conflict.ts';
import { nothing } from './fields.ts';
import { call } from './operation.ts';
import { POSTS_CHANGED } from './stale.ts';

/** A file of the folder that is not as the branch has it. */
const leftFileSchema = z.object({
  path: z.string(),
  /** A French sentence. */
  reason: z.string(),
  /** Both changed, and the author has to choose; Encrier would have it, and the author has to mend it; or it is nobody's to take up. */
  kind: z.enum(['clash', 'fault', 'left']),
});
export type LeftFile = z.output<typeof leftFileSchema>;

/** What other programs did in the folder, as of the last look. */
const outsideSchema = z.object({
  /** Why nothing is written in the folder, in French; null when all is well. */
  paused: z.string().nullable(),
  /** How many files were taken up since the folder was opened. */
  takenUp: z.number(),
  left: z.array(leftFileSchema),
});

const clashSchema = z.object({ path: z.string().min(1).max(4096) });

/** Files that other programs change: only who has the articles as files in a folder answers these. */
export const outsideCalls = {
  getOutside: call({
    input: nothing,
    output: outsideSchema,
    summary: 'What other programs did in the folder, as it was seen last.',
  }),
  lookOutside: call({
    input: nothing,
    output: outsideSchema,
    summary: 'Looks at the folder now.',
  }),
  getOutsideSides: call({
    input: clashSchema,
    output: z.object({
      /** What is in the file, by its blob id; '' when it was deleted. */
      file: z.string(),
      /** `ours` is what Encrier has; null when there is no file to compare with. */
      sides: comparedSidesSchema.nullable(),
    }),
    summary: 'Both sides of a clash.',
  }),
  resolveOutside: call({
    input: clashSchema.extend({
      keep: z.enum(['file', 'branch']),
      /** The file as the author saw it: another one is not resolved. */
      file: z.string().max(64),
    }),
    output: outsideSchema,
    summary: 'Resolves a clash as the author says; one that is none any more is left as it is.',
    makesStale: [...POSTS_CHANGED, 'getOutside'],
  }),
} as const;
export type OutsideCalls = typeof outsideCalls;
