import * as z from 'zod';
import { type ImageInfo, variantAddress, variantSources, variantWidthFor } from '#content/model/image.ts';
import { postMetadataSchema, type SnapshotPost } from '#content/model/post.ts';

/** Posts on a page of the blog, and in one answer of « Charger plus d'articles ». */
export const POSTS_PER_PAGE = 12;
/** Width, in pixels, of the variant a browser without srcset is given. */
const PLAIN_COVER_WIDTH = 800;

/** An image ready to be shown: every address names its content, so its place can be kept and its bytes cached. */
const coverSchema = z.object({
  src: z.string(),
  srcset: z.string(),
  /** The same widths as AVIF, for browsers that read it. */
  avif: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
export type Cover = z.infer<typeof coverSchema>;

/** A post without its body and what only the author needs, and its cover as a card shows it: what `fields=summary` answers for each post. */
export const postSummarySchema = postMetadataSchema
  .omit({ formerAddresses: true, feedId: true, importedFrom: true })
  .extend({ cover: coverSchema.nullable() });
export type PostSummary = z.infer<typeof postSummarySchema>;

/** What `GET /api/posts?limit=…&fields=summary` answers; `nextCursor` is opaque, null after the last post. */
export const postPageSchema = z.object({
  posts: z.array(postSummarySchema),
  nextCursor: z.string().nullable(),
  total: z.number().int().nonnegative(),
});

/** How an image of the repository is shown: its variants, its own proportions. */
export function coverOf(image: ImageInfo): Cover {
  return {
    src: variantAddress(image, variantWidthFor(image, PLAIN_COVER_WIDTH), 'webp'),
    srcset: variantSources(image, 'webp'),
    avif: variantSources(image, 'avif'),
    width: image.width,
    height: image.height,
  };
}

/** The public summary of a post: nothing of where it is kept, and `cover` when its image can be shown. */
export function postSummary(post: SnapshotPost, image: ImageInfo | null): PostSummary {
  return postSummarySchema.parse({ ...post, cover: image === null ? null : coverOf(image) });
}

/** A place in the list of posts: the last one that was shown. */
interface Cursor {
  /** Milliseconds since 1970, before which it is below zero. */
  readonly publishedAt: number;
  readonly id: string;
}
type Place = Pick<SnapshotPost, 'id' | 'publishedAt'>;

const SHAPE = /^(-?[0-9a-z]{1,11})\.([0-9a-f-]{36})$/;

/**
 * The opaque cursor after the posts of a page, or null when `remaining` says that none follow. It names the last
 * post shown, not a number of posts: one published meanwhile does not shift what comes next.
 */
export function nextCursor(shown: readonly Place[], remaining: number): string | null {
  const last = shown.at(-1);
  if (remaining <= 0 || last === undefined) return null;
  return `${(last.publishedAt ?? 0).toString(36)}.${last.id}`;
}

/** What a cursor says, or null when the text is none of ours. */
export function parseCursor(text: string): Cursor | null {
  const [, time, id] = SHAPE.exec(text) ?? [];
  const parsed = z.uuid().safeParse(id);
  if (time === undefined || !parsed.success) return null;
  return { publishedAt: Number.parseInt(time, 36), id: parsed.data };
}

/** Whether `post` comes after the cursor in the order of lists: newest first, then by id (docs/design.md, The content repository). */
export function comesAfter(post: Place, cursor: Cursor): boolean {
  const publishedAt = post.publishedAt ?? 0;
  return publishedAt < cursor.publishedAt || (publishedAt === cursor.publishedAt && post.id > cursor.id);
}
