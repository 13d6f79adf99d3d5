import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { publishedBranch } from '#content/folder/git-state.ts';
import { initClone, openClone } from '#content/folder/work-tree.ts';
import { createContentRepository } from '#content/git/content-repository.ts';
import { writeFileDurably } from '#content/git/durable-fs.ts';
import { type RepairOptions, repairRepository } from '#content/git/recovery.ts';
import { resolveHead, WORK_BRANCH } from '#content/git/refs/refs.ts';
import { fileIdAt } from '#content/git/tree-differences.ts';
import { findDefaultBranch } from '#content/remote/advertisement.ts';
import type { AskCredentials } from '#content/remote/http-exchange.ts';
import { readPublishedBranch, writeOrigin } from '#content/remote/origin.ts';
import { createRemote, type Remote, type RemoteProgress } from '#content/remote/remote.ts';
import type { Person } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { SITE_FILE } from '../../model/paths.ts';
import { createPendingVersions } from '../waiting/pending.ts';
import { syncBranch } from './sync.ts';
import { trackForGit } from './tracked.ts';

/** How far a first clone is; `total` is null where nobody knows it. */
interface CloneProgress {
  readonly step: RemoteProgress['step'] | 'connect' | 'write';
  readonly done: number;
  readonly total: number | null;
}

export interface FirstCloneOptions {
  /** Empty, or one in which this very clone was begun. */
  readonly folder: string;
  readonly url: string;
  readonly credentials: AskCredentials;
  readonly committer: Person;
  readonly clock: () => number;
  readonly onProgress: (progress: CloneProgress) => void;
  readonly signal: AbortSignal;
  /** What begins a repository that is empty there; on disk, committed on the branch, when it resolves. */
  readonly start: (branch: string) => Promise<void>;
}

/** The branch of a repository that has none yet. */
const FIRST_BRANCH = 'main';

/**
 * Makes a folder a clone of a repository elsewhere: its history, what waits, its files; `origin` names it. One that was begun and cut
 * short, whenever that was, is gone on with: what arrived whole is not fetched again. One that was opened since is mended, and
 * exchanges once it is opened again. An empty repository there gets what `start` commits. Throws ContentError 'remote'; 'invalid' when
 * the repository holds no site; the signal's reason.
 */
export async function cloneInto(options: FirstCloneOptions): Promise<void> {
  const { folder, url, signal, onProgress } = options;
  onProgress({ step: 'connect', done: 0, total: null });
  const gitDir = path.join(folder, '.git');
  const opened = await readPublishedBranch(gitDir);
  if (opened !== null) {
    await repair({ gitDir, branch: opened });
    await writeOrigin(gitDir, { url, branch: opened });
    return;
  }
  const isNew = !existsSync(gitDir);
  const begun = isNew ? null : await resolveHead(gitDir).catch(() => null); // One that was begun may have no HEAD yet.
  const isFetched = begun !== null && begun.id !== null;
  if (isFetched && begun.ref === null) throw new ContentError('invalid', { path: '.git', reason: DETACHED });
  const branch = isFetched ? await publishedBranch(gitDir, WORK_BRANCH) : await begin(options);
  await repair({ gitDir, branch, isBegun: !isFetched });
  await writeOrigin(gitDir, { url, branch });
  if (!isFetched) await fetchFirst(options, { gitDir, branch, isNew });
  signal.throwIfAborted();
  // One whose opening was cut short has its files.
  if (begun?.ref !== `refs/heads/${WORK_BRANCH}`) await writeFilesOf(options, branch);
}

async function repair(options: RepairOptions): Promise<void> {
  const { readOnly } = await repairRepository(options);
  if (readOnly !== null) throw new ContentError('read-only', { reason: readOnly });
}

/** An empty repository on the branch to be fetched. Nothing is made before the other side has answered. */
async function begin({ folder, url, credentials, signal }: FirstCloneOptions): Promise<string> {
  const there = { address: url, workBranch: WORK_BRANCH };
  const branch = (await findDefaultBranch({ credentials, signal }, there)) ?? FIRST_BRANCH;
  const gitDir = await initClone(folder, branch);
  const head = `refs/heads/${branch}`;
  if ((await resolveHead(gitDir)).ref !== head)
    await writeFileDurably(path.join(gitDir, 'HEAD'), Buffer.from(`ref: ${head}\n`));
  return branch;
}

interface Begun {
  readonly gitDir: string;
  readonly branch: string;
  /** Whether the repository was made just now. */
  readonly isNew: boolean;
}

async function fetchFirst(options: FirstCloneOptions, { gitDir, branch, isNew }: Begun): Promise<void> {
  try {
    if (!(await syncOnce(options, { gitDir, branch }))) {
      await options.start(branch);
      await syncOnce(options, { gitDir, branch });
    }
  } catch (error) {
    // A repository of something else: the folder is as it was, and free for another try.
    if (isNew && error instanceof ContentError && error.code === 'invalid')
      await rm(gitDir, { recursive: true, force: true });
    throw error;
  }
}

/** False when there is nothing on either side. */
async function syncOnce(
  options: FirstCloneOptions,
  { gitDir, branch }: { readonly gitDir: string; readonly branch: string },
): Promise<boolean> {
  const { url, credentials, committer, clock, signal } = options;
  const repository = createContentRepository({ gitDir, branch, committer, clock });
  const onProgress = ({ step, done, total }: RemoteProgress) =>
    options.onProgress({ step, done, total: total ?? null });
  try {
    const remote = createRemote({ ...repository, url, credentials, onProgress }, signal);
    const pending = createPendingVersions(repository);
    const { commit } = await syncBranch({
      repository,
      role: 'author',
      stands: 'theirs',
      pending,
      remote: ofSitesOnly(remote, repository.objects),
      exclusively: (work) => work(),
      onMoved: () => undefined,
      onBackup: () => undefined,
    });
    await trackForGit(repository, [branch, pending.branch]);
    return commit !== null;
  } finally {
    repository.close();
  }
}

/** What was fetched is looked at before any ref names it. */
function ofSitesOnly(remote: Remote, objects: Parameters<typeof fileIdAt>[0]): Remote {
  return {
    ...remote,
    async fetch(known, workBranch) {
      const fetched = await remote.fetch(known, workBranch);
      const { tip } = fetched;
      if (tip !== null && (await fileIdAt(objects, { commit: tip, path: SITE_FILE })) === null)
        throw new ContentError('invalid', { path: SITE_FILE, reason: NO_SITE });
      return fetched;
    },
  };
}

/** Opening a clone brings its files; what an earlier try has written already is taken as it is. */
async function writeFilesOf(options: FirstCloneOptions, branch: string): Promise<void> {
  const { folder, committer, clock, signal, onProgress } = options;
  const failures: Error[] = [];
  const clone = await openClone({
    folder,
    branch,
    committer,
    clock,
    onError: (error) => failures.push(error instanceof Error ? error : new Error('files', { cause: error })),
    onWriting: ({ done, total }) => {
      signal.throwIfAborted();
      onProgress({ step: 'write', done, total });
    },
  });
  const outcome = await clone.workTree.follow();
  await clone.close();
  signal.throwIfAborted();
  if (outcome.kind === 'paused') throw new ContentError('read-only', { reason: outcome.pause });
  if (outcome.kind === 'later') throw failures.at(-1) ?? new ContentError('locked', { lock: 'index' });
}

const NO_SITE =
  'Ce dépôt ne contient pas de site Encrier\u00a0: il lui manque le fichier site.yml. Choisissez-en un autre.';
const DETACHED =
  'Aucune branche n’est ouverte dans ce dossier\u00a0: ouvrez-en une avec git, puis recommencez.';
