import { join } from 'node:path';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { SocialCard } from '#content/model/social-card.ts';
import { keepCompiled } from './compiled.ts';
import type { DataFolder } from './data/data-folder.ts';
import { createPictureProcess, type PictureProcess } from './images/picture-process.ts';
import { createPageCache } from './pages/page-cache.ts';
import { createNoSpill, createSpillFile } from './pages/spill-file.ts';
import { createCardStore } from './social-image/cards.ts';

interface CachesOptions {
  readonly data: DataFolder;
  readonly objects: ObjectStore;
  /** The built programs: dist/server. */
  readonly programs: string;
  /** Bytes of pages held in memory. */
  readonly pageBytes: number;
  readonly onError: (error: unknown) => void;
}

/**
 * What DATA_DIR/cache keeps beside what is the content's own (content/service/open-content.ts). Where nothing may be written it is
 * read all the same, and what is new stays in memory.
 */
export function createCaches({ data, objects, programs, pageBytes, onError }: CachesOptions) {
  const { cacheDir } = data;
  const isKept = data.refusal === null;
  if (isKept) keepCompiled(cacheDir);
  const pictures = createPictureProcess({ program: join(programs, 'picture-worker.js') });
  const spill = isKept ? createSpillFile(join(cacheDir, 'pages')) : createNoSpill();
  return {
    pictures,
    cards: createCardStore({ cacheDir, draw: drawWith(pictures, objects), onError, isKept }),
    pages: createPageCache({
      memoryBytes: pageBytes,
      spill,
      onSpillError: isKept ? onError : () => undefined,
    }),
    close: spill.close,
  };
}

/** Draws a card with the logo it names. One that was lost since is left out. */
function drawWith(pictures: Pick<PictureProcess, 'card'>, objects: Pick<ObjectStore, 'tryRead'>) {
  return async (card: SocialCard): Promise<Uint8Array> => {
    const logo = card.logo === null ? null : await objects.tryRead(card.logo);
    return pictures.card({ card, logo: logo?.bytes ?? null });
  };
}
