import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import type { Random } from '../random.ts';

const STRATEGIES = [
  constants.Z_DEFAULT_STRATEGY,
  constants.Z_FILTERED,
  constants.Z_HUFFMAN_ONLY,
  constants.Z_RLE,
  constants.Z_FIXED,
];
/** One in so many is put together by hand. */
const BY_HAND = 5;

/**
 * A zlib stream of these bytes, in the form of this number: every level, strategy, memory level and window meets every other
 * within some hundred numbers, and between them come streams that zlib itself would not write but reads.
 */
export function zlibForm(bytes: Buffer, number: number, random: Random): Buffer {
  if (number % BY_HAND === 0) return byHand(bytes, random);
  return deflateSync(bytes, {
    level: number % 10,
    strategy: STRATEGIES[Math.floor(number / 10) % STRATEGIES.length],
    memLevel: 1 + ((number * 7) % 9),
    windowBits: 9 + ((number * 5) % 7),
  });
}

/** Pieces that each begin anew: stored, with flush points after them, of nothing at all. */
function byHand(bytes: Buffer, random: Random): Buffer {
  const pieces: Buffer[] = [];
  for (let blanks = random.oneIn(2) ? random.below(400) : 0; blanks > 0; blanks -= 1)
    pieces.push(storedBlock(Buffer.alloc(0)));
  const cuts = random.below(6);
  let at = 0;
  for (let cut = 0; cut < cuts; cut += 1) {
    const length = random.pick([0, 1, random.below(20), random.below(0x10000)]);
    const piece = bytes.subarray(at, at + length);
    at += piece.length;
    pieces.push(random.oneIn(2) ? storedBlock(piece) : flushed(piece, random));
  }
  pieces.push(deflateRawSync(bytes.subarray(at), { level: random.below(10) }));
  return Buffer.concat([Buffer.of(0x78, 0x9c), ...pieces, adler32(bytes)]);
}

function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

function flushed(bytes: Buffer, random: Random): Buffer {
  const finishFlush = random.pick([constants.Z_SYNC_FLUSH, constants.Z_FULL_FLUSH]);
  return deflateRawSync(bytes, { finishFlush, level: random.below(10) });
}

function adler32(bytes: Buffer): Buffer {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(high, 0);
  sum.writeUInt16BE(low, 2);
  return sum;
}
