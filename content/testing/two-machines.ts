import { libraryTransport } from '#content/remote/library-transport.ts';
import { createRemote } from '#content/remote/remote.ts';
import { createQuestions } from '../service/syncing/questions.ts';
import { syncBranch } from '../service/syncing/sync.ts';
import type { SyncOptions } from '../service/syncing/tracked.ts';
import { createPendingVersions } from '../service/waiting/pending.ts';
import { startLoopbackRemote } from './loopback-remote.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_NOW } from './posts-workspace.ts';

export const COMMITTER = { name: 'Encrier', email: 'encrier@exemple.fr' };

/**
 * Two repositories that exchange with a third, all three with these files and nothing that waits. Close them always.
 */
export async function startTwoMachines(files: Readonly<Record<string, string>>) {
  const upstream = await startLoopbackRemote();
  /** The refs under which pending versions were kept that clashed. */
  const backups: string[] = [];
  /** Those of branches that the upstream rewrote. */
  const rewritten: string[] = [];

  function optionsOf({ repository: own, workspace }: PostsWorkspace, url = upstream.url): SyncOptions {
    const repository = { ...own, committer: COMMITTER, clock: () => TEST_NOW };
    return {
      repository,
      role: 'author',
      stands: 'ours',
      pending: createPendingVersions(repository),
      remote: createRemote({ ...repository, url, credentials: () => null, transport: libraryTransport }),
      exclusively: workspace.withoutSaves,
      onMoved: () => void workspace.refresh(),
      onBackup: (ref, kind) => (kind === 'pending' ? backups : rewritten).push(ref),
    };
  }

  async function sync(place: PostsWorkspace, role: SyncOptions['role'] = 'author') {
    const before = rewritten.length;
    const synced = await syncBranch({ ...optionsOf(place), role });
    await place.workspace.refresh();
    return { ...synced, backup: rewritten[before] ?? null };
  }

  function questions({ repository, pending }: PostsWorkspace) {
    return createQuestions(repository, pending);
  }

  const here = await createPostsWorkspace(files);
  await sync(here);
  const there = await createPostsWorkspace();
  there.git('update-ref', '-d', 'refs/heads/main');
  await sync(there);

  return {
    upstream,
    here,
    there,
    backups,
    optionsOf,
    questions,
    sync,
    questionsOf: (place: PostsWorkspace) => questions(place).list(),
    async close(): Promise<void> {
      await here.close();
      await there.close();
      await upstream.stop();
    },
  };
}

export type TwoMachines = Awaited<ReturnType<typeof startTwoMachines>>;
