import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Person } from '#content/model/change-set.ts';
import { signatureOf } from '../commit-object.ts';
import { removeFileDurably } from '../durable-fs.ts';
import { ifThere } from '../system-error.ts';
import { withLock } from './lock-file.ts';
import { appendReflog, removeReflog } from './reflog.ts';
import { isRefName, readRef } from './refs.ts';

interface RefChange {
  readonly gitDir: string;
  /** Full name: refs/heads/main. */
  readonly ref: string;
  /** Where the ref must be now; null when it must not exist. */
  readonly from: string | null;
  /** How long another program's lock is waited for, in milliseconds. */
  readonly lockWaitMs?: number | undefined;
}

/** What the history of a ref says of a move. */
interface Mover {
  readonly committer: Person;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly reason: string;
}

type Removal = RefChange & { readonly to: null };
type Move = RefChange & Mover & { readonly to: string | null };

/**
 * Has a ref name a commit, or nothing (`to` null; never a branch), if it is where it is expected: 'stale' when it is not, and
 * nothing changes; where it is to stay nothing is looked at. Goes by git's own protocol (lock file, history, rename), so that the git program, pushes and other
 * processes of ours lose nothing to each other (docs/design.md, Refs and locks). On disk when this answers 'set'. Throws
 * ContentError 'locked' when another program keeps its lock, 'corrupt' when the ref is damaged.
 */
export async function setRef(change: Removal | Move): Promise<'set' | 'stale'> {
  const { gitDir, ref, from, to, lockWaitMs: waitMs } = change;
  if (!isRefName(ref) || ref === 'HEAD') throw new TypeError(`not a ref that can be set: ${ref}`);
  if (to === null && ref.startsWith('refs/heads/')) throw new TypeError(`a branch is not removed: ${ref}`);
  if (from === to) return 'set';
  return withLock(
    { gitDir, file: path.join(gitDir, ref), content: `${to ?? from}\n`, waitMs },
    async (lock) => {
      if ((await readRef(gitDir, ref)) !== from) return 'stale';
      if (change.to === null) {
        await forgetRef({ gitDir, ref, waitMs });
        return 'set';
      }
      const committer = signatureOf(change.committer, new Date(change.now));
      if (hasReflog(ref))
        await appendReflog(gitDir, ref, { from, to: change.to, committer, reason: change.reason });
      await lock.commit();
      return 'set';
    },
  );
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
