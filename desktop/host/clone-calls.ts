import * as z from 'zod';
import { empty, nothing } from '#content/contract/fields.ts';
import { call } from '#content/contract/operation.ts';
import { authorSchema } from './machine-calls.ts';

const line = z.string().trim().min(1).max(500);
const secret = z.string().min(1).max(500);

/** Where the articles are copied from. */
const cloneSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('site'), address: line, username: line, password: secret }),
  /** One of those that `listRepositories` answered last: `owner/name`. */
  z.object({ kind: z.literal('github'), token: secret, repository: line }),
  z.object({
    kind: z.literal('new-github'),
    token: secret,
    name: line,
    starter: z.enum(['full', 'empty']),
  }),
]);
export type CloneSource = z.output<typeof cloneSourceSchema>;

const CLONE_STEPS = ['connect', 'receive', 'check', 'send', 'write', 'open'] as const;
const count = z.number().int().min(0);

/** What the author may put right: the part of the form it is about, if it is about one. */
export const CLONE_FIELDS = ['folder', 'address', 'username', 'token', 'repository', 'newName'] as const;

const cloneStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  z.object({
    kind: z.literal('running'),
    step: z.enum(CLONE_STEPS),
    /** Bytes while receiving and sending, objects while checking, files while writing. */
    done: count,
    total: count.nullable(),
  }),
  z.object({ kind: z.literal('failed'), text: z.string(), field: z.enum(CLONE_FIELDS).nullable() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('done') }),
]);
export type CloneState = z.output<typeof cloneStateSchema>;

const repositorySchema = z.object({ fullName: z.string(), isPrivate: z.boolean() });
export type ListedRepository = z.output<typeof repositorySchema>;

/** The calls of a first run that copies the articles from elsewhere. */
export const cloneCalls = {
  startClone: call({
    input: z.object({ folderId: z.uuid(), source: cloneSourceSchema, author: authorSchema }),
    output: empty,
    summary: 'Begins to copy a site into the folder that was chosen last; `getClone` says how far it is.',
  }),
  getClone: call({
    input: nothing,
    output: cloneStateSchema,
    summary: 'How far the copy is, or how it ended.',
  }),
  cancelClone: call({
    input: nothing,
    output: empty,
    summary: 'Ends the copy; what arrived whole is kept for the next try.',
  }),
  listRepositories: call({
    input: z.object({ token: secret }),
    output: z.array(repositorySchema),
    summary: 'The GitHub repositories that a token may write to.',
  }),
} as const;
