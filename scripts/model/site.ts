import { join } from 'node:path';
import { createContentRepository } from '#content/git/content-repository.ts';
import { repairRepository } from '#content/git/recovery.ts';
import { createHistoryIndex } from '#content/history/history-index.ts';
import { createContentOperations } from '#content/service/content-operations.ts';
import { createImageInfo } from '#content/service/images/image-info.ts';
import { inProcess } from '#content/service/images/image-pipeline.ts';
import { createLiveContent } from '#content/service/live-content.ts';
import { ENCRIER } from '#content/service/open-content.ts';
import { createQuestions } from '#content/service/syncing/questions.ts';
import { createSyncOperations, NOT_FOLLOWING } from '#content/service/syncing/sync-operations.ts';
import { createPendingVersions } from '#content/service/waiting/pending.ts';
import { createWorkspace } from '#content/service/workspace.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { answersOf } from '#desktop/main/door.ts';
import { authorOf, createDoorway, type ReadPost, type Site } from './side.ts';

interface SiteOptions {
  /** Where `content.git` is. */
  readonly folder: string;
  readonly gitDir: string;
  readonly clock: () => number;
  readonly starterFolder: string;
}

/** The content service of a server over a bare repository, put together as `server/compose.ts` does, without pages. */
export function createSite({ folder, gitDir, clock, starterFolder }: SiteOptions): Site {
  const told: string[] = [];
  const onError = (error: unknown) => void told.push(String(error));
  const doorway = createDoorway((error, name) => told.push(`${name}: ${String(error)}`));
  let running: Awaited<ReturnType<typeof start>> | null = null;

  async function start() {
    const { readOnly } = await repairRepository({ gitDir, branch: 'main' });
    if (readOnly !== null) told.push(`read-only: ${readOnly}`);
    const repository = createContentRepository({
      ...{ gitDir, branch: 'main', committer: ENCRIER },
      clock: () => new Date(clock()),
    });
    const { objects, head } = repository;
    const history = createHistoryIndex({ gitDir, objects, file: join(folder, 'history'), onError });
    const cache = createSnapshotCache(join(folder, 'snapshot'));
    const onShown = ({ commit }: { readonly commit: string }) => history.notice(commit);
    const live = createLiveContent({
      ...{ gitDir, branch: 'main', objects, history, head, cache, clock, onShown, onError },
    });
    const workspace = createWorkspace({ repository, live, clock, readOnly });
    const info = createImageInfo({ objects, cacheDir: folder, images: inProcess, onError });
    const pending = createPendingVersions({ gitDir, branch: 'main', objects, committer: ENCRIER, clock });
    const questions = createQuestions({ gitDir, branch: 'main', objects, pending });
    const sync = createSyncOperations({
      ...{ workspace, pending, gitDir, questions, images: inProcess },
      state: () => Promise.resolve(NOT_FOLLOWING),
      syncNow: () => Promise.resolve(),
    });
    const { operations, imports } = createContentOperations({
      imports: {
        importsDir: join(folder, 'imports'),
        exportWorker: null,
        say: (sentence) => told.push(sentence),
        onError,
      },
      ...{ workspace, history, starterFolder, sync, pending },
      ...{ origin: 'https://exemple.fr', publishing: 'by-saving', images: inProcess },
      describe: info.describe,
    });
    await live.open();
    void history.open();
    doorway.open(answersOf(operations, () => ({ author: authorOf('site') })));
    return {
      live,
      workspace,
      imports,
      async close(): Promise<void> {
        await imports.close().catch(onError);
        await live.close().catch(onError);
        await history.close().catch(onError);
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
    notice: async () => running?.workspace.refresh(),
  };
}

function startedOf<Started>(running: Started | null): Started {
  if (running === null) throw new Error('the site has ended');
  return running;
}
