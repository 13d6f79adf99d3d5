import { offeredBranches } from '#content/git/own-refs.ts';
import { compareHistories, isAncestor } from '#content/git/paint-history.ts';
import { countUnsentWaiting } from './exchange-work.ts';
import type { SyncOptions } from './sync-options.ts';
import { headOf, sentCommit } from './tracked-branch.ts';

/** How many commits and waiting texts of ours the upstream has not, as far as the last sync knows. */
export async function countUnsent(options: SyncOptions): Promise<number> {
  if (options.role === 'reader') return 0;
  return (await countUnsentCommits(options)) + (await countUnsentWaiting(options));
}

async function countUnsentCommits(options: SyncOptions): Promise<number> {
  const head = await headOf(options);
  const sent = await sentCommit(options);
  if (head === null || head === sent) return 0;
  const { ours } = await compareHistories(options.objects, {
    ours: [head],
    theirs: sent === null ? [] : [sent],
  });
  return ours.length;
}

interface Sent extends Pick<SyncOptions, 'gitDir' | 'objects'> {
  /** The last commit that the upstream is known to have; null when none is. */
  readonly sent: string | null;
}

/** Whether a commit of ours may be known elsewhere: it was sent, or a push of it was begun whose answer never came. */
export async function mayBeSent({ gitDir, objects, sent }: Sent, commit: string): Promise<boolean> {
  for (const known of [sent, ...(await offeredBranches(gitDir))])
    if (known !== null && (await isAncestor(objects, commit, known))) return true;
  return false;
}
