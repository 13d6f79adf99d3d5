import { closeSync, ftruncateSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs';

/** Where a spilled piece is: its place and its room, both in bytes. */
export interface Slot {
  readonly at: number;
  readonly room: number;
}

/** Rooms are whole blocks, so that a freed one serves a page of about the same size. */
const BLOCK = 4096;

/**
 * One file for what does not fit in memory. Pages are read back with one positioned read each, from the system's own
 * page cache: 1.17 times the cost of memory (docs/design.md, Ready pages). The file has no name once open, so nothing is left of it
 * after a crash.
 */
export function createSpillFile(path: string) {
  // Whatever has its name is nobody's: the cache may be deleted at any time.
  rmSync(path, { recursive: true, force: true });
  const descriptor = openSync(path, 'w+');
  try {
    unlinkSync(path);
  } catch {
    // Windows keeps the name of an open file: it is cut to nothing at the next start instead.
    ftruncateSync(descriptor, 0);
  }
  const freed = new Map<number, number[]>();
  let end = 0;
  let scratch = Buffer.alloc(0);

  function allocate(size: number): Slot {
    const room = Math.ceil(size / BLOCK) * BLOCK;
    const at = freed.get(room)?.pop();
    if (at !== undefined) return { at, room };
    const slot = { at: end, room };
    end += room;
    return slot;
  }

  function free({ at, room }: Slot): void {
    const places = freed.get(room);
    if (places === undefined) freed.set(room, [at]);
    else places.push(at);
  }

  return {
    /** Writes the bytes; throws when the disk is full, and nothing is taken then. */
    write(bytes: Buffer): Slot {
      const slot = allocate(bytes.length);
      let written = 0;
      try {
        while (written < bytes.length) {
          written += writeSync(descriptor, bytes, written, bytes.length - written, slot.at + written);
        }
      } catch (error) {
        free(slot);
        throw error;
      }
      return slot;
    },

    /**
     * The first `length` bytes of a slot, lent: the next read may overwrite them, unless {@link keep} was called.
     * A buffer of its own for each read would cost as much as the read (memory asked for, cleared away).
     */
    read(slot: Slot, length: number): Buffer {
      if (scratch.length < length) scratch = Buffer.allocUnsafeSlow(Math.ceil(length / BLOCK) * BLOCK);
      let done = 0;
      while (done < length) {
        const count = readSync(descriptor, scratch, done, length - done, slot.at + done);
        if (count === 0) throw new RangeError(`spill file ends at ${slot.at + done}`);
        done += count;
      }
      return scratch.subarray(0, length);
    },

    /** Leaves the bytes read last to whoever still needs them. */
    keep(): void {
      scratch = Buffer.alloc(0);
    },

    free,

    /** Bytes the file takes. */
    size: () => end,
    close: () => closeSync(descriptor),
  };
}

export type SpillFile = ReturnType<typeof createSpillFile>;

/** What stands in for it where no file may be made: pages that do not fit in memory are made again. */
export function createNoSpill(): SpillFile {
  const nowhere = (): never => {
    throw new RangeError('there is no spill file');
  };
  const nothing = (): void => undefined;
  return { write: nowhere, read: nowhere, keep: nothing, free: nothing, size: () => 0, close: nothing };
}
