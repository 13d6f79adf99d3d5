import path from 'node:path';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { readRef } from '#content/git/refs/refs.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { createLiveContent, type LiveContent } from '../service/live-content.ts';
import { pathIndexOf } from './path-index.ts';

type LiveOptions = Parameters<typeof createLiveContent>[0];

interface Options extends Pick<LiveOptions, 'onError' | 'onParsed' | 'past'> {
  readonly objects?: ObjectStore;
  readonly cacheFile?: string;
}

/** The content of the branch `main` of a test's repository, not opened. */
export function liveContentOf(
  gitDir: string,
  { objects = createObjectStore({ gitDir }), cacheFile = path.join(gitDir, 'cache'), ...options }: Options,
): LiveContent {
  return createLiveContent({
    ...options,
    repository: {
      gitDir,
      branch: 'main',
      objects,
      clock: Date.now,
      head: () => readRef(gitDir, 'refs/heads/main'),
    },
    history: pathIndexOf({ gitDir, objects }),
    cache: createSnapshotCache(cacheFile),
  });
}
