import { ContentError } from '../../model/errors.ts';

/** Longest line of the protocol, its four digits of length included (gitprotocol-common(5), pkt-line). */
const MAX_LINE = 65520;
export const FLUSH = Buffer.from('0000');

/** One line of git's protocol. */
export function pktLine(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** A stream of lines, read one after the other. */
export interface PktLines {
  /** The next line; 'flush' for a flush (or delimiter) packet, null at the end of the stream. */
  next(): Promise<Buffer | 'flush' | null>;
}

/** Reads lines out of pieces as they come. Throws ContentError 'remote' (fault 'corrupt') for what is no line. */
export function readPktLines(pieces: AsyncIterable<Buffer>): PktLines {
  const source = pieces[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function take(length: number): Promise<Buffer | null> {
    const parts = [held];
    let size = held.length;
    while (size < length) {
      const piece = await source.next();
      if (piece.done === true) break;
      parts.push(piece.value);
      size += piece.value.length;
    }
    held = parts.length === 1 ? held : Buffer.concat(parts);
    if (held.length < length) return null;
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  }

  return {
    async next() {
      const head = await take(4);
      if (head === null && held.length === 0) return null;
      const digits = head?.toString('latin1') ?? '';
      const length = /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
      if (length >= 0 && length < 4) return 'flush';
      if (length < 0 || length > MAX_LINE) throw garbled();
      const body = await take(length - 4);
      if (body === null) throw cutShort();
      return body;
    },
  };
}

/** What was received is not git's protocol. */
export function garbled(): ContentError<'remote'> {
  return new ContentError('remote', { fault: 'corrupt' });
}

/** The other side went away in the middle of a line. */
export function cutShort(): ContentError<'remote'> {
  return new ContentError('remote', { fault: 'offline' });
}
