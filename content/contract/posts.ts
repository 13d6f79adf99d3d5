import * as z from 'zod';
import { type ImageInfo, variantAddress, variantSources, variantWidthFor } from '#content/model/image.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { postMetadataSchema } from '#content/model/post.ts';

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
  /** What fills its place until it is there (content/model/tint.ts). */
  tint: z.string().nullable(),
});
export type Cover = z.infer<typeof coverSchema>;

/** A post without its body, and its cover as a card shows it: what `fields=summary` answers for each post. */
export const postSummarySchema = postMetadataSchema.extend({ cover: coverSchema.nullable() });
export type PostSummary = z.infer<typeof postSummarySchema>;

/** What `GET /api/posts?limit=…&fields=summary` answers; `nextCursor` is opaque, null after the last post. */
export const postPageSchema = z.object({
  posts: z.array(postSummarySchema),
  nextCursor: z.string().nullable(),
  total: z.number().int().nonnegative(),
});

/** How an image of the repository is shown: its variants, its own proportions, its colour. */
export function coverOf(image: ImageInfo): Cover {
  return {
    src: variantAddress(image, variantWidthFor(image, PLAIN_COVER_WIDTH), 'webp'),
    srcset: variantSources(image, 'webp'),
    avif: variantSources(image, 'avif'),
    width: image.width,
    height: image.height,
    tint: image.tint ?? null,
  };
}

/** The public summary of a post: nothing of where it is kept, and `cover` when its image can be shown. */
export function postSummary(post: SnapshotPost, image: ImageInfo | null): PostSummary {
  return postSummarySchema.parse({ ...post, cover: image === null ? null : coverOf(image) });
}
