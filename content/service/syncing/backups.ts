import path from 'node:path';
import * as z from 'zod';
import { isWaitingCommit } from '#content/git/commit-object.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { listRefs, readRef } from '#content/git/refs/refs.ts';
import { setRef } from '#content/git/refs/set-ref.ts';
import type { RefWriter, Repository } from '#content/git/repository.ts';
import { createStateFile, type StateFile } from '#content/git/state-file.ts';
import type { SyncBackup } from '../../contract/sync-operations.ts';
import { ifSound } from '../../model/errors.ts';
import { tryReadVersion } from '../posts/post-version.ts';
import { movesSince } from './tree-sides.ts';

const BACKUPS = 'refs/encrier/backup/';
/** As {@link keepBackup} names them: what an operator keeps there under another name is no notice. */
const NAME = /^(\d{4}-\d{2}-\d{2})-[0-9a-f]{12}$/;

/**
 * Keeps a commit that nothing else would name for long, for ever; answers the ref, on disk when this returns. Kept once more,
 * it is news once more. Only one caller at a time.
 */
export async function keepBackup(repository: RefWriter, commit: string): Promise<string> {
  const { gitDir, clock } = repository;
  const name = `${new Date(clock()).toISOString().slice(0, 10)}-${commit.slice(0, 12)}`;
  const ref = `${BACKUPS}${name}`;
  if ((await readRef(gitDir, ref)) === null)
    await setRef(repository, { ref, from: null, to: commit, reason: 'backup' });
  await dismissedBackups(gitDir).change((names) =>
    names.includes(name) ? names.filter((other) => other !== name) : names,
  );
  return ref;
}

/** The backups that nobody has taken note of yet, the oldest first: their refs say it, through every restart. */
export async function listBackups(
  { gitDir, branch, objects }: Pick<Repository, 'gitDir' | 'branch' | 'objects'>,
  workBranch: string,
): Promise<readonly SyncBackup[]> {
  const [refs, dismissed] = [await listRefs(gitDir, BACKUPS), await dismissedBackups(gitDir).read()];
  const open: SyncBackup[] = [];
  for (const [ref, commit] of refs) {
    const name = ref.slice(BACKUPS.length);
    const day = NAME.exec(name)?.[1];
    if (day === undefined || dismissed.includes(name)) continue;
    const kind = await kindOf(objects, commit);
    const head = await readRef(gitDir, `refs/heads/${kind === 'branch' ? branch : workBranch}`);
    open.push({
      name,
      ref,
      day,
      kind,
      gone: head === null ? [] : await ifSound(goneSince(objects, { commit, head }), []),
    });
  }
  return open.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The titles of the posts that a commit has and the branch has no longer, by their ids. */
async function goneSince(
  objects: ObjectStore,
  { commit, head }: { readonly commit: string; readonly head: string },
): Promise<string[]> {
  const titles: string[] = [];
  for (const { before, after } of (await movesSince(objects, commit, head)).values()) {
    if (before === null || after !== null) continue;
    const version = tryReadVersion({ path: before.path, bytes: (await objects.read(before.id)).bytes });
    titles.push(version?.post.title ?? before.path);
  }
  return titles;
}

/** Notes that somebody has read of a backup; its ref stays. False when there is no such notice. Only one caller at a time. */
export async function dismissBackup(gitDir: string, name: string): Promise<boolean> {
  const [refs, dismissed] = [await listRefs(gitDir, BACKUPS), dismissedBackups(gitDir)];
  if (!NAME.test(name) || !refs.has(`${BACKUPS}${name}`) || (await dismissed.read()).includes(name))
    return false;
  await dismissed.change((names) => [...names.filter((other) => refs.has(`${BACKUPS}${other}`)), name]);
  return true;
}

async function kindOf(objects: Pick<ObjectStore, 'readCommit'>, commit: string): Promise<SyncBackup['kind']> {
  const read = await ifSound(objects.readCommit(commit), null);
  return read !== null && isWaitingCommit(read) ? 'pending' : 'branch';
}

/** The backups that somebody has taken note of, by name. A file that is lost or damaged has them told once more. */
export function dismissedBackups(gitDir: string): StateFile<readonly string[]> {
  return createStateFile<readonly string[]>({
    file: path.join(gitDir, 'encrier', 'dismissed-backups.json'),
    schema: z.array(z.string()),
    none: [],
    without: 'les sauvegardes sont annoncées de nouveau',
    say: () => undefined, // They are: that says it.
  });
}
