import * as z from 'zod';
import { byId, empty, idSchema } from './fields.ts';
import { operation } from './operation.ts';
import { POSTS_CHANGED } from './stale.ts';

/** Longest export taken through the web, in bytes, all its files together. */
export const MAX_EXPORT_BYTES = 4 * 1024 ** 3;
export const MAX_EXPORT_FILES = 50;
/** Longest part of one request, in bytes. */
export const MAX_PART_BYTES = 8 * 1024 * 1024;

/** What an author chooses on a machine whose files are read where they are. */
export const EXPORT_KINDS = ['files', 'folder'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** How far something has come; `total` is null while nobody knows. */
const progressSchema = z.object({
  /** In French, what is being done: « Lecture de l’export ». */
  label: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  unit: z.enum(['octets', 'articles']),
  /** How many pictures were fetched or found meanwhile, or could not be: a text may wait for dozens of them. */
  pictures: z.number(),
});
export type ImportProgress = z.output<typeof progressSchema>;

/** Something that is not taken, or not as it was. */
const noteSchema = z.object({ kind: z.string(), sentence: z.string() });

const namedSchema = z.object({ name: z.string(), count: z.number(), titles: z.array(z.string()) });

/** One article or page of the plan. */
const plannedTextSchema = z.object({
  /** The source's own. */
  sourceId: z.string(),
  type: z.enum(['post', 'page']),
  title: z.string(),
  /** Where it is to be, or is: /blog/titre, /a-propos. */
  address: z.string(),
  oldAddress: z.string().nullable(),
  state: z.enum(['published', 'scheduled', 'draft', 'private']),
  published: z.string().nullable(),
  category: z.string().nullable(),
  tags: z.array(z.string()),
  pictures: z.number(),
  comments: z.number(),
  /**
   * What the import does, or did, with it: `new` is written; `there` was imported before and is as the source has it; `changed` was imported
   * before and changed at the source since: it is taken where one says so, and nobody edited it here; `edited` was edited here since, and stays.
   */
  fate: z.enum(['new', 'there', 'changed', 'edited']),
  /** The post here, once it is written. */
  postId: z.uuid(),
  notes: z.array(noteSchema),
});
export type PlannedText = z.output<typeof plannedTextSchema>;

export const planSchema = z.object({
  system: z.string(),
  siteTitle: z.string().nullable(),
  origin: z.string().nullable(),
  articles: z.number(),
  drafts: z.number(),
  scheduled: z.number(),
  privates: z.number(),
  pages: z.number(),
  pictures: z.object({
    /** In the export, and those that only the old site or another one has. */
    inside: z.number(),
    outside: z.number(),
    /** Of those inside. */
    bytes: z.number(),
    /** Of those outside, the ones that nothing says the site of. */
    homeless: z.number().default(0),
  }),
  /** The categories that articles will have, those that become tags, and the one that is given to articles without any. */
  categories: z.array(
    z.object({ name: z.string(), articles: z.number(), becomes: z.enum(['category', 'tag', 'given']) }),
  ),
  tags: z.number(),
  authors: z.array(z.object({ name: z.string(), articles: z.number() })),
  comments: z.number(),
  /** Those that have no equivalent, and the players that become links: how often, and in which texts. */
  shortcodes: z.array(namedSchema),
  players: z.array(namedSchema),
  /** How many old addresses lead somewhere, and some of them. */
  addresses: z.object({
    count: z.number(),
    examples: z.array(z.object({ from: z.string(), to: z.string() })),
  }),
  /** What cannot be taken, counted: « abonnés », « utilisateurs »… */
  leftOut: z.array(z.object({ what: z.string(), count: z.number() })),
  /** Links inside the old site to what the import does not have. */
  deadLinks: z.array(z.object({ address: z.string(), titles: z.array(z.string()) })),
  /** Files that are no pictures, left where they are. */
  otherFiles: z.array(z.string()),
  /** Articles of the starter that nobody changed: they may go. */
  starter: z.number(),
  /** Texts with `changed`, `edited` and `there`. */
  changed: z.number(),
  edited: z.number(),
  there: z.number(),
});
export type ImportPlan = z.output<typeof planSchema>;

export const reportSchema = z.object({
  written: z.number(),
  updated: z.number(),
  kept: z.number(),
  pictures: z.number(),
  failedPictures: z.array(
    z.object({
      address: z.string(),
      reason: z.string(),
      /** Those that lack it, each by the id that it has here. */
      texts: z.array(z.object({ id: z.uuid(), title: z.string() })),
    }),
  ),
  /** Texts that were not written, which no file can hold. */
  refused: z.array(z.object({ title: z.string(), reason: z.string() })),
  published: z.number(),
  /** Texts for readers that waited when the work ended. */
  toPublish: z.number(),
  /** What « Annuler » left because somebody changed it since, or it was there before and was updated: titles. */
  leftByUndo: z.array(z.string()),
  endedAt: z.iso.datetime().nullable(),
});

/** That of an import that has done nothing yet. */
export const NO_REPORT: z.output<typeof reportSchema> = {
  written: 0,
  updated: 0,
  kept: 0,
  pictures: 0,
  failedPictures: [],
  refused: [],
  published: 0,
  toPublish: 0,
  leftByUndo: [],
  endedAt: null,
};

export const importSchema = z.object({
  id: z.uuid(),
  /** What the old site calls itself, once that is read. */
  siteTitle: z.string().nullable(),
  /** Files and how much of each is here, in bytes. */
  files: z.array(z.object({ name: z.string(), bytes: z.number(), received: z.number() })),
  state: z.enum([
    'uploading',
    'reading',
    /** The plan is there, and nothing is written. */
    'planned',
    /** The export cannot be taken: `reason` says why. */
    'refused',
    'running',
    /** Somebody stopped it, or the program ended: « Reprendre » goes on. */
    'stopped',
    /** All is on the work branch. */
    'done',
    'publishing',
    'published',
    'undoing',
    'undone',
  ]),
  reason: z.string().nullable(),
  progress: progressSchema.nullable(),
  plan: planSchema.nullable(),
  report: reportSchema.nullable(),
  createdAt: z.iso.datetime(),
  /** When what was sent goes, where it is not used until then. */
  expiresAt: z.iso.datetime().nullable(),
});
export type ImportState = z.output<typeof importSchema>;

const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  wordpress: 'WordPress',
  ghost: 'Ghost',
  hugo: 'Hugo',
  jekyll: 'Jekyll',
  astro: 'Astro',
  eleventy: 'Eleventy',
  medium: 'Medium',
  substack: 'Substack',
  markdown: 'Fichiers Markdown',
};

/** The system of an export by its own name. */
export function systemName(system: string): string {
  return SYSTEM_NAMES[system] ?? system;
}

const IMPORTS_CHANGED = ['listImports', 'getImport'] as const;

/** Where the old site is, for pictures of an export that does not say. */
export const homeSchema = z.url({ protocol: /^https?$/ }).max(2000);

/** The address of a site as people write it, `mon-blog.example`. */
export function withScheme(written: string): string {
  return written.trim().replace(/^(?!https?:)/i, 'https://');
}

/** An old blog's articles (docs/product.md, Importing). */
export const importOperations = {
  listImports: operation({
    routes: ['GET /api/admin/imports'],
    output: z.array(importSchema.omit({ plan: true })),
    summary: 'The imports that were begun, newest first.',
  }),
  createImport: operation({
    routes: ['POST /api/admin/imports'],
    input: z.object({
      files: z
        .array(
          z.object({
            name: z.string().min(1).max(255),
            bytes: z.number().int().min(0).max(MAX_EXPORT_BYTES),
          }),
        )
        .min(1)
        .max(MAX_EXPORT_FILES),
    }),
    output: importSchema,
    status: 201,
    makesStale: IMPORTS_CHANGED,
    summary: 'Begins an import; the files are then sent in parts.',
    audit: { eventType: 'create', resourceType: 'content' },
  }),
  sendImportPart: operation({
    routes: ['PUT /api/admin/imports/:id/files/:index'],
    input: z.object({
      id: idSchema,
      index: z.coerce
        .number()
        .int()
        .min(0)
        .max(MAX_EXPORT_FILES - 1),
      /** How much of the file went before, in bytes; what is here already is not asked for twice. */
      offset: z.coerce.number().int().min(0).max(MAX_EXPORT_BYTES),
      /** The bytes; over HTTP they are the body. */
      part: z.instanceof(Uint8Array).optional(),
    }),
    output: importSchema,
    body: 'bytes',
    streamed: true,
    makesStale: IMPORTS_CHANGED,
    summary: 'The next bytes of a file, as the body; answers how much is here.',
  }),
  readImport: operation({
    routes: ['POST /api/admin/imports/:id/read'],
    input: byId,
    output: importSchema,
    makesStale: IMPORTS_CHANGED,
    summary: 'Reads the files and makes the plan; writes nothing.',
  }),
  getImport: operation({
    routes: ['GET /api/admin/imports/:id'],
    input: byId,
    output: importSchema,
    summary: 'How an import stands, with its plan and its report.',
  }),
  listImportTexts: operation({
    routes: ['GET /api/admin/imports/:id/texts'],
    input: byId.extend({
      only: z.enum(['all', 'noted', 'changed', 'edited']).default('all'),
      offset: z.coerce.number().int().min(0).default(0),
    }),
    output: z.object({ total: z.number(), texts: z.array(plannedTextSchema) }),
    summary: 'A hundred articles and pages of an import, each with what becomes of it.',
  }),
  startImport: operation({
    routes: ['POST /api/admin/imports/:id/start'],
    input: byId.extend({
      /** Whether pictures that the export lacks are fetched from the sites that have them. */
      fetchesPictures: z.boolean().optional(),
      /** Whether what changed at the source since an earlier import replaces what nobody edited here. */
      takesChanged: z.boolean().optional(),
      /** Whether the starter's own articles go to the bin. */
      removesStarter: z.boolean().optional(),
      home: homeSchema.optional(),
    }),
    output: importSchema,
    makesStale: [...POSTS_CHANGED, ...IMPORTS_CHANGED],
    summary:
      'Writes what the plan says onto the work branch; goes on where it was stopped, with what was chosen before unless it says else.',
    audit: { eventType: 'update', resourceType: 'content' },
  }),
  stopImport: operation({
    routes: ['POST /api/admin/imports/:id/stop'],
    input: byId,
    output: importSchema,
    makesStale: [...POSTS_CHANGED, ...IMPORTS_CHANGED],
    summary: 'Stops an import after the article it is at; nothing is taken back.',
  }),
  retryImportPictures: operation({
    routes: ['POST /api/admin/imports/:id/retry-pictures'],
    input: byId.extend({ home: homeSchema.optional() }),
    output: importSchema,
    makesStale: [...POSTS_CHANGED, ...IMPORTS_CHANGED],
    summary:
      'Tries those pictures again that could not be taken; articles that nobody changed since then show them, and wait where they are published.',
    audit: { eventType: 'update', resourceType: 'content' },
  }),
  publishImport: operation({
    routes: ['POST /api/admin/imports/:id/publish'],
    input: byId,
    output: importSchema,
    makesStale: [...POSTS_CHANGED, ...IMPORTS_CHANGED],
    summary: 'Puts what was published at the source on line, by hundreds, one commit each.',
    audit: { eventType: 'publish', resourceType: 'content' },
  }),
  undoImport: operation({
    routes: ['POST /api/admin/imports/:id/undo'],
    input: byId,
    output: importSchema,
    makesStale: [...POSTS_CHANGED, ...IMPORTS_CHANGED],
    summary: 'Removes what an import brought and nobody changed since, published or not.',
    audit: { eventType: 'delete', resourceType: 'content' },
  }),
  deleteImport: operation({
    routes: ['DELETE /api/admin/imports/:id'],
    input: byId,
    output: empty,
    status: 204,
    makesStale: ['listImports'],
    summary: 'Forgets an import and the files that were sent; articles stay.',
    audit: { eventType: 'delete', resourceType: 'content' },
  }),
} as const;
