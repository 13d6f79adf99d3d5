import * as z from 'zod';
import { byId, empty, imageFileSchema } from './fields.ts';
import { operation } from './operation.ts';
import { POSTS_CHANGED } from './stale.ts';

/** An upload that is in the repository. `url` is what a text or a cover writes: /images/<year>/<name>. */
const uploadedImageSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  filename: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
});
export type UploadedImage = z.output<typeof uploadedImageSchema>;

/** Where an image is used: by a post (its cover, its text …) or by a settings file. */
const imageUseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('post'), id: z.uuid(), title: z.string() }),
  z.object({ kind: z.literal('site') }),
]);

const adminImageSchema = uploadedImageSchema.extend({
  blobId: z.string(),
  /** The address at which readers and the admin see it, 400 px wide; null when it cannot be decoded. */
  thumbnail: z.string().nullable(),
  uses: z.array(imageUseSchema),
});
export type AdminImage = z.output<typeof adminImageSchema>;

export const imagesOperations = {
  listImages: operation({
    routes: ['GET /api/images'],
    output: z.array(z.object({ id: z.uuid(), filename: z.string(), url: z.string() })),
    summary: 'Every image of the repository.',
  }),
  listAdminImages: operation({
    routes: ['GET /api/admin/images'],
    output: z.array(adminImageSchema),
    summary: 'Every image with its size and where it is used.',
  }),
  uploadImage: operation({
    routes: ['POST /api/admin/upload', 'POST /api/posts/upload-image', 'POST /api/images/upload'],
    input: z.object({ image: imageFileSchema }),
    output: uploadedImageSchema,
    status: 201,
    body: 'multipart',
    makesStale: ['listImages', 'listAdminImages'],
    summary: 'Cleans a picture and adds it to the repository; the same content gives the same file.',
    audit: { eventType: 'upload', resourceType: 'image' },
  }),
  renameImage: operation({
    routes: ['PATCH /api/admin/images/:id'],
    input: byId.extend({ name: z.string().trim().min(1).max(100) }),
    output: uploadedImageSchema,
    makesStale: POSTS_CHANGED,
    summary: 'Renames an image and mends every reference to it, as one commit.',
    audit: { eventType: 'update', resourceType: 'image' },
  }),
  deleteImage: operation({
    routes: ['DELETE /api/admin/images/:id'],
    input: byId,
    output: empty,
    status: 204,
    makesStale: POSTS_CHANGED,
    summary: 'Deletes an image and takes it out of the posts that show it, as one commit.',
    audit: { eventType: 'delete', resourceType: 'image' },
  }),
} as const;
