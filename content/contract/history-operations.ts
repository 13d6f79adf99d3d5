import * as z from 'zod';
import { ALL_FIELDS, type FieldsWith, POST_FIELDS } from '#content/model/post-fields.ts';
import { byId, postEditSchema, revisionSchema, wholePostSchema } from './fields.ts';
import { operation } from './operation.ts';
import { savedPostSchema } from './posts-operations.ts';
import { POSTS_CHANGED } from './stale.ts';

export const VERSIONS_PER_PAGE = 20;
/** Versions in one answer at most, for who wants more than the newest. */
export const MOST_VERSIONS = 100;
/** Paragraphs of a text, far more than a body of the greatest size has words. */
const MAX_PART = 2_000_000;

/** The fields of a post that a difference names, and those that a restoration takes back by themselves. */
export const COMPARED_FIELDS = ALL_FIELDS.filter(
  (field): field is FieldsWith<{ history: 'restored' | 'shown' }> => POST_FIELDS[field].history !== 'none',
);
export type RestorableField = FieldsWith<{ history: 'restored' }>;
export const RESTORABLE_FIELDS = ALL_FIELDS.filter(
  (field): field is RestorableField => POST_FIELDS[field].history === 'restored',
);

/** A version of a post: what one commit made of it. */
const versionSchema = z.object({
  commit: revisionSchema,
  revision: revisionSchema,
  /** When its author made it, ISO 8601. */
  at: z.string(),
  author: z.string(),
  /** The first line of the commit's message. */
  sentence: z.string(),
  /** What Encrier did, as its trailer says; null for commits of other programs. */
  action: z.string().nullable(),
  isMinor: z.boolean(),
  /** What its author told readers about it. */
  readerNote: z.string().nullable(),
  /** Its address then. */
  slug: z.string(),
  /** When what was kept was published as it is, ISO 8601; null for what was saved for readers at once, and what never was. */
  publishedAt: z.string().nullable(),
  /** Whether it is the post as it was last changed, be it kept for later. */
  isCurrent: z.boolean(),
});
export type HistoryVersion = z.output<typeof versionSchema>;

const runSchema = z.object({ kind: z.enum(['kept', 'added', 'removed']), text: z.string() });

/** A paragraph of a difference; the runs of a changed one are both its texts (content/model/difference). */
const textPartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['kept', 'added', 'removed']), text: z.string() }),
  z.object({
    kind: z.literal('changed'),
    before: z.string(),
    after: z.string(),
    runs: z.array(runSchema),
  }),
]);

const fieldValue = z.union([z.string(), z.boolean(), z.array(z.string()), z.null()]);

const postDifferenceSchema = z.object({
  from: versionSchema,
  to: versionSchema,
  /** Whether both versions could be read; of one that could not, only the text is compared. */
  isWhole: z.boolean(),
  /** Whether `from` could be read: only then is there something to restore. */
  isRestorable: z.boolean(),
  fields: z.array(z.object({ field: z.enum(COMPARED_FIELDS), before: fieldValue, after: fieldValue })),
  body: z.array(textPartSchema),
  /** Images one of the versions shows and the other does not, or shows otherwise; null where there is none. */
  images: z.array(
    z.object({
      address: z.string(),
      before: revisionSchema.nullable(),
      after: revisionSchema.nullable(),
    }),
  ),
});
export type PostDifference = z.output<typeof postDifferenceSchema>;

const count = z.coerce.number().int().nonnegative();
const ofVersion = byId.extend({ commit: revisionSchema });

/** The history of a post, across its changes of address. */
export const historyOperations = {
  getPostHistory: operation({
    routes: ['GET /api/admin/posts/:id/history'],
    input: byId.extend({
      offset: count.default(0),
      limit: count.pipe(z.number().min(1).max(MOST_VERSIONS)).default(VERSIONS_PER_PAGE),
      /** Only versions that were made on top of the one with this revision; none where there is no such version. */
      since: revisionSchema.optional(),
    }),
    output: z.object({
      versions: z.array(versionSchema),
      total: z.number(),
      /** Whether it is a page now. */
      isPage: z.boolean(),
    }),
    summary: 'The versions of a post, newest first, across its changes of address.',
  }),
  getPostVersion: operation({
    routes: ['GET /api/admin/posts/:id/history/:commit'],
    input: ofVersion,
    output: z.object({ version: versionSchema, post: wholePostSchema.nullable() }),
    summary: 'One version of a post, whole; null when its file could not be read.',
  }),
  getPostDifference: operation({
    routes: ['GET /api/admin/posts/:id/history/:from/difference/:to'],
    input: byId.extend({ from: revisionSchema, to: revisionSchema }),
    output: postDifferenceSchema,
    summary: 'What differs between two versions of a post: fields, words of the text, images.',
  }),
  getPastImage: operation({
    routes: ['GET /api/admin/posts/:id/history/:commit/image'],
    input: ofVersion.extend({ address: z.string().max(1000) }),
    output: z.object({ picture: z.string().nullable() }),
    summary:
      'An image as it was in a version of a post, small, as a data: address; null when it cannot be shown.',
  }),
  restorePostVersion: operation({
    routes: ['POST /api/admin/posts/:id/history/:commit/restore'],
    input: ofVersion.extend({
      /** `all`: text and fields, not the address nor whether and when readers see it. */
      part: z.enum(['all', 'content', 'paragraph', ...RESTORABLE_FIELDS]),
      /** Of `paragraph`: which part of the difference between this version and `revision`. */
      paragraph: count.pipe(z.number().max(MAX_PART)).optional(),
      /** The revision the caller saw, as in a save; the current one when absent. */
      revision: postEditSchema.shape.revision,
      /** The slug it had then, as in a save. */
      fromSlug: postEditSchema.shape.fromSlug,
      /** What the author made of a clash: saved over `revision` in place of the part, with that version's images. */
      resolved: postEditSchema.omit({ revision: true, fromSlug: true, readerNote: true }).optional(),
    }),
    output: savedPostSchema,
    makesStale: [...POSTS_CHANGED, 'getPostHistory'],
    summary: 'Takes a post, one of its fields or one paragraph back to an older version, as a new commit.',
    audit: { eventType: 'restore', resourceType: 'post' },
  }),
} as const;
