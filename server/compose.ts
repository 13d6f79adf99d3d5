import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { SnapshotPost } from '#content/model/snapshot.ts';
import { createLiveContent } from '#content/service/live-content.ts';
import { bodyOf } from '#content/store/post-file.ts';
import { createSnapshotCache } from '#content/store/snapshot-cache.ts';
import { createApp } from './app.ts';
import type { DataFolder } from './data-folder.ts';
import type { Env } from './env.ts';
import { createImageInfo } from './images/image-info.ts';
import { createVariants } from './images/variants.ts';
import type { OpenedRepository } from './open-repository.ts';
import { createMarkdown } from './pages/markdown.ts';
import { createPageCache } from './pages/page-cache.ts';
import { createSpillFile } from './pages/spill-file.ts';
import { createVikeRenderer } from './pages/vike-renderer.ts';
import { createStartProgress } from './start-progress.ts';

interface ComposeOptions {
  readonly env: Env;
  readonly logger: Logger;
  /** The folder of package.json. */
  readonly root: string;
  readonly origin: string;
  readonly data: DataFolder;
  readonly opened: OpenedRepository;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Everything between the repository and the answers, put together; nothing is read before `content.open()`. */
export function compose({ env, logger, root, origin, data, opened, clock }: ComposeOptions) {
  const { cacheDir, gitDir } = data;
  const { objects, head } = opened.repository;
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed');
  const progress = createStartProgress(logger, clock);
  const cache = createSnapshotCache(join(cacheDir, 'snapshot'));
  const content = createLiveContent({
    ...{ gitDir, branch: env.branch, objects, head, cache },
    ...{ onParsed: progress.noteFile, onError },
  });
  const imageInfo = createImageInfo({ objects, cacheDir, onError });
  const spill = createSpillFile(join(cacheDir, 'pages'));
  const distDir = join(root, 'dist/web');
  const app = createApp({
    ...{ origin, logger, clock, content, imageInfo, distDir, trustProxy: env.trustProxy },
    variants: createVariants({ objects, cacheDir, onError }),
    pageCache: createPageCache({ memoryBytes: env.pageCacheBytes, spill, onSpillError: onError }),
    render: createVikeRenderer(pathToFileURL(join(root, 'dist/server/site.js'))),
    body: async (post: SnapshotPost) => bodyOf((await objects.read(post.revision)).bytes),
    markdown: createMarkdown({
      origin,
      workerUrl: pathToFileURL(join(root, 'dist/server/markdown-worker.js')),
      onError,
    }),
    repairs: () => ({ repaired: opened.repaired, readOnly: opened.readOnly }),
  });
  return {
    handle: app.handle,
    async open(): Promise<void> {
      await content.open();
      progress.done();
    },
    async close(): Promise<void> {
      app.close();
      await content.close();
      await imageInfo.save();
      spill.close();
      opened.repository.close();
    },
  };
}
