import * as z from 'zod';
import { postMetadataSchema } from '#content/model/post.ts';
import {
  ALL_FIELDS,
  type FieldsWith,
  fieldRow,
  mapFields,
  POST_FIELDS,
  type PostField,
} from '#content/model/post-fields.ts';
import { MAX_READER_NOTE } from './commit-trailers.ts';

/** The input of a call that needs none. */
export const nothing = z.object({});
/** The output of a call that answers 204. */
export const empty = z.undefined();

/** What is said where a value is not there at all; of another kind, zod's own words are ours to translate. */
export function whenMissing(sentence: string) {
  return { error: ({ input }: { readonly input?: unknown }) => (input === undefined ? sentence : undefined) };
}

/** An id, as files and answers write it. */
export const idSchema = z.uuid().toLowerCase();
export const byId = z.object({ id: idSchema });

/** What is wrong with a file, in French, and on which line; 0 where it is no one line's. */
export const fileProblemSchema = z.object({ path: z.string(), line: z.number(), reason: z.string() });

/** A git blob id: the revision of a post, or of a settings file. */
export const revisionSchema = z
  .string()
  .regex(/^[0-9a-f]{40}$/, 'une révision de quarante chiffres hexadécimaux');

/** Longest text of one field, in characters; the body has a limit of its own (content/model/post.ts). */
const MAX_FIELD_LENGTH = 10_000;
export const MAX_TAGS = 100;

const text = z.string().max(MAX_FIELD_LENGTH);
const filled = text.refine((value) => value.trim() !== '', 'ce champ ne peut pas être vide');

/** What a caller may write of an optional field of each kind. */
const WRITTEN = {
  name: filled.nullable().optional(),
  text: text.nullable().optional(),
  computed: filled.nullable().optional(),
  moment: z.iso.datetime({ offset: true }).nullable().optional(),
  flag: z.boolean().optional(),
  tags: z.array(filled).max(MAX_TAGS).nullable().optional(),
} as const;
type OptionalField = Exclude<PostField, 'id' | FieldsWith<{ isNeeded: true }>>;

/** What a caller may write of a post; an absent field is unchanged, null removes it (docs/design.md, Writing). */
const optionalPostFields = mapFields(
  ALL_FIELDS.filter((field): field is OptionalField => field !== 'id' && fieldRow(field).isNeeded !== true),
  (field) => WRITTEN[POST_FIELDS[field].kind],
) as { readonly [Field in OptionalField]: (typeof WRITTEN)[(typeof POST_FIELDS)[Field]['kind']] };

/** docs/product.md, Fields of an article: title, slug and content are required to create. The slug's rule is the service's to explain. */
export const newPostSchema = z.object({
  title: filled,
  slug: text,
  content: z.string(),
  /** Whether it is to be a page: its address is outside of the blog (docs/product.md, Pages). */
  isPage: z.boolean().optional(),
  ...optionalPostFields,
});
export type NewPost = z.output<typeof newPostSchema>;

export const postEditSchema = z.object({
  title: filled.optional(),
  slug: text.optional(),
  content: z.string().optional(),
  ...optionalPostFields,
  /** The revision this save started from; the current one when absent. */
  revision: revisionSchema.optional(),
  /** The slug it had then; today's when absent. Two people who change it alone start from one revision. */
  fromSlug: text.optional(),
  /** No news to readers: the commit says `Encrier-Minor: true`. */
  isMinor: z.boolean().optional(),
  /** What readers are told of it, on one line: the commit says `Encrier-Note: …`. Null: nothing, also of what waits already. */
  readerNote: z.string().max(MAX_READER_NOTE).nullable().optional(),
});
export type PostEdit = z.output<typeof postEditSchema>;

/** A post with its text, as GET /api/posts/:id and every save answer it. */
export const wholePostSchema = postMetadataSchema.extend({ content: z.string(), revision: revisionSchema });
export type WholePost = z.output<typeof wholePostSchema>;

/** A picture to upload: its bytes, and the name it had. */
export const imageFileSchema = z.object(
  { filename: z.string().max(255), bytes: z.instanceof(Uint8Array) },
  whenMissing('Choisissez une image.'),
);
export type ImageFile = z.output<typeof imageFileSchema>;

/** The name someone signs in with. docs/product.md, Sign-in: it is required; what it may be at most protects the server. */
export const usernameSchema = z
  .string(whenMissing("Nom d'utilisateur requis"))
  .trim()
  .min(1, "Nom d'utilisateur requis")
  .max(100);

/** A name that may be chosen. */
export const newUsernameSchema = usernameSchema.regex(
  /^[\p{L}\p{N}][\p{L}\p{N} ._@-]*$/u,
  'lettres, chiffres, espaces et . _ @ - seulement',
);
