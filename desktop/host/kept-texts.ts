import * as z from 'zod';
import { empty, nothing } from '#content/contract/fields.ts';
import { call } from '#content/contract/operation.ts';

const keySchema = z.string().regex(/^[a-z0-9-]{1,80}$/);
const subjectSchema = z.string().min(1).max(80);

/** A text as it was typed. What it says is the page's to read (site/admin/kept-texts); the program keeps it whole. */
export const keptTextSchema = z.looseObject({ key: keySchema, subject: subjectSchema });
export type KeptText = z.output<typeof keptTextSchema>;

/** What is typed: on disk, outside git, for the folder that is open. */
export const keptTextCalls = {
  listKeptTexts: call({
    input: z.object({ subject: subjectSchema.optional() }),
    output: z.array(keptTextSchema),
    summary: 'What was typed in forms and is not saved: of one article, or of all of them.',
  }),
  listDamagedTexts: call({
    input: nothing,
    output: z.array(z.object({ key: keySchema, text: z.string() })),
    summary: 'The files of kept texts that nothing whole can be read from, as they are.',
  }),
  keepText: call({
    input: keptTextSchema,
    output: empty,
    summary: 'Keeps a text in place of the one with its key; on disk when this is answered.',
  }),
  forgetText: call({
    input: z.object({ key: keySchema }),
    output: empty,
    summary: 'Removes a kept text for good.',
  }),
} as const;
