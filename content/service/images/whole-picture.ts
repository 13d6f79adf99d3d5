/** The kinds of pictures that are kept as files. */
export type KeptKind = 'jpg' | 'share' | 'webp' | 'avif' | 'png';

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

/**
 * Whether the bytes of a kept picture begin and end as its kind does: one that a disk left empty, cut short or full of zeros is
 * made again, for browsers keep what they are given for a year.
 */
export function isWholePicture(bytes: Uint8Array, kind: KeptKind): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (kind) {
    case 'jpg':
    case 'share':
      return (
        buffer.length > 4 &&
        buffer.readUInt16BE(0) === 0xffd8 &&
        buffer.readUInt16BE(buffer.length - 2) === 0xffd9
      );
    case 'png':
      return buffer.subarray(0, 8).equals(PNG_START) && buffer.subarray(-12).equals(PNG_END);
    case 'webp':
      return (
        buffer.length > 12 &&
        buffer.toString('latin1', 0, 4) === 'RIFF' &&
        buffer.readUInt32LE(4) === buffer.length - 8
      );
    case 'avif':
      return buffer.toString('latin1', 4, 8) === 'ftyp' && endsWithItsData(buffer);
  }
}

/** Whether the boxes of an AVIF fill it, and the last one is that of the picture itself, as our encoder writes them. */
function endsWithItsData(buffer: Buffer): boolean {
  let last = '';
  let at = 0;
  while (at + 8 <= buffer.length) {
    const size = buffer.readUInt32BE(at);
    if (size < 8) return false;
    last = buffer.toString('latin1', at + 4, at + 8);
    at += size;
  }
  return at === buffer.length && last === 'mdat';
}
