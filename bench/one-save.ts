import * as z from 'zod';
import type { Administrator } from './administrator.ts';

const postSchema = z.object({ id: z.string(), revision: z.string(), content: z.string() });
export type OpenedPost = z.output<typeof postSchema>;

/** The article at an address, as the editor opens it. */
export async function openPost(administrator: Administrator, path: string): Promise<OpenedPost> {
  const slug = path.slice('/blog/'.length);
  const found = await administrator.call(`GET /api/admin/posts/table?limit=1&search=${slug}`);
  const { posts } = z.object({ posts: z.array(z.object({ id: z.string() })) }).parse(await found.json());
  const answer = await administrator.call(`GET /api/admin/posts/${posts[0]?.id ?? ''}`);
  return postSchema.parse(await answer.json());
}

/** Saves a text over an opened article; throws unless that is confirmed. */
export async function savePost(
  administrator: Administrator,
  { id, revision }: OpenedPost,
  content: string,
): Promise<void> {
  const answer = await administrator.call(`PATCH /api/posts/${id}`, { content, revision });
  if (answer.status !== 200) throw new Error(`a save was answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
