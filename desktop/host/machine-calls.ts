import * as z from 'zod';
import { empty, nothing } from '#content/contract/fields.ts';
import { call } from '#content/contract/operation.ts';

/** Whose name and address commits carry; asked once, before the first folder is opened. */
export const authorSchema = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.email(),
});
export type Author = z.output<typeof authorSchema>;

/** Whether misspelled words are underlined. */
export const SPELLING = ['checked', 'unchecked'] as const;
export type Spelling = (typeof SPELLING)[number];

const line = z.string().trim().min(1).max(500);

/** What « Cet ordinateur » shows: never a password. */
const machineSchema = z.object({
  folder: z.string(),
  author: authorSchema.nullable(),
  spelling: z.enum(SPELLING),
  /** Whether the system keeps passwords safely; else they are asked for at each start. */
  isSafe: z.boolean(),
  remote: z
    .object({
      address: z.string(),
      /** Who the author is there; null when it was never said. */
      username: z.string().nullable(),
      isFollowed: z.boolean(),
      keeping: z.enum(['kept', 'until-quit', 'missing']),
    })
    .nullable(),
});
export type Machine = z.output<typeof machineSchema>;

/** The calls of « Réglages », « Cet ordinateur ». */
export const machineCalls = {
  getMachine: call({
    input: nothing,
    output: machineSchema,
    summary: 'The folder, its remote and the name on commits, on this computer.',
  }),
  changeAuthor: call({
    input: authorSchema,
    output: empty,
    summary: 'Whose name commits carry from now on.',
  }),
  changeSpelling: call({
    input: z.object({ spelling: z.enum(SPELLING) }),
    output: empty,
    summary: 'Checks French spelling from now on, or does not.',
  }),
  changeRemote: call({
    input: z.object({ address: line, username: line, password: z.string().min(1).max(500) }),
    output: empty,
    summary: 'Follows this address with these credentials, once it has let them in; opens the folder again.',
  }),
  stopFollowing: call({
    input: nothing,
    output: empty,
    summary: 'Exchanges nothing any longer and forgets the password; git still knows the address.',
  }),
} as const;
