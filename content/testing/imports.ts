import path from 'node:path';
import { createContentRepository } from '#content/git/content-repository.ts';
import { repairRepository } from '#content/git/recovery.ts';
import { WORK_BRANCH } from '#content/git/refs/refs.ts';
import { createHistoryIndex } from '#content/history/history-index.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { inProcess } from '../service/images/image-pipeline.ts';
import type { Fetched } from '../service/importing/fetch-picture.ts';
import { createImports, type Imports } from '../service/importing/import-operations.ts';
import { createLiveContent } from '../service/live-content.ts';
import { createPostReferences } from '../service/post-references.ts';
import { createPostsOperations } from '../service/posts/posts-operations.ts';
import { createPendingVersions } from '../service/waiting/pending.ts';
import { createWorkspace } from '../service/workspace.ts';
import { type PostsWorkspace, TEST_NOW } from './posts-workspace.ts';

interface ImportsOptions {
  /** Where imports are kept, in a folder of its own. */
  readonly folder: string;
  /** What the old site answers. */
  readonly fetch: (address: string, signal: AbortSignal) => Promise<Fetched>;
  /** Told of what was found damaged, and of bugs. */
  readonly onProblem: (problem: unknown) => void;
  readonly onRest?: ((tookMs: number) => void) | undefined;
}

const ORIGIN = 'https://exemple.fr';

/** The imports of a repository, as a program has them from its start to its end. */
export function openImports(
  { workspace, pathIndex }: Pick<PostsWorkspace, 'workspace' | 'pathIndex'>,
  { folder, fetch, onProblem, onRest }: ImportsOptions,
): Imports {
  return createImports(
    {
      workspace,
      history: pathIndex(),
      references: createPostReferences(workspace, ORIGIN),
      publishing: 'by-saving',
      origin: ORIGIN,
      starterFolder: path.join(import.meta.dirname, '../starter'),
      describe: () => Promise.resolve(null),
      images: inProcess,
    },
    {
      importsDir: path.join(folder, 'imports'),
      exportWorker: null,
      onRest,
      say: onProblem,
      onError: onProblem,
      fetch,
    },
  );
}

const COMMITTER = { name: 'Encrier', email: 'encrier@exemple.fr' };

interface ProgramOptions extends Pick<ImportsOptions, 'folder' | 'fetch'> {
  readonly gitDir: string;
}

/** A program that has a repository and the imports beside it, from its start to its end: what another one left is repaired first. */
export async function startImporting({ gitDir, folder, fetch }: ProgramOptions) {
  await repairRepository({ gitDir, branch: 'main', workBranch: WORK_BRANCH });
  const failures: unknown[] = [];
  const onError = (error: unknown) => failures.push(error);
  const repository = createContentRepository({
    gitDir,
    branch: 'main',
    committer: COMMITTER,
    clock: () => TEST_NOW,
  });
  const { objects } = repository;
  const index = createHistoryIndex({ gitDir, objects, file: path.join(gitDir, 'history-cache'), onError });
  const cache = createSnapshotCache(path.join(gitDir, 'snapshot-cache'));
  const live = createLiveContent({ repository, history: index, cache, onError });
  await live.open();
  const workspace = createWorkspace({ repository, live, pending: createPendingVersions(repository) });
  const options = { folder, fetch, onProblem: onError };
  const imports = openImports({ workspace, pathIndex: () => index }, options);
  return {
    imports,
    failures,
    /** The posts as their author has them on a desktop: what readers would see waits. */
    posts: createPostsOperations({
      workspace,
      publishing: 'apart',
      history: index,
      references: createPostReferences(workspace, ORIGIN),
    }),
    async end(): Promise<void> {
      await imports.close().catch(onError);
      await live.close().catch(onError);
      repository.close();
    },
  };
}
