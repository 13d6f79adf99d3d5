import { readdir, readFile, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { ContentError } from '#content/model/errors.ts';
import { signatureOf } from '../commit-object.ts';
import { runLimited } from '../concurrency.ts';
import { removeFileDurably } from '../durable-fs.ts';
import type { RefWriter } from '../repository.ts';
import { ifThere } from '../system-error.ts';
import { withLock } from './lock-file.ts';
import { appendReflog, removeReflog } from './reflog.ts';
import { isRefName, listRefs, movedRef, readRef } from './refs.ts';

interface RefChange {
  /** Full name: refs/heads/main. */
  readonly ref: string;
  /** Where the ref must be now; null when it must not exist. */
  readonly from: string | null;
  /** How long another program's lock is waited for, in milliseconds. */
  readonly lockWaitMs?: number | undefined;
}

interface Move extends RefChange {
  readonly to: string;
  /** What the history of the ref says of it. */
  readonly reason: string;
}

/**
 * Has a ref name a commit, if it is where it is expected: 'stale' when it is not, and nothing changes; where it is to stay nothing is
 * looked at. Goes by git's own protocol (lock file, history, rename), so that the git program, pushes and other processes of ours lose
 * nothing to each other (docs/design.md, Refs and locks). On disk when this answers 'set'. Throws ContentError 'locked' when another
 * program keeps its lock, 'corrupt' when the ref is damaged, 'read-only' when another ref has the place of a new one.
 */
export async function setRef(
  { gitDir, committer, clock }: RefWriter,
  { ref: name, from, to, reason, lockWaitMs: waitMs }: Move,
): Promise<'set' | 'stale'> {
  refuseOddName(name);
  if (from === to) return 'set';
  const ref = await movedRef(gitDir, name);
  refuseOddName(ref);
  const file = path.join(gitDir, ref);
  if (from === null) await makeRoom(gitDir, ref);
  return withLock({ gitDir, file, content: '', waitMs }, async (lock) => {
    if ((await readRef(gitDir, ref)) !== from) return 'stale';
    const signature = signatureOf(committer, new Date(clock()));
    const told = hasReflog(ref)
      ? appendReflog(gitDir, ref, { from, to, committer: signature, reason })
      : Promise.resolve();
    // Both are on disk before the ref moves; the disk is waited for once.
    await runLimited([lock.fill(Buffer.from(`${to}\n`)), told], 2, (written) => written);
    await lock.commit();
    return 'set';
  });
}

/** Takes a ref away, never a branch, if it is where it is expected; else as {@link setRef}. */
export async function removeRef(
  gitDir: string,
  { ref, from, lockWaitMs: waitMs }: RefChange,
): Promise<'set' | 'stale'> {
  refuseOddName(ref);
  if (ref.startsWith('refs/heads/')) throw new TypeError(`a branch is not removed: ${ref}`);
  if (from === null) return 'set';
  return withLock({ gitDir, file: path.join(gitDir, ref), content: '', waitMs }, async () => {
    if ((await readRef(gitDir, ref)) !== from) return 'stale';
    await forgetRef({ gitDir, ref, waitMs });
    return 'set';
  });
}

/** Refuses a ref below another one, or above it: git would take neither (refs.c). Folders that other refs left empty go. */
async function makeRoom(gitDir: string, ref: string): Promise<void> {
  const [below] = (await listRefs(gitDir, `${ref}/`)).keys();
  const parts = ref.split('/');
  const above = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('/'));
  let other = below;
  for (const name of above.slice(1)) if ((await readRef(gitDir, name)) !== null) other = name;
  if (other === undefined) return ifThere(removeEmpty(path.join(gitDir, ref)), undefined);
  const [short, taken] = [ref, other].map((name) => name.replace(/^refs\/heads\//, ''));
  throw new ContentError('read-only', {
    reason: `Git ne peut pas avoir à la fois «\u00a0${short}\u00a0» et «\u00a0${taken}\u00a0»\u00a0: donnez à celle-ci un autre nom (git branch -m), puis recommencez.`,
  });
}

async function removeEmpty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await removeEmpty(path.join(folder, name));
  await rmdir(folder);
}

function refuseOddName(ref: string): void {
  if (!isRefName(ref) || ref === 'HEAD') throw new TypeError(`not a ref that can be set: ${ref}`);
}

/** The refs whose moves git records with core.logAllRefUpdates=true (git-config(1)), and ours: a torn one is restored from there. */
function hasReflog(ref: string): boolean {
  return ['refs/heads/', 'refs/remotes/', 'refs/notes/', 'refs/encrier/'].some((start) =>
    ref.startsWith(start),
  );
}

interface Forgetting {
  readonly gitDir: string;
  readonly ref: string;
  readonly waitMs?: number | undefined;
}

/**
 * Takes away a ref whose lock is ours: its history, then packed-refs without it under a lock of its own, then its file. A ref
 * without a history does no harm; a history without its ref would be inherited.
 */
export async function forgetRef({ gitDir, ref, waitMs }: Forgetting): Promise<void> {
  await removeReflog(gitDir, ref);
  await removePackedRef({ gitDir, ref, waitMs });
  await removeFileDurably(path.join(gitDir, ref));
}

/** Writes packed-refs without the ref, all else byte for byte. */
async function removePackedRef({ gitDir, ref, waitMs }: Forgetting): Promise<void> {
  const file = path.join(gitDir, 'packed-refs');
  const read = (): Promise<string> => ifThere(readFile(file, 'latin1'), '');
  if (withoutRef(await read(), ref) === null) return;
  return withLock({ gitDir, file, content: '', waitMs }, async (lock) => {
    // Another program may have written it before our lock.
    const content = withoutRef(await read(), ref);
    if (content === null) return;
    await lock.fill(Buffer.from(content, 'latin1'));
    await lock.commit();
  });
}

/** Null when the ref is not there. A line `^…` tells more of the line before it. */
function withoutRef(packed: string, ref: string): string | null {
  const lines = packed.split('\n');
  const name = Buffer.from(ref).toString('latin1');
  const at = lines.findIndex((line) => line.endsWith(` ${name}`));
  if (at === -1) return null;
  const count = lines[at + 1]?.startsWith('^') === true ? 2 : 1;
  return lines.toSpliced(at, count).join('\n');
}
