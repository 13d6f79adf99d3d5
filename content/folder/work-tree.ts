import path from 'node:path';
import { initRepository } from '#content/git/bare-repository.ts';
import {
  type ContentRepository,
  type ContentRepositoryOptions,
  createContentRepository,
} from '#content/git/content-repository.ts';
import { ensureFolderDurably } from '#content/git/durable-fs.ts';
import { objectId } from '#content/git/objects/object-id.ts';
import { ContentError } from '#content/model/errors.ts';
import type { CloneFiles } from './bring.ts';
import {
  createDiskContents,
  type DiskContent,
  findNameRules,
  type NameRules,
  readContent,
  statOf,
} from './disk-file.ts';
import { createFollower } from './follow.ts';
import { createKeptBytes } from './git-rules.ts';
import { createIndexFile } from './index-file.ts';
import { createStatus } from './status.ts';
import { watchWorkTree } from './watch.ts';

/** What other programs keep in the folder and nobody publishes; git and the author see none of it. */
const EXCLUDED = '.obsidian/\n.trash/\n.DS_Store\nThumbs.db\ndesktop.ini\n';
const NO_CLONE =
  'Ce dossier n’est pas un clone git ordinaire\u00a0: il lui faut un dossier .git, ni lien ni renvoi vers un autre.';

export interface CloneOptions
  extends Omit<ContentRepositoryOptions, 'gitDir'>,
    Pick<CloneFiles, 'folder' | 'onWriting'> {
  /** The branch that is open in the folder, and that its files follow; the one that is committed to unless said otherwise. */
  readonly openBranch?: string;
  /** What fails behind the caller's back; it is tried again by itself. */
  readonly onError: (error: unknown) => void;
  /** What the file system makes of names; found out by default. */
  readonly names?: NameRules | undefined;
}

/**
 * Makes a repository with files in a folder: empty, without a commit, with the settings of every repository of Encrier.
 * One that was begun is finished, one that is there is left as it is. Answers its git folder.
 */
export async function initClone(folder: string, branch: string): Promise<string> {
  const gitDir = path.join(folder, '.git');
  await ensureFolderDurably(gitDir);
  await initRepository({ gitDir, branch, kind: 'clone', excluded: EXCLUDED });
  return gitDir;
}

/**
 * Opens an ordinary clone with files that recovery.ts has repaired, and finishes what a crash left half done: files that follow
 * half, an index that is missing or torn. Throws ContentError 'invalid' when the folder is no ordinary clone.
 */
export async function openClone(options: CloneOptions) {
  const { folder, branch: published, openBranch: branch = published, onError, onWriting } = options;
  const gitDir = path.join(folder, '.git');
  refuseOddClone(gitDir);
  const repository = createContentRepository({ ...options, gitDir });
  const rules = options.names ?? findNameRules(gitDir);
  const index = createIndexFile(gitDir);
  const { objects } = repository;
  const keptBytes = createKeptBytes(folder, objects);
  const contents = createDiskContents(folder, keptBytes);
  const files = { folder, gitDir, objects, rules, index, contents, onWriting };
  const follower = createFollower({ ...files, branch, published, onError });
  const { follow, moving, requireFree, accept, forgetOverwritten } = follower;
  const { status, folders, isOurs } = createStatus(files, follower);
  await follow();

  /** What git keeps of a file as it is on disk; null when it is none, or is being written to. Links are never followed. */
  async function read(file: string): Promise<DiskContent | null> {
    const content = await readContent(folder, file);
    if (content === null) return null;
    const state = await index.read();
    const entry = state.kind === 'entries' ? state.entries.find(({ path: at }) => at === file) : undefined;
    const bytes = await keptBytes({ file, bytes: content.bytes, blob: entry?.id ?? null });
    return { ...content, bytes, id: objectId('blob', bytes) };
  }

  const commit: ContentRepository['commit'] = async (changeSet, from) => {
    if (branch === published) return moving(() => repository.commit(changeSet, from));
    await requireFree();
    return repository.commit(changeSet, from);
  };

  return {
    /** As of a bare repository; each commit is acknowledged before index and files have followed. */
    repository: { ...repository, commit },
    /** The files and the index of one clone, which follow its branch (docs/decisions/035). */
    workTree: {
      follow,
      moving,
      requireFree,
      accept,
      forgetOverwritten,
      /** What other programs did to the files. */
      status,
      read,
      /**
       * Tells when something may have changed, by whomever; `onlyOurs` says whether it was Encrier alone, as far as that is sure. The
       * function that is answered ends it.
       */
      watch: (onChange: (onlyOurs: () => Promise<boolean>) => void) =>
        watchWorkTree({
          folder,
          gitDir,
          branch,
          folders,
          onChange: (named) =>
            onChange(async () => named !== null && (await follow()).kind === 'followed' && isOurs(named)),
        }),
    },
    /** Waits for index and files, then closes both. */
    async close() {
      await follower.close();
      repository.close();
    },
  };
}

export type WorkTree = Awaited<ReturnType<typeof openClone>>['workTree'];

/** `git worktree add` and submodules have a file there: their index is elsewhere. */
function refuseOddClone(gitDir: string): void {
  if (statOf(gitDir)?.isDirectory() !== true)
    throw new ContentError('invalid', { path: '.git', reason: NO_CLONE });
}
