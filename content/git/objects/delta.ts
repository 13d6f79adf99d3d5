/** Thrown by this file only; pack.ts says which object is to blame. */
export class DeltaError extends Error {}

/** Bytes of a delta that certainly hold both sizes of its header. */
export const DELTA_HEADER_BYTES = 20;

/** Git takes nothing shorter for a delta (its delta.h). */
const SHORTEST = 4;

/** The size of what a delta makes, from its header (gitformat-pack(5), "Deltified representation"). */
export function deltaResultSize(delta: Buffer): number {
  return readSize(delta, readSize(delta, 0).next).size;
}

/** What `delta` makes of `base`. Throws when it was not made for this base or is damaged. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const from = readSize(delta, 0);
  const to = readSize(delta, from.next);
  if (delta.length < SHORTEST) throw new DeltaError('delta ends too early');
  if (from.size !== base.length) throw new DeltaError('delta made for another base');
  // Each byte copies all of the base at most, or inserts one: what claims more is wrong before memory is taken for it.
  if (to.size > delta.length * Math.max(base.length, 1)) throw new DeltaError('delta claims too much');
  const result = Buffer.allocUnsafe(to.size);
  let read = to.next;
  let written = 0;
  while (read < delta.length) {
    const instruction = delta.readUInt8(read);
    const step =
      instruction & 0x80 ? copyFromBase(instruction, delta, read + 1) : insertion(instruction, read + 1);
    const source = step.from === 'base' ? base : delta;
    if (step.start + step.length > source.length || written + step.length > result.length) {
      throw new DeltaError('delta reaches out of bounds');
    }
    source.copy(result, written, step.start, step.start + step.length);
    written += step.length;
    read = step.next;
  }
  if (written !== result.length) throw new DeltaError('delta ends too early');
  return result;
}

interface Step {
  readonly from: 'base' | 'delta';
  readonly start: number;
  readonly length: number;
  /** Where the next instruction is. */
  readonly next: number;
}

function insertion(length: number, at: number): Step {
  if (length === 0) throw new DeltaError('delta with a reserved instruction');
  return { from: 'delta', start: at, length, next: at + length };
}

/** A copy: bits 0 to 3 of the instruction say which bytes of the start follow, bits 4 to 6 which of the length. */
function copyFromBase(instruction: number, delta: Buffer, at: number): Step {
  let next = at;
  let start = 0;
  let length = 0;
  for (let bit = 0; bit < 7; bit++) {
    if ((instruction & (1 << bit)) === 0) continue;
    const value = byteAt(delta, next++);
    if (bit < 4) start += value * 2 ** (8 * bit);
    else length += value * 2 ** (8 * (bit - 4));
  }
  return { from: 'base', start, length: length === 0 ? 0x10000 : length, next };
}

function readSize(delta: Buffer, at: number): { readonly size: number; readonly next: number } {
  let size = 0;
  let next = at;
  let scale = 1;
  for (;;) {
    const byte = byteAt(delta, next++);
    size += (byte & 0x7f) * scale;
    if (!Number.isSafeInteger(size)) throw new DeltaError('delta of an impossible size');
    if ((byte & 0x80) === 0) return { size, next };
    scale *= 128;
  }
}

function byteAt(delta: Buffer, at: number): number {
  const byte = delta[at];
  if (byte === undefined) throw new DeltaError('delta ends too early');
  return byte;
}
