import * as z from 'zod';
import { nothing } from './fields.ts';
import { operation } from './operation.ts';

const audit = { eventType: 'maintenance', resourceType: 'content' } as const;

/** The calls of the maintenance pages (docs/product.md, Maintenance pages). */
export const maintenanceOperations = {
  initPosts: operation({
    access: 'session',
    routes: ['POST /api/init-posts'],
    input: nothing,
    output: z.object({
      message: z.string(),
      posts: z.array(z.object({ id: z.uuid(), title: z.string(), slug: z.string() })),
    }),
    status: 201,
    summary: 'Writes the four starter articles, once.',
    audit,
  }),
  fixImages: operation({
    access: 'session',
    routes: ['POST /api/fix-images'],
    input: nothing,
    output: z.object({
      message: z.string(),
      fixed: z.array(z.object({ post: z.string(), from: z.string(), to: z.string() })),
    }),
    status: 200,
    summary: 'Mends image addresses that lead nowhere, as one commit, and says each.',
    audit,
  }),
  fixIronman: operation({
    access: 'session',
    routes: ['POST /api/fix-ironman-production'],
    input: nothing,
    output: z.object({ message: z.string() }),
    status: 200,
    summary: 'Restores text, cover and social texts of one article from the starter.',
    audit,
  }),
} as const;
