import * as z from 'zod';
import { capacitySchema, publicCapacitySchema } from '#content/model/capacity.ts';
import { siteSchema } from '#content/model/site.ts';
import { nothing, revisionSchema } from './fields.ts';
import { operation } from './operation.ts';

/** null when the repository has no such file yet and the built-in one is served. */
const settingsRevision = revisionSchema.nullable();

export const settingsOperations = {
  getCapacity: operation({
    access: 'public',
    routes: ['GET /api/capacity'],
    input: nothing,
    output: publicCapacitySchema,
    status: 200,
    streamed: true,
    summary: 'The quarters and whether places are available.',
  }),
  getSite: operation({
    access: 'session',
    routes: ['GET /api/admin/site'],
    input: nothing,
    output: z.object({ site: siteSchema, revision: settingsRevision }),
    status: 200,
    summary: 'The texts and links of the site (site.yml).',
  }),
  updateSite: operation({
    access: 'session',
    routes: ['PUT /api/admin/site'],
    input: z.object({ site: siteSchema, revision: settingsRevision }),
    output: z.object({ site: siteSchema, revision: settingsRevision }),
    status: 200,
    summary: 'Changes the texts and links of the site, as one commit that touches what differs.',
    audit: { eventType: 'settings', resourceType: 'site' },
  }),
  getCapacitySettings: operation({
    access: 'session',
    routes: ['GET /api/admin/capacity'],
    input: nothing,
    output: z.object({ capacity: capacitySchema, revision: settingsRevision }),
    status: 200,
    summary: 'Everything of capacity.yml.',
  }),
  updateCapacitySettings: operation({
    access: 'session',
    routes: ['PUT /api/admin/capacity'],
    input: z.object({ capacity: capacitySchema, revision: settingsRevision }),
    output: z.object({ capacity: capacitySchema, revision: settingsRevision }),
    status: 200,
    summary: 'Changes capacity.yml, as one commit that touches what differs.',
    audit: { eventType: 'settings', resourceType: 'site' },
  }),
  listProblems: operation({
    access: 'session',
    routes: ['GET /api/admin/problems'],
    input: nothing,
    output: z.array(z.object({ path: z.string(), line: z.number(), reason: z.string() })),
    status: 200,
    summary: 'Files that cannot be read or break a rule, with the line and the reason.',
  }),
  listTroubles: operation({
    access: 'session',
    routes: ['GET /api/admin/troubles'],
    input: nothing,
    output: z.array(z.object({ code: z.string(), reason: z.string(), remedy: z.string() })),
    status: 200,
    summary: 'What keeps the whole site from being as it should, with what can be done about it.',
  }),
  exportAll: operation({
    access: 'session',
    routes: ['GET /api/admin/export'],
    input: nothing,
    output: z.unknown(),
    status: 200,
    streamed: true,
    summary: 'One zip of the posts, images and settings as they are in the repository.',
    audit: { eventType: 'export', resourceType: 'content' },
  }),
} as const;
