import type { HistoryIndex } from '#content/history/history-index.ts';
import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import type { ImageInfo } from '../model/image.ts';
import type { LostObject, Trouble } from '../model/trouble.ts';
import { createCheckOperations } from './check-operations.ts';
import { createHistoryOperations } from './history/history-operations.ts';
import { createImageOperations } from './images/image-operations.ts';
import { type ImagePipeline, inProcess } from './images/image-pipeline.ts';
import { createImageUses } from './images/image-uses.ts';
import { createLinkIndex } from './link-index.ts';
import { createLinkOperations } from './link-operations.ts';
import { createMaintenanceOperations } from './maintenance-operations.ts';
import { createPostsOperations } from './posts/posts-operations.ts';
import type { StageOf } from './posts/posts-table.ts';
import { createProblemOperations } from './problem-operations.ts';
import type { Publishing } from './publishing/publishing-apart.ts';
import { createSettingsOperations } from './settings-operations.ts';
import type { SyncOperations } from './syncing/sync-operations.ts';
import { authorView } from './waiting/author-view.ts';
import type { PendingVersions } from './waiting/pending.ts';
import type { CallContext, Workspace } from './workspace.ts';

export interface ContentOptions {
  readonly workspace: Workspace;
  readonly history: Pick<HistoryIndex, 'withWaiting'>;
  /** Without a final slash. */
  readonly origin: string;
  readonly pending: PendingVersions;
  /** The starter's content, in the shape of a live repository. */
  readonly starterFolder: string;
  /** What is asked of the repository that is followed. */
  readonly sync: SyncOperations;
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
  /** Whether a commit of ours may be known elsewhere; where publishing is apart from saving. */
  readonly isSent?: (commit: string) => Promise<boolean>;
}

/** Every operation of the content service, put together from what serves posts, images, settings … */
export function createContentOperations(options: ContentOptions): Handlers<ContentOperations, CallContext> {
  const { workspace, pending, origin, describe, starterFolder, images = inProcess } = options;
  const { publishing = 'by-saving' } = options;
  const keeping = { workspace, pending, publishing };
  const links = createLinkIndex(workspace, origin);
  const uses = createImageUses(workspace, origin);
  return {
    ...createPostsOperations(workspace, {
      pending,
      publishing,
      links,
      history: options.history,
      ...(options.stages === undefined ? {} : { stages: options.stages }),
      ...(options.isSent === undefined ? {} : { isSent: options.isSent }),
    }),
    ...createHistoryOperations({
      ...keeping,
      images,
      index: options.history,
      links,
    }),
    ...createLinkOperations(keeping, { origin, links }),
    ...createCheckOperations(keeping, { origin }),
    ...createImageOperations(keeping, { describe, origin, uses, images }),
    ...createProblemOperations(
      { current: async () => (await authorView(keeping, await workspace.current())).snapshot },
      {
        ...{ describe, origin, uses },
        ...(options.troubles === undefined ? {} : { troubles: options.troubles }),
        ...(options.lost === undefined ? {} : { lost: options.lost }),
      },
    ),
    ...createSettingsOperations(keeping, { origin }),
    ...createMaintenanceOperations(workspace, { starterFolder, uses }),
    ...options.sync,
  };
}
