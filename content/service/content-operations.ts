import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import type { ImageInfo } from '../model/image.ts';
import type { LostObject, Trouble } from '../model/trouble.ts';
import { createCheckOperations, createProblemOperations } from './check-operations.ts';
import { createHistoryOperations } from './history/history-operations.ts';
import { createImageOperations } from './images/image-operations.ts';
import { type ImagePipeline, inProcess } from './images/image-pipeline.ts';
import { createImageUses } from './images/image-uses.ts';
import { createLinkIndex } from './link-index.ts';
import { createLinkOperations } from './link-operations.ts';
import { createMaintenanceOperations } from './maintenance-operations.ts';
import type { StageOf } from './posts/post-table.ts';
import { createPostsOperations } from './posts/posts-operations.ts';
import type { PostsContext } from './posts/write-post.ts';
import { createSettingsOperations } from './settings-operations.ts';
import type { SyncOperations } from './syncing/sync-operations.ts';
import type { Publishing } from './waiting/pending-keeping.ts';
import type { CallContext } from './workspace.ts';

export interface ContentOptions extends Omit<PostsContext, 'links' | 'publishing'> {
  /** Without a final slash: https://exemple.fr */
  readonly origin: string;
  /** The starter's content, in the shape of a live repository. */
  readonly starterFolder: string;
  /** What is asked of the repository that is followed. */
  readonly sync: SyncOperations;
  /** The size of an image; null when its bytes are none that is shown. */
  readonly describe: (path: string, blobId: string) => Promise<ImageInfo | null>;
  /** Who decodes pictures; this process unless said otherwise. */
  readonly images?: ImagePipeline;
  /** When what is saved reaches readers; at once unless said otherwise. */
  readonly publishing?: Publishing;
  /** How far posts have come to readers; where publishing is apart from saving. */
  readonly stages?: () => Promise<StageOf>;
  /** What is wrong with the whole site, and what the repository lost; where somebody looks. */
  readonly troubles?: () => readonly Trouble[];
  readonly lost?: () => readonly LostObject[];
}

/** Every operation of the content service, put together from what serves posts, images, settings … */
export function createContentOperations(options: ContentOptions): Handlers<ContentOperations, CallContext> {
  const { workspace, origin, publishing = 'by-saving', images = inProcess } = options;
  const links = createLinkIndex(workspace, origin);
  const uses = createImageUses(workspace, origin);
  const context = { ...options, publishing, images, links, uses };
  return {
    ...createPostsOperations(context),
    ...createHistoryOperations({ ...context, index: options.history }),
    ...createLinkOperations(context),
    ...createCheckOperations(context),
    ...createImageOperations(context, context),
    ...createProblemOperations(context),
    ...createSettingsOperations(context),
    ...createMaintenanceOperations(context),
    ...options.sync,
  };
}
