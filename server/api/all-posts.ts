import type { RequestHandler } from 'express';
import { postMetadataSchema, type SnapshotPost } from '#content/model/post.ts';
import { indexOf } from '#content/model/post-index.ts';
import { newestFirst } from '#content/model/post-lists.ts';
import { currentView } from '#content/service/waiting/author-view.ts';
import type { Workspace } from '#content/service/workspace.ts';
import { newestReadable, streamJson } from './stream-json.ts';

/**
 * Every post with its text, drafts included, those that only wait too, drafts first as the newest are edited most: GET
 * /api/admin/posts.
 */
export function allPostsStream(
  workspace: Pick<Workspace, 'current' | 'read' | 'body' | 'pending'>,
): RequestHandler {
  const { body } = workspace;
  const current = async () => (await currentView(workspace)).snapshot;
  const readable = newestReadable(async (id) => indexOf((await current()).posts).byId.get(id));
  return async (_request, response) => {
    const snapshot = await current();
    response.set('Cache-Control', 'no-store');
    await streamJson(response, {
      open: '[',
      close: ']',
      items: [...snapshot.posts].sort(draftsFirst),
      toJson: (one) =>
        readable(one, async (post) => ({
          ...postMetadataSchema.parse(post),
          content: await body(post),
          revision: post.revision,
        })),
    });
  };
}

function draftsFirst(a: SnapshotPost, b: SnapshotPost): number {
  const byDate = Number(a.publishedAt !== null) - Number(b.publishedAt !== null);
  return byDate !== 0 ? byDate : newestFirst(a, b);
}
