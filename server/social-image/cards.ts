import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileDurably } from '#content/git/durable-fs.ts';
import { isSystemError } from '#content/git/system-error.ts';
import type { ImageInfo } from '#content/model/image.ts';
import { imagePathOfAddress } from '#content/model/paths.ts';
import type { PublicView, Snapshot } from '#content/model/snapshot.ts';
import {
  cardAddress,
  cardKey,
  PAGE_CARDS,
  pageCard,
  postCard,
  type SocialCard,
} from '#content/model/social-card.ts';
import { isWholePicture } from '#content/service/images/whole-picture.ts';

/** The card of a post or a page as it is now. */
export interface CurrentCard {
  readonly card: SocialCard;
  readonly key: string;
  readonly address: string;
}

/** What an image of the repository is; null when it cannot be shown. */
export type Describe = (path: string, blobId: string) => Promise<ImageInfo | null>;

/** The card of what is public under this name; null for what is not. */
export async function currentCard(
  { snapshot, byId }: PublicView,
  owner: string,
  describe: Describe,
): Promise<CurrentCard | null> {
  const page = PAGE_CARDS.find((known) => known === owner);
  const post = byId.get(owner);
  if (page === undefined && post === undefined) return null;
  const of = { site: snapshot.site, logo: await logoOf(snapshot, describe) };
  const card = page !== undefined ? pageCard(page, of) : post && postCard(of, post);
  return card === undefined ? null : { card, key: cardKey(card), address: cardAddress(owner, card) };
}

/** As the page that names the card finds it (site/render/images.ts). */
async function logoOf({ site, images }: Snapshot, describe: Describe): Promise<string | null> {
  const path = site.brand.logo === null ? null : imagePathOfAddress(site.brand.logo);
  const blobId = path === null ? undefined : images.get(path);
  return path === null || blobId === undefined ? null : ((await describe(path, blobId))?.blobId ?? null);
}

interface CardStoreOptions {
  readonly cacheDir: string;
  readonly draw: (card: SocialCard) => Promise<Uint8Array>;
  readonly onError: (error: unknown) => void;
  /** Whether the cache folder may be written. */
  readonly isKept: boolean;
}

/**
 * Cards, drawn when first asked for and kept as files by what is written on them: each once however many ask for it, and again
 * when its file is not whole.
 */
export function createCardStore({ cacheDir, draw, onError, isKept }: CardStoreOptions) {
  const drawing = new Map<string, Promise<Uint8Array>>();

  async function keptOrDrawn({ card, key }: CurrentCard): Promise<Uint8Array> {
    const file = join(cacheDir, 'cards', key.slice(0, 2), `${key}.png`);
    const kept = await readFile(file).catch((error: unknown) => {
      if (!isSystemError(error, 'ENOENT')) onError(error);
      return null;
    });
    if (kept !== null && isWholePicture(kept, 'png')) return kept;
    const drawn = await draw(card);
    if (isKept) await keep(file, drawn).catch(onError);
    return drawn;
  }

  return {
    get(current: CurrentCard): Promise<Uint8Array> {
      const running =
        drawing.get(current.key) ?? keptOrDrawn(current).finally(() => drawing.delete(current.key));
      drawing.set(current.key, running);
      return running;
    },
  };
}

export type CardStore = ReturnType<typeof createCardStore>;

async function keep(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFileDurably(file, bytes);
}
