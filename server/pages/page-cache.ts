import type { PageRead } from './page-reads.ts';
import { contentHash, ENCODINGS, type Encoding, type PageBytes } from './page-variants.ts';
import type { Slot, SpillFile } from './spill-file.ts';

/** A page as it was rendered. */
export interface RenderedPage {
  readonly status: number;
  readonly bytes: PageBytes;
  /** What it was made from: it holds as long as these stay the same. */
  readonly reads: readonly PageRead[];
}

/** A page of the cache. Only page-cache.ts changes it, `version`, `hits`, `isBest` and `headers` excepted. */
export interface CachedPage {
  readonly status: number;
  readonly reads: readonly PageRead[];
  readonly hash: string;
  /** The version of the public view it was last checked against. */
  version: number;
  hits: number;
  /** Whether its brotli form is the smallest there is. */
  isBest: boolean;
  sizes: Readonly<Record<Encoding, number>>;
  /** Its forms in memory; the others are in the file. */
  memory: Partial<PageBytes>;
  readonly slots: { [Form in Encoding]?: Slot | undefined };
  wasUsed: boolean;
  /** The headers it is sent with, made at its first answer (send-page.ts). */
  headers: Partial<Record<Encoding, string[]>>;
}

interface PageCacheOptions {
  /** Bytes of pages held in memory; the rest goes to the file. */
  readonly memoryBytes: number;
  readonly spill: SpillFile;
  /** The file could not be written: the page is made again when next asked for. */
  readonly onSpillError: (error: unknown) => void;
}

/** What goes to the file first: large, and asked for by few browsers. */
const LARGE_FORMS: readonly Encoding[] = ['identity', 'gzip'];

/**
 * Rendered pages by address: the most used in memory, the others in one file. When memory runs short, pages untouched
 * for longest first leave their larger forms, then, when all have, their brotli form. Nothing here knows what a page is.
 */
export function createPageCache({ memoryBytes, spill, onSpillError }: PageCacheOptions) {
  const pages = new Map<string, CachedPage>();
  /** Pages with all their forms in memory, and those with their brotli form only; the longest untouched first. */
  const whole = new Map<string, CachedPage>();
  const small = new Map<string, CachedPage>();
  let used = 0;

  function remove(address: string): void {
    const page = pages.get(address);
    if (page === undefined) return;
    pages.delete(address);
    // What it has in memory stays with whoever is about to send it.
    if (whole.delete(address) || small.delete(address)) used -= heldBytes(page);
    for (const encoding of ENCODINGS) freeSlot(page, encoding);
  }

  function freeSlot(page: CachedPage, encoding: Encoding): void {
    const slot = page.slots[encoding];
    if (slot !== undefined) spill.free(slot);
    page.slots[encoding] = undefined;
  }

  /** The page just made stays in memory whatever its size: it is about to be sent. */
  function makeRoom(made: CachedPage): void {
    makeRoomIn(whole, made, (address, page) => {
      if (moveToFile(address, page, LARGE_FORMS)) small.set(address, page);
    });
    makeRoomIn(small, made, (address, page) => moveToFile(address, page, ['br']));
  }

  function makeRoomIn(
    tier: Map<string, CachedPage>,
    made: CachedPage,
    leave: (address: string, page: CachedPage) => void,
  ): void {
    for (const [address, page] of tier) {
      if (used <= memoryBytes) return;
      if (page === made) continue;
      tier.delete(address);
      if (page.wasUsed) {
        page.wasUsed = false;
        tier.set(address, page);
      } else {
        leave(address, page);
      }
    }
  }

  /** Moves forms of a page to the file; drops the page, which stays readable for its senders, when that fails. */
  function moveToFile(address: string, page: CachedPage, encodings: readonly Encoding[]): boolean {
    const moved: Partial<Record<Encoding, Slot>> = {};
    try {
      for (const encoding of encodings) {
        const bytes = page.memory[encoding];
        if (bytes !== undefined) moved[encoding] = spill.write(bytes);
      }
    } catch (error) {
      for (const slot of Object.values(moved)) spill.free(slot);
      used -= heldBytes(page);
      pages.delete(address);
      for (const encoding of ENCODINGS) freeSlot(page, encoding);
      onSpillError(error);
      return false;
    }
    used -= heldBytes(page);
    Object.assign(page.slots, moved);
    page.memory = Object.fromEntries(
      Object.entries(page.memory).filter(([encoding]) => !(encoding in moved)),
    );
    used += heldBytes(page);
    return true;
  }

  return {
    get: (address: string): CachedPage | undefined => pages.get(address),

    set(address: string, rendered: RenderedPage, version: number): CachedPage {
      remove(address);
      const page: CachedPage = {
        status: rendered.status,
        reads: rendered.reads,
        hash: contentHash(rendered.bytes.identity),
        version,
        hits: 0,
        isBest: false,
        sizes: sizesOf(rendered.bytes),
        memory: rendered.bytes,
        slots: {},
        wasUsed: false,
        headers: {},
      };
      pages.set(address, page);
      whole.set(address, page);
      used += heldBytes(page);
      makeRoom(page);
      return page;
    },

    remove,

    /**
     * The bytes of a page in one encoding, lent until the next call unless {@link keepBytes} follows; throws when the
     * file cannot be read.
     */
    bytes(page: CachedPage, encoding: Encoding): Buffer {
      page.wasUsed = true;
      const held = page.memory[encoding];
      if (held !== undefined) return held;
      const slot = page.slots[encoding];
      if (slot === undefined) throw new RangeError('the page was dropped');
      return spill.read(slot, page.sizes[encoding]);
    },

    /** Says that bytes in this encoding, got just now, are still needed. */
    keepBytes(page: CachedPage, encoding: Encoding): void {
      if (page.memory[encoding] === undefined) spill.keep();
    },

    /** Takes a smaller brotli form of the same page. */
    improve(address: string, page: CachedPage, br: Buffer): void {
      page.isBest = true;
      if (pages.get(address) !== page || br.length >= page.sizes.br) return;
      if (page.memory.br !== undefined) {
        used -= page.memory.br.length - br.length;
        page.memory = { ...page.memory, br };
      } else {
        const slot = spill.write(br);
        freeSlot(page, 'br');
        page.slots.br = slot;
      }
      page.sizes = { ...page.sizes, br: br.length };
      page.headers = {};
    },

    /** Figures for /healthz and benchmarks, in pages and bytes. */
    figures: () => ({
      pages: pages.size,
      inMemory: whole.size,
      brotliInMemory: small.size,
      memoryBytes: used,
      fileBytes: spill.size(),
    }),
  };
}

export type PageCache = ReturnType<typeof createPageCache>;

function sizesOf({ br, gzip, identity }: PageBytes): Record<Encoding, number> {
  return { br: br.length, gzip: gzip.length, identity: identity.length };
}

function heldBytes({ memory }: CachedPage): number {
  return ENCODINGS.reduce((sum, encoding) => sum + (memory[encoding]?.length ?? 0), 0);
}
