import * as z from 'zod';
import {
  ALL_FIELDS,
  type FieldsWith,
  fieldRow,
  mapFields,
  type PostField,
  type ValueOf,
} from './post-fields.ts';
import { isSlug } from './slug.ts';

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

/** Kept as it is, blanks around it included: what an author writes comes back byte for byte. */
const name = z.string().refine((value) => value.trim() !== '');

/** What a field of a post must be, and what stands for one that is left out. */
function schemaOf(field: PostField): z.ZodType {
  const { kind, byDefault } = fieldRow(field);
  switch (kind) {
    case 'id':
      return z.uuid();
    case 'slug':
      return z.string().refine(isSlug, 'slug invalide');
    case 'body':
      return z.string();
    case 'computed':
      return z.string().min(1);
    case 'name':
      return byDefault === undefined ? name : name.default(byDefault);
    case 'text':
      return byDefault === undefined ? z.string().nullable().default(null) : z.string().default(byDefault);
    case 'moment':
      // ISO 8601, UTC.
      return z.iso.datetime({ offset: true }).nullable().default(null);
    case 'flag':
      return z.boolean().default(false);
    case 'tags':
      return z.array(name).default([]);
  }
}

/** What a post's file states, after front matter was read and before what is computed (docs/product.md, Fields of an article). */
export const postSchema = z.object(
  // Each kind's schema gives the values of that kind.
  mapFields(ALL_FIELDS, schemaOf) as {
    readonly [Field in PostField]: z.ZodType<ValueOf<Field>, ValueOf<Field>>;
  },
);
export type Post = z.infer<typeof postSchema>;

/** A post without its body: what a snapshot keeps in memory. */
export const postMetadataSchema = postSchema.omit({ content: true }).extend({
  /** Whether it is a page: its file is below pages/, its address outside of the blog. Left out for articles. */
  isPage: z.literal(true).optional(),
});
export type PostMetadata = z.infer<typeof postMetadataSchema>;

export const METADATA_FIELDS = ALL_FIELDS.filter((field) => field !== 'content');

const LEAD_FIELDS = ALL_FIELDS.filter(
  (field): field is FieldsWith<{ isLead: true }> => fieldRow(field).isLead === true,
);

/** What goes before a post's text where that is read without its page, each on one line. */
export function leadsOf(post: PostMetadata): readonly string[] {
  return LEAD_FIELDS.map((field) => (post[field] ?? '').replace(/\s+/g, ' ').trim()).filter(
    (text) => text !== '',
  );
}
