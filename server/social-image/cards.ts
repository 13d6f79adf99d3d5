import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PublicView } from '#content/model/snapshot.ts';
import {
  cardAddress,
  cardKey,
  PAGE_CARDS,
  pageCard,
  postCard,
  type SocialCard,
} from '#content/model/social-card.ts';
import { writeFileDurably } from '#content/store/durable-fs.ts';
import { isSystemError } from '#content/store/system-error.ts';

/** The card of a post or a page as it is now. */
export interface CurrentCard {
  readonly card: SocialCard;
  readonly key: string;
  readonly address: string;
}

/** The card of what is public under this name; null for what is not. */
export function currentCard({ snapshot, byId }: PublicView, owner: string): CurrentCard | null {
  const card = cardOf(owner);
  return card && { card, key: cardKey(card), address: cardAddress(owner, card) };

  function cardOf(name: string): SocialCard | null {
    const page = PAGE_CARDS.find((known) => known === name);
    if (page !== undefined) return pageCard(page, snapshot.site);
    const post = byId.get(name);
    return post === undefined ? null : postCard(snapshot.site.brand, post);
  }
}

interface CardStoreOptions {
  readonly cacheDir: string;
  readonly draw: (card: SocialCard) => Promise<Uint8Array>;
  readonly onError: (error: unknown) => void;
  /** Whether the cache folder may be written. */
  readonly isKept: boolean;
}

/** Cards, drawn when first asked for and kept as files by what is written on them: each once however many ask for it. */
export function createCardStore({ cacheDir, draw, onError, isKept }: CardStoreOptions) {
  const drawing = new Map<string, Promise<Uint8Array>>();

  async function keptOrDrawn({ card, key }: CurrentCard): Promise<Uint8Array> {
    const file = join(cacheDir, 'cards', key.slice(0, 2), `${key}.png`);
    const kept = await readFile(file).catch(absent);
    if (kept !== null) return kept;
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

function absent(error: unknown): null {
  if (isSystemError(error, 'ENOENT')) return null;
  throw error;
}

async function keep(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFileDurably(file, bytes);
}
