import type { Random } from '../random.ts';

/** Numbers that lengths and counts are changed to. */
const EXTREMES = [0, 1, 0x7f, 0xff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

type Damage = (bytes: Buffer, random: Random) => Buffer;

const DAMAGES: readonly Damage[] = [flipBits, cut, insert, leaveOut, repeat, setNumber, overwrite, splice];

/** The bytes with one to four things wrong: bits, cuts, insertions, parts elsewhere, lengths. */
export function damage(bytes: Buffer, random: Random): Buffer {
  let damaged = bytes;
  for (let times = 1 + random.below(4); times > 0; times -= 1)
    damaged = random.pick(DAMAGES)(damaged, random);
  return damaged;
}

function flipBits(bytes: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(bytes);
  for (let times = 1 + random.below(8); times > 0 && bytes.length > 0; times -= 1) {
    const at = random.below(bytes.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
  }
  return flipped;
}

function cut(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  return random.oneIn(4) ? bytes.subarray(at) : bytes.subarray(0, at);
}

function insert(bytes: Buffer, random: Random): Buffer {
  const noise = Buffer.from(Array.from({ length: 1 + random.below(40) }, () => random.below(256)));
  return between(bytes, random, () => noise);
}

function leaveOut(bytes: Buffer, random: Random): Buffer {
  return between(bytes, random, () => Buffer.alloc(0));
}

function repeat(bytes: Buffer, random: Random): Buffer {
  return between(bytes, random, (part) => Buffer.concat([part, part]));
}

function overwrite(bytes: Buffer, random: Random): Buffer {
  const value = random.pick([0, 0x80, 0xff]);
  return between(bytes, random, (part) => Buffer.alloc(part.length, value));
}

function setNumber(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  if (bytes.length < 4) return changed;
  changed.writeUInt32BE(random.pick(EXTREMES), random.below(bytes.length - 3));
  return changed;
}

/** Its beginning, and an end from somewhere else in it. */
function splice(bytes: Buffer, random: Random): Buffer {
  const [first, second] = [random.below(bytes.length + 1), random.below(bytes.length + 1)];
  return Buffer.concat([bytes.subarray(0, first), bytes.subarray(second)]);
}

function between(bytes: Buffer, random: Random, change: (part: Buffer) => Buffer): Buffer {
  const start = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, start + random.below(60));
  return Buffer.concat([bytes.subarray(0, start), change(bytes.subarray(start, end)), bytes.subarray(end)]);
}
