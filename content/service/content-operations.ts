import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import { createCheckOperations, createProblemOperations } from './check-operations.ts';
import type { ContentContext } from './content-context.ts';
import { createHistoryOperations } from './history/history-operations.ts';
import { createImageOperations } from './images/image-operations.ts';
import type { ImportsOptions } from './importing/import-job.ts';
import { createImports } from './importing/import-operations.ts';
import { createLinkOperations } from './link-operations.ts';
import { createMaintenanceOperations } from './maintenance-operations.ts';
import { createPostReferences } from './post-references.ts';
import { createPostsOperations } from './posts/posts-operations.ts';
import { createSettingsOperations } from './settings-operations.ts';
import type { SyncOperations } from './syncing/follow-remote.ts';
import type { CallContext } from './workspace.ts';

/** All that the operations are made from. */
export interface ContentOptions extends Omit<ContentContext, 'references'> {
  /** What is asked of the repository that is followed. */
  readonly sync: SyncOperations;
  readonly imports: ImportsOptions;
}

/** Every operation of the content service, put together from what serves posts, images, settings …, and what imports do besides. */
export function createContentOperations(options: ContentOptions) {
  const context = { ...options, references: createPostReferences(options.workspace, options.origin) };
  const imports = createImports(context, options.imports);
  const operations: Handlers<ContentOperations, CallContext> = {
    ...createPostsOperations(context),
    ...createHistoryOperations(context),
    ...createLinkOperations(context),
    ...createCheckOperations(context),
    ...createImageOperations(context),
    ...createProblemOperations(context),
    ...createSettingsOperations(context),
    ...createMaintenanceOperations(context),
    ...imports.handlers,
    ...options.sync,
  };
  return { operations, imports, references: context.references };
}
