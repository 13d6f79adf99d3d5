import * as z from 'zod';
import { slugSchema } from './slug.ts';

/** A post of a snapshot: its metadata, and where its text is. */
export interface SnapshotPost extends PostMetadata {
  /** Path in the repository. */
  readonly path: string;
  /** Blob id of the text being served: the post's revision. */
  readonly revision: string;
  /** Milliseconds since 1970, or null: `published` and `unpublishAt` as numbers, so that lists sort fast. */
  readonly publishedAt: number | null;
  readonly unpublishedAt: number | null;
}

/** A published post whose body is longer than this is a problem (docs/design.md, The content repository). */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Longest front matter read, in bytes; past it the file is refused before YAML sees it. */
export const MAX_FRONT_MATTER_BYTES = 256 * 1024;
/** docs/product.md, Fields of an article. */
export const DEFAULT_CATEGORY = 'Business';

const text = z.string();
/** Kept as it is, blanks around it included: what an author writes comes back byte for byte. */
const name = text.refine((value) => value.trim() !== '');
const optionalText = text.nullable().default(null);
const instant = z.iso.datetime({ offset: true });

/** What a post's file states, after front matter was read and before what is computed (docs/product.md, Fields of an article). */
export const postSchema = z.object({
  /** uuid; the post's identity across renames. */
  id: z.uuid(),
  title: name,
  slug: slugSchema,
  excerpt: text.default(''),
  category: name.default(DEFAULT_CATEGORY),
  tags: z.array(name).default([]),
  /** ISO 8601, UTC; null for a draft never published. */
  published: instant.nullable().default(null),
  /** ISO 8601, UTC; the moment from which the post is no longer public. */
  unpublishAt: instant.nullable().default(null),
  readTime: text.min(1),
  isPublished: z.boolean().default(false),
  coverImage: optionalText,
  coverImageAlt: optionalText,
  ogImage: optionalText,
  socialTitle: optionalText,
  socialDescription: optionalText,
  /** Markdown. */
  content: text,
});

/** A post without its body: what a snapshot keeps in memory. */
export const postMetadataSchema = postSchema.omit({ content: true });
export type PostMetadata = z.infer<typeof postMetadataSchema>;

/** Front matter keys a save may write, in the order of a new file. */
export const FRONT_MATTER_FIELDS = [
  'id',
  'title',
  'excerpt',
  'category',
  'tags',
  'published',
  'unpublishAt',
  'isPublished',
  'coverImage',
  'coverImageAlt',
  'ogImage',
  'socialTitle',
  'socialDescription',
  'readTime',
] as const satisfies readonly (keyof PostMetadata)[];
export type FrontMatterField = (typeof FRONT_MATTER_FIELDS)[number];
