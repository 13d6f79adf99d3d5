import { join } from 'node:path';
import { createImageInfo } from '#content/service/image-info.ts';
import { createVariants } from '#content/service/variants.ts';
import { createHistoryIndex } from '#content/store/history/history-index.ts';
import type { ObjectStore } from '#content/store/objects.ts';
import { createSnapshotCache } from '#content/store/snapshot-cache.ts';
import type { DataFolder } from './data-folder.ts';
import { createNoSpill, createSpillFile } from './pages/spill-file.ts';

interface CachesOptions {
  readonly data: DataFolder;
  readonly objects: ObjectStore;
  readonly onError: (error: unknown) => void;
}

/** What DATA_DIR/cache keeps. Where nothing may be written it is read all the same, and what is new stays in memory. */
export function createCaches({ data, objects, onError }: CachesOptions) {
  const { cacheDir, gitDir } = data;
  const isKept = data.refusal === null;
  const snapshots = createSnapshotCache(join(cacheDir, 'snapshot'));
  return {
    snapshots: isKept ? snapshots : { load: snapshots.load, save: () => Promise.resolve() },
    history: createHistoryIndex({ gitDir, objects, file: join(cacheDir, 'history'), onError, isKept }),
    imageInfo: createImageInfo({ objects, cacheDir, onError, isKept }),
    variants: createVariants({ objects, cacheDir, onError, isKept }),
    spill: isKept ? createSpillFile(join(cacheDir, 'pages')) : createNoSpill(),
    onSpillError: isKept ? onError : () => undefined,
  };
}
