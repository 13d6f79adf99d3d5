import * as z from 'zod';
import { idSchema, nothing, revisionSchema } from './fields.ts';
import { call } from './operation.ts';
import { POSTS_CHANGED } from './stale.ts';

/**
 * How far a post has come on its way from this machine to its readers (docs/design.md, Remotes and publishing): Brouillon, Prêt,
 * Envoyé, En ligne. The last one is only ever said by the site itself.
 */
const POST_STAGES = ['draft', 'ready', 'sent', 'live'] as const;
export type PostStage = (typeof POST_STAGES)[number];

/** What readers do not see yet: a first version, another one, or that it is no longer to be seen. */
const POST_WAITS = ['publication', 'change', 'withdrawal'] as const;
export type PostWait = (typeof POST_WAITS)[number];

/** What a list of posts can be narrowed to: a stage, or what waits of posts that readers have. */
export const STAGE_FILTERS = [...POST_STAGES, 'change', 'withdrawal'] as const;
export type StageFilter = (typeof STAGE_FILTERS)[number];

const stagedPostSchema = z.object({
  id: z.uuid(),
  stage: z.enum(POST_STAGES),
  waits: z.enum(POST_WAITS).nullable(),
});
export type StagedPost = z.output<typeof stagedPostSchema>;

/** A post that the author has not asked to publish yet. */
const waitingPostSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Of a page; left out of articles. */
  isPage: z.literal(true).optional(),
  waits: z.enum(POST_WAITS),
  /** When readers are to have it; left out where that is at once. */
  scheduledFor: z.iso.datetime().optional(),
});
export type WaitingPost = z.output<typeof waitingPostSchema>;

/** A post that could not be published with the others, and why, in French. */
const leftPostSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  reason: z.string(),
  isPage: z.literal(true).optional(),
  /** Whether its two texts are to be put together on the conflict screen. */
  isClash: z.boolean(),
});
export type LeftPost = z.output<typeof leftPostSchema>;

const publishedPostSchema = waitingPostSchema.omit({ waits: true, scheduledFor: true }).extend({
  /** Of one that readers no longer have by it. */
  isWithdrawn: z.literal(true).optional(),
});
export type PublishedPost = z.output<typeof publishedPostSchema>;

const countsSchema = z.object({ articles: z.number(), pages: z.number() });

/** How many posts one call may name. */
export const MAX_POSTS_ASKED = 200;
const ids = z.array(idSchema).max(MAX_POSTS_ASKED);

/** Publishing from a machine that readers never reach: only a desktop answers these. */
export const publishingCalls = {
  getPostStages: call({
    input: z.object({ ids }),
    output: z.array(stagedPostSchema),
    summary: 'How far these posts have come on their way to readers; unknown ids are left out.',
  }),
  getPublishing: call({
    input: nothing,
    output: z.object({
      /** The commit all this is about: another one, and lists of posts may have changed. */
      commit: revisionSchema,
      /** What « Publier » would publish, the first found first. */
      waiting: z.array(waitingPostSchema),
      /** Posts that are committed here for readers, and that the remote has not yet. */
      unsent: countsSchema,
      /** Posts that were deleted or withdrawn here, and that the remote still has for readers. */
      leaving: countsSchema,
      /** Whether texts of the site or the availability were saved here, and the remote has not those yet. */
      settings: z.boolean(),
      /** Posts that were sent, and that the site has not said yet it serves. */
      unconfirmed: countsSchema,
      /** Posts that were taken away, and that the site has not said yet it serves no longer. */
      unconfirmedLeaving: countsSchema,
      /** Whether a site is known that can be asked. */
      hasSite: z.boolean(),
    }),
    summary: 'What waits to be published, and what is on its way.',
  }),
  publishPosts: call({
    input: z.object({ ids: ids.min(1) }),
    output: z.object({
      published: z.array(publishedPostSchema),
      left: z.array(leftPostSchema),
    }),
    summary: 'Publishes these posts, pending versions included, as one commit, which is then sent.',
    makesStale: POSTS_CHANGED,
  }),
} as const;
export type PublishingCalls = typeof publishingCalls;
export type Publishing = z.output<typeof publishingCalls.getPublishing.output>;
