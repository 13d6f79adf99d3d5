import { commonEnd, commonStart } from './tree-window.ts';

const MAX_COPY = 0xffffff;
const MAX_INSERT = 127;

/**
 * A delta (gitformat-pack(5)) that makes `target` of `base`: what they have in common at both ends is copied, the rest is
 * inserted. Null when that saves too little. Enough where one place of a text or of a folder changed.
 */
export function makeDelta(base: Buffer, target: Buffer): Buffer | null {
  const start = commonStart(base, target);
  const end = commonEnd(base, target, start);
  const middle = target.subarray(start, target.length - end);
  if (middle.length * 2 > target.length) return null;
  return Buffer.concat([
    varint(base.length),
    varint(target.length),
    ...copies(0, start),
    ...insertions(middle),
    ...copies(base.length - end, end),
  ]);
}

/** Seven bits in each byte, the lowest first. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

function* copies(from: number, length: number): Generator<Buffer> {
  for (let done = 0; done < length; done += MAX_COPY) {
    const instruction = Buffer.alloc(8, 0xff);
    instruction.writeUInt32LE(from + done, 1);
    instruction.writeUIntLE(Math.min(MAX_COPY, length - done), 5, 3);
    yield instruction;
  }
}

function* insertions(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += MAX_INSERT) {
    const piece = bytes.subarray(at, at + MAX_INSERT);
    yield Buffer.concat([Buffer.from([piece.length]), piece]);
  }
}
