import * as z from 'zod';
import { empty, nothing } from '#content/contract/fields.ts';
import { EXPORT_KINDS, importSchema } from '#content/contract/import-operations.ts';
import { call } from '#content/contract/operation.ts';
import { type CallName, contentOperations } from '#content/contract/operations.ts';
import { outsideCalls } from '#content/contract/outside.ts';
import { publishingCalls } from '#content/contract/publishing.ts';
import { cloneCalls } from './clone-calls.ts';
import { keptTextCalls } from './kept-texts.ts';
import { authorSchema, machineCalls } from './machine-calls.ts';
import { sitePreviewCalls } from './site-preview.ts';

/** What a chosen folder is, as far as it decides what can be done with it. */
const FOLDER_KINDS = ['empty', 'content', 'other-repository', 'not-empty', 'unusable'] as const;

const chosenFolderSchema = z.object({
  /** What `openFolder` is given: a page never names a path. */
  id: z.uuid(),
  /** For the author to read. */
  path: z.string(),
  kind: z.enum(FOLDER_KINDS),
});
export type ChosenFolder = z.output<typeof chosenFolderSchema>;

/** Where the app is: a folder is open, or one has to be chosen first. */
const startSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), folder: z.string() }),
  z.object({
    kind: z.literal('first-run'),
    author: authorSchema.nullable(),
    /** Why the folder of the last time could not be opened, in French; null when there was none. */
    reason: z.string().nullable(),
  }),
]);
export type Start = z.output<typeof startSchema>;

const place = z.number().int().min(0).max(20_000);

/** The calls only a desktop has, beside those of the content service. */
export const hostOperations = {
  getStart: call({
    input: nothing,
    output: startSchema,
    summary: 'Whether a folder is open, else what the first-run screen needs.',
  }),
  chooseFolder: call({
    input: nothing,
    output: chosenFolderSchema.nullable(),
    summary: 'Shows the system’s dialog; null when the author closed it.',
  }),
  openFolder: call({
    input: z.object({ id: z.uuid(), starter: z.enum(['full', 'empty']), author: authorSchema }),
    output: empty,
    summary: 'Opens the folder that was chosen last; an empty one becomes a content repository first.',
  }),
  showMenu: call({
    input: z.object({ x: place, y: place }),
    output: empty,
    summary: 'Opens the application menu at a place of the window, where the system shows none.',
  }),
  chooseExport: call({
    input: z.object({ kind: z.enum(EXPORT_KINDS) }),
    output: importSchema.nullable(),
    summary:
      'Shows the system’s dialog and begins an import of what was chosen; null when the author closed it.',
  }),
  ...cloneCalls,
  ...keptTextCalls,
  ...machineCalls,
  ...publishingCalls,
  ...sitePreviewCalls,
  ...outsideCalls,
} as const;

export type HostOperations = typeof hostOperations;

const {
  // Answered piece by piece, over HTTP alone; the admin needs none of them.
  listPosts,
  getPost,
  getLive,
  searchPosts,
  listAllPosts,
  getCapacity,
  exportAll,
  // A desktop reads exports where they are (chooseExport).
  createImport,
  sendImportPart,
  // The maintenance pages are a server's.
  initPosts,
  fixImages,
  fixIronman,
  ...offered
} = contentOperations;

/** What of the content service a desktop answers; sessions, users and the audit log are a server's too. */
export const offeredOperations = offered;
const answered = { ...offered, ...publishingCalls, ...outsideCalls };
export const OFFERED_NAMES: ReadonlySet<CallName> = new Set(
  Object.keys(answered) as (keyof typeof answered)[], // the keys of a constant table
);
