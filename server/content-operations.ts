import type { Handlers } from '#content/contract/operation.ts';
import type { ContentOperations } from '#content/contract/operations.ts';
import type { Person } from '#content/model/change-set.ts';
import type { ImageInfo } from '#content/model/image.ts';
import { createCheckOperations } from '#content/service/check-operations.ts';
import { createHistoryOperations } from '#content/service/history-operations.ts';
import { createImageOperations } from '#content/service/image-operations.ts';
import { createLinkIndex } from '#content/service/link-index.ts';
import { createLinkOperations } from '#content/service/link-operations.ts';
import { createMaintenanceOperations } from '#content/service/maintenance-operations.ts';
import { createPostsOperations } from '#content/service/posts-operations.ts';
import { createSettingsOperations } from '#content/service/settings-operations.ts';
import type { SyncOperations } from '#content/service/syncing/sync-operations.ts';
import type { CallContext, Workspace } from '#content/service/workspace.ts';
import type { HistoryIndex } from '#content/store/history/history-index.ts';
import { mergePosts } from '#content/store/merge/merge-post.ts';
import { redirectEdits } from '#content/store/redirects-file.ts';

export interface ContentOptions {
  readonly workspace: Workspace;
  readonly gitDir: string;
  readonly history: Pick<HistoryIndex, 'at'>;
  /** Without a final slash. */
  readonly origin: string;
  readonly committer: Person;
  /** The starter's content, in the shape of a live repository. */
  readonly starterFolder: string;
  /** What is asked of the repository that is followed. */
  readonly sync: SyncOperations;
  readonly describe: (path: string, blobId: string) => Promise<ImageInfo | null>;
}

/** Every operation of the content service, put together from what serves posts, images, settings … */
export function createContentOperations(options: ContentOptions): Handlers<ContentOperations, CallContext> {
  const { workspace, gitDir, committer, origin, describe, starterFolder } = options;
  const links = createLinkIndex(workspace, origin);
  return {
    ...createPostsOperations(workspace, {
      ...{ mergePosts, redirects: redirectEdits, links },
      ...{ gitDir, committer },
    }),
    ...createHistoryOperations({
      ...{ workspace, index: options.history, mergePosts, redirects: redirectEdits, links },
    }),
    ...createLinkOperations(workspace, { origin, links }),
    ...createCheckOperations(workspace, { origin }),
    ...createImageOperations(workspace, { describe, origin }),
    ...createSettingsOperations(workspace),
    ...createMaintenanceOperations(workspace, { starterFolder }),
    ...options.sync,
  };
}
