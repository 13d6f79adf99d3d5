/** Numbers in [0, 1) that are the same at each run for one seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A smooth random curve of one variable, in [-1, 1], made of `octaves` layers of value noise. */
export function createNoise(seed: number, octaves: number): (x: number) => number {
  const random = createRandom(seed);
  const lattice = Array.from({ length: 256 }, () => random() * 2 - 1);
  const at = (index: number): number => lattice[((index % 256) + 256) % 256] ?? 0;
  const layer = (x: number): number => {
    const cell = Math.floor(x);
    const t = x - cell;
    const eased = t * t * (3 - 2 * t);
    return at(cell) * (1 - eased) + at(cell + 1) * eased;
  };
  return (x) => {
    let sum = 0;
    for (let octave = 0; octave < octaves; octave++)
      sum += layer(x * 2 ** octave + octave * 37.7) / 2 ** octave;
    return sum / 2;
  };
}
