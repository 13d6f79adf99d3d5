import { sentenceOf } from '#content/contract/french.ts';
import { initBareRepository } from '#content/git/bare-repository.ts';
import { type ContentRepository, createContentRepository } from '#content/git/content-repository.ts';
import { findUnwritable, repairRepository } from '#content/git/recovery.ts';
import { listRefs } from '#content/git/refs/refs.ts';
import { type StarterKind, starterChangeSet } from '#content/git/starter.ts';
import type { ContentError } from '#content/model/errors.ts';

/** Who makes commits on behalf of others, and the starter's author. */
export const ENCRIER = { name: 'Encrier', email: 'encrier@encrier.invalid' } as const;

interface OpenOptions {
  readonly gitDir: string;
  readonly branch: string;
  readonly workBranch: string;
  /** Why nothing may be written there, if so. */
  readonly refusal: ContentError | null;
  readonly starterFolder: string;
  readonly starter: StarterKind;
  /** Fills an empty repository from elsewhere; false when there is nothing, and the starter is for us to make. */
  readonly clone: (repository: ContentRepository) => Promise<boolean>;
}

export interface OpenedRepository {
  readonly repository: ContentRepository;
  readonly repaired: readonly string[];
  /** Why nothing can be written, in French; null when all is well. */
  readonly readOnly: string | null;
  /** Locks of git that were left because a git may hold them. */
  readonly locks: readonly string[];
  /** Refs of texts that waited before there was a work branch (docs/decisions/064): left alone. */
  readonly formerWaiting: readonly string[];
}

/**
 * Opens the content repository: repaired where the last process was cut off, cloned, or created with the starter's
 * articles, where there is none. A repository that has a history never gets a second one,
 * and one that this process cannot, or may not, write is left as it is.
 */
export async function openRepository(options: OpenOptions): Promise<OpenedRepository> {
  const { gitDir, branch, workBranch, refusal } = options;
  if (refusal !== null) {
    const readOnly = sentenceOf(refusal.code, refusal.data);
    return { repository: repositoryOf(options), repaired: [], readOnly, locks: [], formerWaiting: [] };
  }
  if ((await findUnwritable(gitDir)) === null) await initBareRepository(gitDir, branch);
  const { repaired, readOnly, locks = [] } = await repairRepository({ gitDir, branch, workBranch });
  const repository = repositoryOf(options);
  const isEmpty = readOnly === null && (await repository.head()) === null;
  if (isEmpty && !(await options.clone(repository))) {
    const starter = { folder: options.starterFolder, kind: options.starter, author: ENCRIER };
    await repository.commit(await starterChangeSet(starter), { expected: null });
  }
  const formerWaiting = [...(await listRefs(gitDir, 'refs/encrier/pending/')).keys()];
  return { repository, repaired, readOnly, locks, formerWaiting };
}

function repositoryOf({ gitDir, branch }: OpenOptions): ContentRepository {
  return createContentRepository({ gitDir, branch, committer: ENCRIER, clock: () => new Date() });
}
