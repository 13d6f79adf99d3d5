import * as z from 'zod';
import { operation } from './operation.ts';
import { POSTS_CHANGED } from './stale.ts';

const audit = { eventType: 'maintenance', resourceType: 'content' } as const;

/** The calls of the maintenance pages (docs/product.md, Maintenance pages). */
export const maintenanceOperations = {
  initPosts: operation({
    routes: ['POST /api/init-posts'],
    output: z.object({
      message: z.string(),
      posts: z.array(z.object({ id: z.uuid(), title: z.string(), slug: z.string() })),
    }),
    status: 201,
    makesStale: POSTS_CHANGED,
    summary: 'Writes the four starter articles, once.',
    audit,
  }),
  fixImages: operation({
    routes: ['POST /api/fix-images'],
    output: z.object({
      message: z.string(),
      fixed: z.array(z.object({ post: z.string(), from: z.string(), to: z.string() })),
    }),
    makesStale: POSTS_CHANGED,
    summary: 'Mends image addresses that lead nowhere, as one commit, and says each.',
    audit,
  }),
  fixIronman: operation({
    routes: ['POST /api/fix-ironman-production'],
    output: z.object({ message: z.string() }),
    makesStale: POSTS_CHANGED,
    summary: 'Restores text, cover and social texts of one article from the starter.',
    audit,
  }),
} as const;
