import type { Random } from '../random.ts';

/** Instructions that make `target` of a base (gitformat-pack(5)), put together here without what reads them. */
export interface MadeDelta {
  readonly bytes: Buffer;
  readonly target: Buffer;
}

/** A length that a copy states by saying none. */
const UNSTATED = 0x10000;

/** Copies from anywhere in the base, insertions, or only these: whatever comes out is the target. */
export function randomDelta(base: Buffer, random: Random): MadeDelta {
  const steps: Buffer[] = [];
  const target: Buffer[] = [];
  const copies = base.length > 0 && !random.oneIn(6);
  for (let count = 1 + random.below(12); count > 0; count -= 1) {
    if (copies && !random.oneIn(3)) {
      const start = random.below(base.length);
      const length = lengthFrom(base.length - start, random);
      steps.push(copy({ start, length }, random));
      target.push(base.subarray(start, start + length));
    } else {
      const bytes = Buffer.from(Array.from({ length: 1 + random.below(127) }, () => random.below(256)));
      steps.push(Buffer.concat([Buffer.of(bytes.length), bytes]));
      target.push(bytes);
    }
  }
  return finish(base, Buffer.concat(target), steps);
}

/** What both have in common at their ends is copied, in pieces; the rest is inserted. */
export function deltaBetween(base: Buffer, target: Buffer, random: Random): MadeDelta {
  const most = Math.min(base.length, target.length);
  let start = 0;
  while (start < most && base[start] === target[start]) start += 1;
  let end = 0;
  while (end < most - start && base[base.length - 1 - end] === target[target.length - 1 - end]) end += 1;
  const steps = [
    ...copiesOf(0, start, random),
    ...insertionsOf(target.subarray(start, target.length - end), random),
    ...copiesOf(base.length - end, end, random),
  ];
  return finish(base, target, steps);
}

function finish(base: Buffer, target: Buffer, steps: readonly Buffer[]): MadeDelta {
  return { target, bytes: Buffer.concat([sizeBytes(base.length), sizeBytes(target.length), ...steps]) };
}

function lengthFrom(rest: number, random: Random): number {
  const wished = random.pick([
    1,
    0xff,
    0x100,
    UNSTATED,
    0x10100,
    random.below(500) + 1,
    random.below(0xffffff) + 1,
  ]);
  return Math.min(rest, wished);
}

function* copiesOf(from: number, length: number, random: Random): Generator<Buffer> {
  for (let done = 0; done < length; ) {
    const piece = lengthFrom(length - done, random);
    yield copy({ start: from + done, length: piece }, random);
    done += piece;
  }
}

function* insertionsOf(bytes: Buffer, random: Random): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const piece = bytes.subarray(at, at + 1 + random.below(127));
    yield Buffer.concat([Buffer.of(piece.length), piece]);
    at += piece.length;
  }
}

/** Bytes that are zero may be left out, and need not: now and then one is said. */
function copy(
  { start, length }: { readonly start: number; readonly length: number },
  random: Random,
): Buffer {
  const stated = length === UNSTATED && !random.oneIn(3) ? 0 : length;
  const said: number[] = [];
  let instruction = 0x80;
  for (let bit = 0; bit < 7; bit += 1) {
    const value = bit < 4 ? (start >>> (8 * bit)) & 0xff : (stated >>> (8 * (bit - 4))) & 0xff;
    if (value === 0 && !random.oneIn(4)) continue;
    instruction |= 1 << bit;
    said.push(value);
  }
  return Buffer.of(instruction, ...said);
}

/** Seven bits in each byte, the lowest first. */
function sizeBytes(size: number): Buffer {
  const bytes: number[] = [];
  let rest = size;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.of(...bytes, rest);
}
