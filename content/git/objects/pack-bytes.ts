import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What one read from the disk brings at least: neighbours in a pack are usually asked for together. */
const READ_AHEAD = 32 * 1024;

/** The bytes of a pack, read where they are asked for; the file is opened at the first read. */
export interface PackBytes {
  /** Length of the file. Throws the system's error when the file cannot be opened. */
  size(): number;
  /** At most `length` bytes from `position` on, fewer at the end. Valid until the next read only. */
  read(position: number, length: number): Buffer;
  close(): void;
}

/** Reads are synchronous on purpose: from the page cache they cost less than the way to a thread and back. */
export function openPackBytes(file: string): PackBytes {
  let opened: { readonly descriptor: number; readonly size: number } | null = null;
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;

  function open(): { readonly descriptor: number; readonly size: number } {
    if (opened !== null) return opened;
    const descriptor = openSync(file, 'r');
    opened = { descriptor, size: fstatSync(descriptor).size };
    return opened;
  }

  function fill(position: number, length: number): Buffer {
    const { descriptor } = open();
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const count = readSync(descriptor, bytes, filled, length - filled, position + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  }

  return {
    size: () => open().size,
    read: (position, length) => {
      const wanted = Math.max(0, Math.min(length, open().size - position));
      // Where half a file is left an index leads beyond its end.
      if (wanted === 0) return Buffer.alloc(0);
      if (wanted > READ_AHEAD) return fill(position, wanted);
      if (position < windowAt || position + wanted > windowAt + window.length) {
        window = fill(position, Math.min(READ_AHEAD, open().size - position));
        windowAt = position;
      }
      return window.subarray(position - windowAt, position - windowAt + wanted);
    },
    close: () => {
      if (opened !== null) closeSync(opened.descriptor);
      opened = null;
      window = Buffer.alloc(0);
    },
  };
}
