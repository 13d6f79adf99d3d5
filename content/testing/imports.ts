import path from 'node:path';
import { inProcess } from '../service/images/image-pipeline.ts';
import type { Fetched } from '../service/importing/fetch-picture.ts';
import { createImports, type Imports } from '../service/importing/import-operations.ts';
import { createPostReferences } from '../service/post-references.ts';
import type { PostsWorkspace } from './posts-workspace.ts';

interface ImportsOptions {
  /** Where imports are kept, in a folder of its own. */
  readonly folder: string;
  /** What the old site answers. */
  readonly fetch: (address: string) => Promise<Fetched>;
  /** Told of what was found damaged, and of bugs. */
  readonly onProblem: (problem: unknown) => void;
}

const ORIGIN = 'https://exemple.fr';

/** The imports of a repository, as a program has them from its start to its end. */
export function openImports(
  { workspace, pending, pathIndex }: Pick<PostsWorkspace, 'workspace' | 'pending' | 'pathIndex'>,
  { folder, fetch, onProblem }: ImportsOptions,
): Imports {
  return createImports(
    {
      workspace,
      pending,
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
      say: onProblem,
      onError: onProblem,
      fetch,
    },
  );
}
