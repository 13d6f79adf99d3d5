import * as z from 'zod';
import { findingSchema } from '#content/model/checks/finding.ts';
import { postMetadataSchema } from '#content/model/post.ts';
import {
  byId,
  empty,
  fileProblemSchema,
  idSchema,
  newPostSchema,
  postEditSchema,
  revisionSchema,
  wholePostSchema,
} from './fields.ts';
import { operation } from './operation.ts';
import { postPageSchema, postSummarySchema } from './posts.ts';
import { STAGE_FILTERS } from './publishing.ts';
import { LISTS_CHANGED, POSTS_CHANGED } from './stale.ts';

/** What readers see of a post now: nothing, all of it, later, or no longer. */
export const POST_STATES = ['draft', 'published', 'scheduled', 'withdrawn'] as const;
const postStateSchema = z.enum(POST_STATES);
export type PostState = z.infer<typeof postStateSchema>;

/** A row of the admin's table. */
const adminPostSchema = postMetadataSchema.extend({
  revision: revisionSchema,
  state: postStateSchema,
  /** Whether a pending version waits (« Modification en attente »). */
  hasPending: z.boolean(),
});
export type AdminPost = z.output<typeof adminPostSchema>;

/** A changed text of a live article that readers do not see yet (docs/design.md, Writing). */
const pendingSchema = wholePostSchema.extend({
  /** When it was kept, ISO 8601. */
  savedAt: z.string(),
  /** The revision of the live article it started from. */
  basedOn: revisionSchema,
  /** What readers are to be told of it. */
  readerNote: z.string().nullable(),
});
export type PendingVersion = z.output<typeof pendingSchema>;

const editablePostSchema = wholePostSchema.extend({
  state: postStateSchema,
  pending: pendingSchema.nullable(),
  /** What is wrong with the file of the text that waits, where that cannot be read; `pending` is null then. */
  unreadable: fileProblemSchema.nullable(),
  /** Whether only the work branch has it: there is nothing to go back to. */
  isUnpublished: z.boolean(),
  /** Whether readers had it until it was deleted elsewhere, while this text waited: it is a draft now. */
  wasDeletedElsewhere: z.boolean(),
});
export type EditablePost = z.output<typeof editablePostSchema>;

/** Whether somebody else's change was brought in: the text now differs from what was sent. */
const mergedSchema = z.boolean();

/** What a save answers: the post as it now is, and what it touched besides. */
export const savedPostSchema = wholePostSchema.extend({
  state: postStateSchema,
  /**
   * What the save did to the post: `none` when it changed nothing, and made no commit; `keep` when the text waits as a
   * pending version until it is published, as a desktop keeps all that readers would see.
   */
  change: z.enum(['create', 'update', 'publish', 'unpublish', 'restore', 'keep', 'none']),
  wasMerged: mergedSchema,
  /** Whether another text waits beside it, which this save left alone. */
  hasPending: z.boolean(),
  /** After a change of slug: the posts whose text still links to the old address. */
  linksToMend: z.array(z.object({ id: z.uuid(), title: z.string() })),
});
export type SavedPost = z.output<typeof savedPostSchema>;

const POST_KINDS = ['article', 'page'] as const;
export type PostKind = (typeof POST_KINDS)[number];

export const POST_SORTS = ['published', 'title', 'slug', 'state'] as const;
const count = z.coerce.number().int().nonnegative();
const facet = z.array(z.object({ name: z.string(), count: z.number() }));

export const postTableSchema = z.object({
  posts: z.array(adminPostSchema),
  /** Posts that fit the filters; `counts` are of all posts, by state. */
  total: z.number(),
  counts: z.record(postStateSchema, z.number()),
  /** How many of all are pages. */
  pages: z.number(),
  categories: facet,
  tags: facet,
  /** Posts by how far they have come to readers; null where saving is publishing. */
  stages: z.record(z.enum(STAGE_FILTERS), z.number()).nullable(),
});

const deletedPostSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  /** Of a page; left out of articles. */
  isPage: z.literal(true).optional(),
  /** ISO 8601. */
  deletedAt: z.string(),
  deletedBy: z.string(),
  /** The commit that removed it: what `restoreDeletedPost` is given. */
  commit: revisionSchema,
});
export type DeletedPost = z.output<typeof deletedPostSchema>;
/** Of the deleted posts, those of one answer. */
export const DELETED_PER_PAGE = 200;

export const postsOperations = {
  listPosts: operation({
    access: 'public',
    routes: ['GET /api/posts'],
    input: z.object({
      limit: z.string().optional(),
      cursor: z.string().optional(),
      tag: z.string().optional(),
      category: z.string().optional(),
      fields: z.literal('summary').optional(),
    }),
    output: z.union([
      z.array(wholePostSchema),
      z.array(postSummarySchema),
      postPageSchema,
      postPageSchema.extend({ posts: z.array(wholePostSchema) }),
    ]),
    streamed: true,
    summary:
      'Published posts, newest first, with the texts of `GET /api/posts/:id`: the list itself, or with `limit` or `cursor` one page of it.',
  }),
  getPost: operation({
    access: 'public',
    routes: ['GET /api/posts/:id'],
    input: byId,
    output: wholePostSchema,
    streamed: true,
    summary:
      'One published post with its text, whose links to old addresses lead where these do; `GET /api/admin/posts/:id` gives it as it is saved.',
  }),
  getLive: operation({
    access: 'public',
    routes: ['GET /api/live/:id'],
    input: byId,
    output: z.object({ commit: revisionSchema, revision: revisionSchema.nullable() }),
    summary:
      'The commit being served and the revision of this post that readers get; null when they get none.',
  }),
  listAllPosts: operation({
    routes: ['GET /api/admin/posts'],
    output: z.array(wholePostSchema),
    streamed: true,
    summary: 'Every post, drafts included, with its text.',
  }),
  getPostTable: operation({
    routes: ['GET /api/admin/posts/table'],
    input: z.object({
      search: z.string().max(200).optional(),
      state: postStateSchema.optional(),
      /** Only where publishing is apart from saving. */
      stage: z.enum(STAGE_FILTERS).optional(),
      category: z.string().max(200).optional(),
      tag: z.string().max(200).optional(),
      /** Articles alone, or pages alone. */
      kind: z.enum(POST_KINDS).optional(),
      sort: z.enum(POST_SORTS).default('published'),
      order: z.enum(['asc', 'desc']).default('desc'),
      offset: count.default(0),
      limit: count.pipe(z.number().min(1).max(200)).default(50),
    }),
    output: postTableSchema,
    summary: 'A stretch of the admin’s table: filtered, sorted, without texts.',
  }),
  getEditablePost: operation({
    routes: ['GET /api/admin/posts/:id'],
    input: byId,
    output: editablePostSchema,
    summary: 'One post, draft or not, with its text and its pending version.',
  }),
  createPost: operation({
    routes: ['POST /api/admin/posts', 'POST /api/posts'],
    input: newPostSchema.extend({
      /** A new one of the caller's, by which a creation whose answer was lost is found again; one that a post has is not used. */
      id: idSchema.optional(),
    }),
    output: savedPostSchema,
    status: 201,
    summary: 'Creates a post in one commit, under the given `id` unless a post has it.',
    audit: { eventType: 'create', resourceType: 'post' },
  }),
  updatePost: operation({
    routes: [
      'PUT /api/admin/posts/:id',
      'PUT /api/posts/:id',
      'PATCH /api/admin/posts/:id',
      'PATCH /api/posts/:id',
    ],
    input: postEditSchema.extend({
      id: idSchema,
      /** The author resolved what kept the pending version from being published: this text is, in its place. */
      resolves: z.literal('pending').optional(),
    }),
    output: savedPostSchema,
    makesStale: POSTS_CHANGED,
    summary: 'Changes the fields that are given in one commit; merges with what was saved since `revision`.',
    audit: { eventType: 'update', resourceType: 'post' },
  }),
  deletePost: operation({
    routes: ['DELETE /api/admin/posts/:id', 'DELETE /api/posts/:id'],
    input: byId.extend({
      revision: revisionSchema.optional(),
      /** The id of the post that takes its place. */
      redirectTo: idSchema.optional(),
    }),
    output: empty,
    status: 204,
    makesStale: POSTS_CHANGED,
    summary:
      'Deletes a post in one commit; it can be brought back from history. With `redirectTo` (the id of a published post) its address and the links of other posts lead there from now on, else its address answers 410.',
    audit: { eventType: 'delete', resourceType: 'post' },
  }),
  duplicatePost: operation({
    routes: ['POST /api/admin/posts/:id/duplicate'],
    input: byId.extend({
      /** Any text that the caller gives to no other copy. */
      key: z.string().max(100).optional(),
    }),
    output: savedPostSchema,
    status: 201,
    makesStale: POSTS_CHANGED,
    summary:
      'Creates a draft with the fields and text of another post; asked again with the same `key`, answers the one that is there.',
    audit: { eventType: 'create', resourceType: 'post' },
  }),
  savePendingVersion: operation({
    routes: ['PUT /api/admin/posts/:id/pending'],
    input: postEditSchema.extend({ id: idSchema }),
    output: editablePostSchema.extend({ wasMerged: mergedSchema }),
    summary: 'Keeps a changed version of a live post that readers do not see yet.',
    audit: { eventType: 'update', resourceType: 'post' },
  }),
  applyPendingVersion: operation({
    routes: ['POST /api/admin/posts/:id/pending/apply'],
    input: byId.extend({
      /** Of the pending version that the author sees. */
      revision: revisionSchema.optional(),
    }),
    output: savedPostSchema,
    summary:
      'Makes the pending version of a post live, as one commit. `revision` names the one that its author sees: `conflict` where another one waits by now; where the post was deleted elsewhere meanwhile, its text is published as that one says.',
    audit: { eventType: 'publish', resourceType: 'post' },
  }),
  dropPendingVersion: operation({
    routes: ['DELETE /api/admin/posts/:id/pending'],
    input: byId.extend({
      /** Of the pending version that the author sees. */
      revision: revisionSchema.optional(),
    }),
    output: empty,
    status: 204,
    makesStale: POSTS_CHANGED,
    summary:
      'Abandons the pending version of a post. `revision` names the one that its author sees: `conflict` where another one waits by now.',
    audit: { eventType: 'delete', resourceType: 'post' },
  }),
  listDeletedPosts: operation({
    routes: ['GET /api/admin/bin'],
    input: z.object({ offset: count.optional() }),
    output: z.array(deletedPostSchema),
    summary: `Deleted posts that history can bring back, the last deleted first, at most ${DELETED_PER_PAGE} from \`offset\` on.`,
  }),
  restoreDeletedPost: operation({
    routes: ['POST /api/admin/bin/:id/restore'],
    input: byId.extend({ commit: revisionSchema }),
    output: savedPostSchema,
    makesStale: POSTS_CHANGED,
    summary: 'Brings a deleted post back as a draft, as it was before that commit.',
    audit: { eventType: 'restore', resourceType: 'post' },
  }),
  checkPost: operation({
    routes: ['POST /api/admin/posts/check'],
    input: postEditSchema.extend({ id: idSchema.optional(), isPage: z.boolean().optional() }),
    output: z.array(findingSchema),
    summary: 'What is worth mending before publication; nothing is saved.',
  }),
  mendLinks: operation({
    routes: ['POST /api/admin/links/mend'],
    input: z.object({ from: z.string().max(300), to: z.string().max(300) }),
    output: z.object({
      posts: z.array(z.object({ id: z.uuid(), title: z.string() })),
      /** How many of them wait to be published. */
      waiting: z.number(),
    }),
    makesStale: LISTS_CHANGED,
    summary: 'Replaces links to one article’s address by another’s in every post, as one commit.',
    audit: { eventType: 'update', resourceType: 'content' },
  }),
  describeImages: operation({
    routes: ['POST /api/admin/images/describe'],
    input: z.object({ addresses: z.array(z.string().max(1000)).max(500) }),
    output: z.array(
      z.object({
        address: z.string(),
        path: z.string(),
        blobId: z.string(),
        width: z.number(),
        height: z.number(),
      }),
    ),
    summary: 'The images of the repository behind addresses written in a text, so that a preview shows them.',
  }),
} as const;
