import path from 'node:path';
import {
  type ContentRepository,
  type ContentRepositoryOptions,
  createContentRepository,
} from '#content/git/content-repository.ts';
import { openWorkTree, type WorkTree, type WorkTreeOptions } from './work-tree.ts';

export interface CloneOptions
  extends Omit<ContentRepositoryOptions, 'gitDir'>,
    Pick<WorkTreeOptions, 'folder' | 'onError' | 'names' | 'onWriting'> {
  /** The branch that is open in the folder, and that its files follow; the one that is committed to unless said otherwise. */
  readonly openBranch?: string;
}

export interface Clone {
  /** As of a bare repository; each commit is acknowledged before index and files have followed. */
  readonly repository: ContentRepository;
  readonly workTree: WorkTree;
  /** Waits for index and files, then closes both. */
  close(): Promise<void>;
}

/** Opens an ordinary clone with files (new-clone.ts makes one; recovery.ts repairs one first). */
export async function openClone(options: CloneOptions): Promise<Clone> {
  const { folder, branch, openBranch = branch, onError, names, onWriting } = options;
  const inner = createContentRepository({ ...options, gitDir: path.join(folder, '.git') });
  const { objects } = inner;
  const workTree = await openWorkTree({
    folder,
    branch: openBranch,
    objects,
    onError,
    ...(names === undefined ? {} : { names }),
    ...(onWriting === undefined ? {} : { onWriting }),
  });
  return {
    repository: {
      ...inner,
      async commit(changeSet, from) {
        if (openBranch === branch) return workTree.moving(() => inner.commit(changeSet, from));
        await workTree.requireFree();
        return inner.commit(changeSet, from);
      },
    },
    workTree,
    close: async () => {
      await workTree.close();
      inner.close();
    },
  };
}
