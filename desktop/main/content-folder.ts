import { existsSync } from 'node:fs';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { initClone } from '#content/folder/work-tree.ts';
import { createContentRepository } from '#content/git/content-repository.ts';
import { createObjectStore } from '#content/git/objects/objects.ts';
import { repairRepository } from '#content/git/recovery.ts';
import { listRefs, resolveHead } from '#content/git/refs/refs.ts';
import { type StarterKind, starterChangeSet } from '#content/git/starter.ts';
import { fileIdAt } from '#content/git/tree-differences.ts';
import type { Person } from '#content/model/change-set.ts';
import { SITE_FILE } from '#content/model/paths.ts';
import { readPublishedBranch } from '#content/remote/origin.ts';
import { ENCRIER } from '#content/service/open-content.ts';
import type { ChosenFolder } from '#desktop/host/operations.ts';

const FIRST_BRANCH = 'main';
/** What systems put into every folder that is looked at. */
const NO_CONTENT = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);
/** What a repository without files of its own holds. */
const BARE = ['HEAD', 'objects', 'refs'];

/**
 * What a folder is, without touching it. A clone that was begun and has no commit yet counts as empty; one that was opened here before
 * is the author's content, whatever a power cut or git made of it since: who opens it mends that, or says what to do.
 */
export async function kindOfFolder(folder: string): Promise<ChosenFolder['kind']> {
  const names = await namesIn(folder);
  if (names === null) return 'unusable';
  if (names.includes('.git')) return kindOfRepository(folder, names);
  if (BARE.every((name) => names.includes(name))) return 'other-repository';
  return names.length === 0 ? 'empty' : 'not-empty';
}

/** Whether a folder holds a content repository, be it one that cannot be written to. */
export async function holdsContent(folder: string): Promise<boolean> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  return names.includes('.git') && (await kindOfRepository(folder, names)) === 'content';
}

/**
 * Makes an empty folder a content repository, its first commit by the author; on disk when this returns. One that was cut short is gone
 * on with from there.
 */
export async function startContent(
  folder: string,
  {
    starter,
    starterFolder,
    author,
  }: { readonly starter: StarterKind; readonly starterFolder: string; readonly author: Person },
): Promise<void> {
  const gitDir = await initClone(folder, FIRST_BRANCH);
  const own = { gitDir, branch: FIRST_BRANCH, committer: ENCRIER, clock: Date.now };
  await repairRepository(own);
  const repository = createContentRepository(own);
  try {
    if ((await repository.head()) !== null) return;
    const changeSet = await starterChangeSet({ folder: starterFolder, kind: starter, author });
    await repository.commit(changeSet, { expected: null });
  } finally {
    repository.close();
  }
}

async function namesIn(folder: string): Promise<readonly string[] | null> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return (await readdir(folder)).filter((name) => !NO_CONTENT.has(name));
  } catch {
    return null; // Absent, no folder, or not ours to write to.
  }
}

async function kindOfRepository(folder: string, names: readonly string[]): Promise<ChosenFolder['kind']> {
  const gitDir = join(folder, '.git');
  if (!(await stat(gitDir)).isDirectory()) return 'other-repository';
  if ((await readPublishedBranch(gitDir)) !== null) return 'content';
  const head = await resolveHead(gitDir).catch(() => null); // A bare `.git` folder, or a damaged one.
  if (head?.id != null) return (await hasSite(gitDir, head.id)) ? 'content' : 'other-repository';
  return names.length === 1 && (await isUnused(gitDir)) ? 'empty' : 'other-repository';
}

/** Whether nobody committed anything there, nor prepared to. */
async function isUnused(gitDir: string): Promise<boolean> {
  return (await listRefs(gitDir, 'refs/heads/')).size === 0 && !existsSync(join(gitDir, 'index'));
}

async function hasSite(gitDir: string, commit: string): Promise<boolean> {
  const objects = createObjectStore({ gitDir });
  try {
    return (await fileIdAt(objects, { commit, path: SITE_FILE })) !== null;
  } finally {
    objects.close();
  }
}
