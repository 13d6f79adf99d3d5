import { join } from 'node:path';
import { createContentRepository } from '#content/git/content-repository.ts';
import { repairRepository } from '#content/git/recovery.ts';
import { ENCRIER, openContent } from '#content/service/open-content.ts';
import type { FollowedRemote } from '#content/service/syncing/follow-remote.ts';
import { createPendingVersions } from '#content/service/waiting/pending.ts';
import { answersOf } from '#desktop/main/door.ts';
import { authorOf, createDoorway, type ReadPost, type Site } from './side.ts';

interface SiteOptions {
  /** Where `content.git` is. */
  readonly folder: string;
  readonly gitDir: string;
  /** The repository that it follows; null for none. */
  readonly upstream: string | null;
  readonly clock: () => number;
  readonly starterFolder: string;
}

const ORIGIN = 'https://exemple.fr';

/** The content service of a server over a bare repository, without pages. */
export function createSite({ folder, gitDir, upstream, clock, starterFolder }: SiteOptions): Site {
  const told: string[] = [];
  const onError = (error: unknown) => void told.push(String(error));
  const doorway = createDoorway((error, name) => told.push(`${name}: ${String(error)}`));
  let running: Awaited<ReturnType<typeof start>> | null = null;

  async function start() {
    const { readOnly } = await repairRepository({ gitDir, branch: 'main' });
    if (readOnly !== null) told.push(`read-only: ${readOnly}`);
    const repository = createContentRepository({ gitDir, branch: 'main', committer: ENCRIER, clock });
    const content = openContent({
      repository,
      readOnly,
      onError,
      pending: createPendingVersions(repository),
      cacheDir: folder,
      isKept: true,
      origin: ORIGIN,
      markdownWorker: new URL('file:///never-started.js'),
      search: () => null,
      remote: upstream === null ? null : followed(upstream),
      asksPast: false,
      onShown: () => undefined,
    });
    const { operations, imports } = await content.service({
      imports: {
        importsDir: join(folder, 'imports'),
        exportWorker: null,
        say: (sentence) => told.push(sentence),
        onError,
      },
      starterFolder,
      origin: ORIGIN,
      publishing: 'by-saving',
    });
    await content.open();
    content.openHistory();
    doorway.open(answersOf(operations, () => ({ author: authorOf('site') })));
    return {
      live: content.live,
      workspace: content.workspace,
      following: content.following,
      imports,
      async close(): Promise<void> {
        await imports.close().catch(onError);
        await content.close().catch(onError);
        repository.close();
      },
    };
  }

  return {
    name: 'site',
    folder,
    gitDir,
    client: doorway.client,
    async open(): Promise<void> {
      running = await start();
    },
    async close(): Promise<void> {
      doorway.shut();
      await running?.close();
      running = null;
    },
    importFrom: async (file) => startedOf(running).imports.fromPaths([file]),
    complaints: () => told.splice(0),
    readers(): Promise<readonly ReadPost[]> {
      const view = running?.live.viewAt(clock());
      if (running === null || view == null) return Promise.resolve([]);
      const { workspace } = running;
      return Promise.resolve(
        [...view.posts, ...view.pages].map((post) => {
          const { id, revision, title } = post;
          return { id, revision, title, content: () => workspace.body(post) };
        }),
      );
    },
    async notice(): Promise<void> {
      if (upstream !== null) await running?.following.syncNow();
      await running?.workspace.refresh();
    },
  };
}

/** When it is asked to. */
function followed(url: string): FollowedRemote {
  return {
    url,
    role: 'author',
    stands: 'ours',
    pollMs: Number.POSITIVE_INFINITY,
    credentials: () => null,
    onFault: () => undefined,
    onBackup: () => undefined,
  };
}

function startedOf<Started>(running: Started | null): Started {
  if (running === null) throw new Error('the site has ended');
  return running;
}
