import type { PageRead } from './page-reads.ts';
import { ENCODINGS, type Encoding } from './page-variants.ts';
import type { Slot, SpillFile } from './spill-file.ts';

/** A page as it was rendered, in the form that was asked for first. */
interface RenderedPage {
  readonly status: number;
  /** Of its identity bytes (page-variants.ts). */
  readonly hash: string;
  readonly encoding: Encoding;
  readonly bytes: Buffer;
  /** What it was made from: it holds as long as these stay the same. */
  readonly reads: readonly PageRead[];
}

/** A page in one encoding: in memory, in the file, or for a moment in neither, when it was dropped. */
interface PageForm {
  size: number;
  bytes: Buffer | null;
  slot: Slot | null;
}

/**
 * A page of the cache, in the forms that were asked for: one of them at least. Only page-cache.ts changes it, `version` and `hits`
 * excepted. A server that holds thousands finds few of them in the processor's caches: what an answer needs is kept in few objects.
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
  br: PageForm | null;
  gzip: PageForm | null;
  identity: PageForm | null;
}

interface PageCacheOptions {
  /** Bytes of pages held in memory; the rest goes to the file. */
  readonly memoryBytes: number;
  readonly spill: SpillFile;
  /** The file could not be written: the page is made again when next asked for. */
  readonly onSpillError: (error: unknown) => void;
}

/**
 * Rendered pages by address: the most used in memory, the others in one file. When memory runs short, pages untouched for longest
 * leave it first. Nothing here knows what a page is.
 */
export function createPageCache({ memoryBytes, spill, onSpillError }: PageCacheOptions) {
  const pages = new Map<string, CachedPage>();
  /** Pages of which something is in memory; the longest untouched first. */
  const held = new Map<string, CachedPage>();
  let used = 0;

  function remove(address: string): void {
    const page = pages.get(address);
    if (page === undefined) return;
    pages.delete(address);
    // What it has in memory stays with whoever is about to send it.
    if (held.delete(address)) used -= heldBytes(page);
    freeSlots(page);
  }

  function freeSlots(page: CachedPage): void {
    for (const form of formsOf(page)) freeSlot(form);
  }

  function freeSlot(form: PageForm): void {
    if (form.slot !== null) spill.free(form.slot);
    form.slot = null;
  }

  /** The form just made stays in memory whatever its size: it is about to be sent. */
  function makeRoom(made: CachedPage): void {
    for (const [address, page] of held) {
      if (used <= memoryBytes) return;
      if (page === made) continue;
      held.delete(address);
      if (page.wasUsed) {
        page.wasUsed = false;
        held.set(address, page);
      } else {
        moveToFile(address, page);
      }
    }
  }

  /** Moves a page to the file; drops it, but for those who are about to send it, when that fails. */
  function moveToFile(address: string, page: CachedPage): void {
    const forms = formsOf(page);
    used -= heldBytes(page);
    try {
      for (const form of forms) if (form.bytes !== null) form.slot ??= spill.write(form.bytes);
    } catch (error) {
      pages.delete(address);
      freeSlots(page);
      onSpillError(error);
      return;
    }
    for (const form of forms) form.bytes = null;
  }

  return {
    get: (address: string): CachedPage | undefined => pages.get(address),

    set(
      address: string,
      { status, reads, hash, encoding, bytes }: RenderedPage,
      version: number,
    ): CachedPage {
      remove(address);
      const page: CachedPage = {
        status,
        reads,
        hash,
        version,
        hits: 0,
        isBest: false,
        wasUsed: false,
        br: null,
        gzip: null,
        identity: null,
      };
      page[encoding] = formOf(bytes);
      pages.set(address, page);
      held.set(address, page);
      used += bytes.length;
      makeRoom(page);
      return page;
    },

    /** Takes a form of a page that it had not yet. */
    addForm(address: string, page: CachedPage, encoding: Encoding, bytes: Buffer): void {
      if (page[encoding] !== null) return;
      page[encoding] = formOf(bytes);
      // One that left meanwhile goes on with whoever is about to send it.
      if (pages.get(address) !== page) return;
      held.set(address, page);
      used += bytes.length;
      makeRoom(page);
    },

    remove,

    /**
     * The bytes of a page in one encoding, lent until the next call unless {@link keepBytes} follows; throws when the
     * file cannot be read.
     */
    bytes(page: CachedPage, encoding: Encoding): Buffer {
      page.wasUsed = true;
      const { bytes, slot, size } = formIn(page, encoding);
      if (bytes !== null) return bytes;
      if (slot === null) throw new RangeError('the page was dropped');
      return spill.read(slot, size);
    },

    /** Says that bytes in this encoding, got just now, are still needed. */
    keepBytes(page: CachedPage, encoding: Encoding): void {
      if (formIn(page, encoding).bytes === null) spill.keep();
    },

    /** Takes a smaller brotli form of the same page. */
    improve(address: string, page: CachedPage, br: Buffer): void {
      const form = formIn(page, 'br');
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
      inMemory: held.size,
      memoryBytes: used,
      fileBytes: spill.size(),
    }),
  };
}

export type PageCache = ReturnType<typeof createPageCache>;

/** A page in this encoding; throws when nobody asked for it yet. */
export function formIn(page: CachedPage, encoding: Encoding): PageForm {
  const form = page[encoding];
  if (form === null) throw new RangeError(`the page is not kept as ${encoding}`);
  return form;
}

function formOf(bytes: Buffer): PageForm {
  return { size: bytes.length, bytes, slot: null };
}

function formsOf(page: CachedPage): readonly PageForm[] {
  return ENCODINGS.flatMap((encoding) => page[encoding] ?? []);
}

function heldBytes(page: CachedPage): number {
  return formsOf(page).reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
}
