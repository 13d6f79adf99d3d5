import type { Person } from '../../model/change-set.ts';
import { moveRef } from '../../store/ref-lock.ts';
import { readRef } from '../../store/refs.ts';
import { signatureOf } from '../../store/signature.ts';

interface BackupOptions {
  readonly gitDir: string;
  readonly committer: Person;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Keeps a commit that nothing else would name for long, for ever; answers the ref, on disk when this returns. */
export async function keepBackup(
  { gitDir, committer, clock }: BackupOptions,
  commit: string,
): Promise<string> {
  const now = new Date(clock());
  const ref = `refs/encrier/backup/${now.toISOString().slice(0, 10)}-${commit.slice(0, 12)}`;
  const signature = signatureOf(committer, now);
  if ((await readRef(gitDir, ref)) === null)
    await moveRef({ gitDir, ref, from: null, to: commit, committer: signature, reason: 'backup' });
  return ref;
}
