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

/** A page of the cache. Only page-cache.ts changes it, `version`, `hits` and `isBest` excepted. */
export interface CachedPage {
  readonly status: number;
  readonly reads: readonly PageRead[];
  readonly hash: string;
  /** The version of the public view it was last checked against. */
  version: number;
  hits: number;
  /** Whether its brotli form is the smallest there is. */
  isBest: boolean;
  sizes: Record<Encoding, number>;
  memory: PageBytes | null;
  slots: Record<Encoding, Slot> | null;
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

/** Rendered pages by address: the most used in memory, the others in one file. Nothing here knows what a page is. */
export function createPageCache({ memoryBytes, spill, onSpillError }: PageCacheOptions) {
  const pages = new Map<string, CachedPage>();
  /** Those in memory, the longest untouched first. */
  const resident = new Map<string, CachedPage>();
  let used = 0;

  function remove(address: string): void {
    const page = pages.get(address);
    if (page === undefined) return;
    pages.delete(address);
    // Its memory stays with whoever is about to send it.
    if (resident.delete(address)) used -= totalSize(page);
    releaseSlots(page);
  }

  function releaseSlots(page: CachedPage): void {
    if (page.slots !== null) for (const encoding of ENCODINGS) spill.free(page.slots[encoding]);
    page.slots = null;
  }

  /** The page just made stays in memory whatever its size: it is about to be sent. */
  function makeRoom(made: CachedPage): void {
    for (const [address, page] of resident) {
      if (used <= memoryBytes) return;
      if (page === made) continue;
      resident.delete(address);
      if (page.wasUsed) {
        page.wasUsed = false;
        resident.set(address, page);
      } else {
        moveToFile(address, page);
      }
    }
  }

  function moveToFile(address: string, page: CachedPage): void {
    used -= totalSize(page);
    if (page.memory === null) return;
    try {
      page.slots ??= writeSlots(page.memory);
      page.memory = null;
    } catch (error) {
      pages.delete(address);
      onSpillError(error);
    }
  }

  function writeSlots(memory: PageBytes): Record<Encoding, Slot> {
    const written: Slot[] = [];
    const write = (bytes: Buffer): Slot => {
      const slot = spill.write(bytes);
      written.push(slot);
      return slot;
    };
    try {
      return { br: write(memory.br), gzip: write(memory.gzip), identity: write(memory.identity) };
    } catch (error) {
      for (const slot of written) spill.free(slot);
      throw error;
    }
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
        slots: null,
        wasUsed: false,
        headers: {},
      };
      pages.set(address, page);
      resident.set(address, page);
      used += totalSize(page);
      makeRoom(page);
      return page;
    },

    remove,

    /** The bytes of a page in one encoding; throws when the file cannot be read. */
    bytes(page: CachedPage, encoding: Encoding): Buffer {
      page.wasUsed = true;
      if (page.memory !== null) return page.memory[encoding];
      if (page.slots === null) throw new RangeError('the page was dropped');
      return spill.read(page.slots[encoding], page.sizes[encoding]);
    },

    /** Takes a smaller brotli form of the same page. */
    improve(address: string, page: CachedPage, br: Buffer): void {
      page.isBest = true;
      if (pages.get(address) !== page || br.length >= page.sizes.br) return;
      if (page.memory !== null) {
        used -= page.sizes.br - br.length;
        releaseSlots(page);
        page.memory = { ...page.memory, br };
      } else if (page.slots !== null) {
        const slot = spill.write(br);
        spill.free(page.slots.br);
        page.slots = { ...page.slots, br: slot };
      }
      page.sizes = { ...page.sizes, br: br.length };
      page.headers = {};
    },

    /** Figures for /healthz and benchmarks, in pages and bytes. */
    figures: () => ({
      pages: pages.size,
      inMemory: resident.size,
      memoryBytes: used,
      fileBytes: spill.size(),
    }),
  };
}

export type PageCache = ReturnType<typeof createPageCache>;

function sizesOf({ br, gzip, identity }: PageBytes): Record<Encoding, number> {
  return { br: br.length, gzip: gzip.length, identity: identity.length };
}

function totalSize({ sizes }: CachedPage): number {
  return sizes.br + sizes.gzip + sizes.identity;
}
