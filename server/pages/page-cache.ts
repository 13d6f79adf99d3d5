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

/** A page in one encoding: in memory, in the file, or for a moment in neither, when it was dropped. */
export interface PageForm {
  size: number;
  bytes: Buffer | null;
  slot: Slot | null;
}

/**
 * A page of the cache. Only page-cache.ts changes it, `version` and `hits` excepted. A server that holds thousands
 * finds few of them in the processor's caches: what an answer needs is kept in few objects.
 */
export interface CachedPage {
  readonly status: number;
  readonly reads: readonly PageRead[];
  readonly hash: string;
  /** The version of the public view it was last checked against. */
  version: number;
  hits: number;
  /** Whether its brotli form is the smallest there is. */
  isBest: boolean;
  wasUsed: boolean;
  readonly br: PageForm;
  readonly gzip: PageForm;
  readonly identity: PageForm;
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
    for (const encoding of ENCODINGS) freeSlot(page[encoding]);
  }

  function freeSlot(form: PageForm): void {
    if (form.slot !== null) spill.free(form.slot);
    form.slot = null;
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
    const forms = encodings.map((encoding) => page[encoding]);
    try {
      for (const form of forms) if (form.bytes !== null) form.slot ??= spill.write(form.bytes);
    } catch (error) {
      used -= heldBytes(page);
      pages.delete(address);
      for (const encoding of ENCODINGS) freeSlot(page[encoding]);
      onSpillError(error);
      return false;
    }
    for (const form of forms) {
      used -= form.bytes?.length ?? 0;
      form.bytes = null;
    }
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
        wasUsed: false,
        br: formOf(rendered.bytes.br),
        gzip: formOf(rendered.bytes.gzip),
        identity: formOf(rendered.bytes.identity),
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
      const { bytes, slot, size } = page[encoding];
      if (bytes !== null) return bytes;
      if (slot === null) throw new RangeError('the page was dropped');
      return spill.read(slot, size);
    },

    /** Says that bytes in this encoding, got just now, are still needed. */
    keepBytes(page: CachedPage, encoding: Encoding): void {
      if (page[encoding].bytes === null) spill.keep();
    },

    /** Takes a smaller brotli form of the same page. */
    improve(address: string, page: CachedPage, br: Buffer): void {
      const form = page.br;
      page.isBest = true;
      if (pages.get(address) !== page || br.length >= form.size) return;
      if (form.bytes !== null) {
        used -= form.bytes.length - br.length;
        form.bytes = br;
      } else {
        const slot = spill.write(br);
        freeSlot(form);
        form.slot = slot;
      }
      form.size = br.length;
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

function formOf(bytes: Buffer): PageForm {
  return { size: bytes.length, bytes, slot: null };
}

function heldBytes(page: CachedPage): number {
  return ENCODINGS.reduce((sum, encoding) => sum + (page[encoding].bytes?.length ?? 0), 0);
}
