import * as z from 'zod';
import { capacitySchema, publicCapacitySchema } from '#content/model/capacity.ts';
import { siteSchema } from '#content/model/site.ts';
import { fileProblemSchema, idSchema, revisionSchema } from './fields.ts';
import { operation } from './operation.ts';

/** null when the repository has no such file yet and the built-in one is served. */
const settingsRevision = revisionSchema.nullable();

export const settingsOperations = {
  getCapacity: operation({
    access: 'public',
    routes: ['GET /api/capacity'],
    output: publicCapacitySchema,
    streamed: true,
    summary: 'The quarters and whether places are available.',
  }),
  getSite: operation({
    routes: ['GET /api/admin/site'],
    output: z.object({ site: siteSchema, revision: settingsRevision }),
    summary: 'The texts and links of the site (site.yml).',
  }),
  updateSite: operation({
    routes: ['PUT /api/admin/site'],
    input: z.object({ site: siteSchema, revision: settingsRevision }),
    output: z.object({ site: siteSchema, revision: settingsRevision }),
    makesStale: ['getSite', 'listAdminImages', 'listProblems'],
    summary: 'Changes the texts and links of the site, as one commit that touches what differs.',
    audit: { eventType: 'settings', resourceType: 'site' },
  }),
  getCapacitySettings: operation({
    routes: ['GET /api/admin/capacity'],
    output: z.object({ capacity: capacitySchema, revision: settingsRevision }),
    summary: 'Everything of capacity.yml.',
  }),
  updateCapacitySettings: operation({
    routes: ['PUT /api/admin/capacity'],
    input: z.object({ capacity: capacitySchema, revision: settingsRevision }),
    output: z.object({ capacity: capacitySchema, revision: settingsRevision }),
    makesStale: ['getCapacitySettings', 'getCapacity', 'listProblems'],
    summary: 'Changes capacity.yml, as one commit that touches what differs.',
    audit: { eventType: 'settings', resourceType: 'site' },
  }),
  listProblems: operation({
    routes: ['GET /api/admin/problems'],
    output: z.array(
      fileProblemSchema.extend({
        /** The article to mend, where it is one's. */
        post: z.object({ id: idSchema, title: z.string() }).exactOptional(),
      }),
    ),
    summary: 'Files that cannot be read or break a rule, with the line and the reason.',
  }),
  listTroubles: operation({
    routes: ['GET /api/admin/troubles'],
    output: z.array(z.object({ code: z.string(), reason: z.string(), remedy: z.string() })),
    summary: 'What keeps the whole site from being as it should, with what can be done about it.',
  }),
  exportAll: operation({
    routes: ['GET /api/admin/export'],
    output: z.unknown(),
    streamed: true,
    summary: 'One zip of the posts, images and settings as they are in the repository.',
    audit: { eventType: 'export', resourceType: 'content' },
  }),
} as const;
