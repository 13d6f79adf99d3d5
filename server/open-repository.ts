import { sentenceOf } from '#content/contract/french.ts';
import { initBareRepository } from '#content/git/bare-repository.ts';
import { type ContentRepository, createContentRepository } from '#content/git/content-repository.ts';
import { findUnwritable, repairRepository } from '#content/git/recovery.ts';
import { listReflogs } from '#content/git/refs/reflog.ts';
import { listRefs } from '#content/git/refs/refs.ts';
import { starterChangeSet } from '#content/git/starter.ts';
import { ENCRIER } from '#content/service/open-content.ts';
import { createPendingVersions, type PendingVersions } from '#content/service/waiting/pending.ts';
import type { DataFolder } from './data/data-folder.ts';
import type { Env } from './env.ts';

interface OpenOptions {
  readonly env: Pick<Env, 'branch' | 'workBranch' | 'starter'>;
  readonly data: Pick<DataFolder, 'gitDir' | 'refusal'>;
  readonly starterFolder: string;
  /** Milliseconds since 1970; this machine's clock unless said otherwise. */
  readonly clock?: () => number;
  /** Fills an empty repository from elsewhere, if there is such a place; false when nothing is there, and the starter is for us to make. */
  readonly clone: ((opened: Branches) => Promise<boolean>) | null;
}

/** The published branch of a repository, and what waits beside it. */
export interface Branches {
  readonly repository: ContentRepository;
  readonly pending: PendingVersions;
}

export interface OpenedRepository extends Branches {
  readonly repaired: readonly string[];
  /** Why nothing can be written, in French; null when all is well. */
  readonly readOnly: string | null;
  /** Locks that were left because a program may hold them. */
  readonly locks: readonly string[];
}

/**
 * Opens the content repository: repaired where the last process was cut off, cloned, or created with the starter's
 * articles, where there is none. A repository that has a history never gets a second one,
 * and one that this process cannot, or may not, write is left as it is.
 */
export async function openRepository(options: OpenOptions): Promise<OpenedRepository> {
  const { branch, workBranch, starter: kind } = options.env;
  const { gitDir, refusal } = options.data;
  if (refusal !== null) {
    const readOnly = sentenceOf(refusal.error.code, refusal.error.data);
    return { ...branchesOf(options), repaired: [], readOnly, locks: [] };
  }
  if ((await findUnwritable(gitDir)) === null) await initBareRepository(gitDir, branch);
  const isBegun = options.clone !== null && (await isUnnamed(gitDir));
  const repair = { gitDir, branch, workBranch };
  let { repaired, readOnly, locks = [] } = await repairRepository({ ...repair, isBegun });
  const branches = branchesOf(options);
  const { repository } = branches;
  const isEmpty = async () => readOnly === null && (await repository.head()) === null;
  if ((await isEmpty()) && !(await options.clone?.(branches))) {
    // Nothing is there to tell which of its commits was published: what is here has to.
    if (isBegun) ({ repaired, readOnly, locks = [] } = await repairRepository(repair));
    if (await isEmpty()) {
      const starter = { folder: options.starterFolder, kind, author: ENCRIER };
      await repository.commit(await starterChangeSet(starter), { expected: null });
    }
  }
  return { ...branches, repaired, readOnly, locks };
}

/** Whether nothing says that it ever had a branch: a first clone that was cut short has commits of both, and no ref. */
async function isUnnamed(gitDir: string): Promise<boolean> {
  return (await listRefs(gitDir)).size === 0 && (await listReflogs(gitDir)).length === 0;
}

function branchesOf({ env, data: { gitDir }, clock = Date.now }: OpenOptions): Branches {
  const { branch, workBranch } = env;
  const repository = createContentRepository({ gitDir, branch, committer: ENCRIER, clock });
  return { repository, pending: createPendingVersions(repository, { workBranch }) };
}
