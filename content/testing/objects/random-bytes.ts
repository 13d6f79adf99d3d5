import type { Random } from '../random.ts';

const WORDS = 'le temps est une ressource que personne ne rend à qui la perd et encre plume été œuvre'.split(
  ' ',
);

/** Bytes of many kinds: nothing, a few, text, noise, slopes as pictures have them, one byte over and over; some are large. */
export function randomBytesOf(random: Random): Buffer {
  const size = sizeOf(random);
  return random.pick([text, noise, slope, sameByte])(size, random);
}

function sizeOf(random: Random): number {
  if (random.oneIn(60)) return 1_000_000 + random.below(1_500_000);
  return random.pick([
    random.below(4),
    random.below(40),
    random.below(600),
    random.below(9000),
    random.below(90_000),
  ]);
}

function text(size: number, random: Random): Buffer {
  const words: string[] = [];
  for (let length = 0; length < size; ) {
    const word = random.pick(WORDS);
    words.push(word);
    length += word.length + 1;
  }
  return Buffer.from(words.join(' ')).subarray(0, size);
}

function noise(size: number, random: Random): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = random.below(256);
  return bytes;
}

/**
 * Many different bytes, of which some are much more frequent, neighbours never alike: zlib begins them, as it does pictures,
 * with its longest tables.
 */
export function slope(size: number, random: Random): Buffer {
  const order = Array.from({ length: 256 }, (_, value) => ({ value, at: random.below(1e9) }));
  const values = order.toSorted((a, b) => a.at - b.at).map(({ value }) => value);
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) {
    const rank = Math.floor((random.below(256) * random.below(256) * random.below(256)) / 65536);
    bytes[at] = values[rank] ?? 0;
  }
  return bytes;
}

function sameByte(size: number, random: Random): Buffer {
  return Buffer.alloc(size, random.below(256));
}
