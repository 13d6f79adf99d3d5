import { randomBytes } from 'node:crypto';

const ID_BYTES = 20;
const WORDS = ID_BYTES / 4;
const FIRST_SLOTS = 1024;

/** Object ids in their 20 bytes, each with a small number above 0: millions of them, in 25 bytes each and no strings. */
export interface IdMap {
  /** The number kept for the id at `at`; 0 when there is none. */
  get(bytes: Buffer, at: number): number;
  /** Keeps `value` unless the id has one. Answers the one it had, 0 when it is new. */
  put(bytes: Buffer, at: number, value: number): number;
  /** Whether `test` holds for every id. */
  every(test: (bytes: Buffer, at: number, value: number) => boolean): boolean;
}

/** An empty map. Where an id goes depends on random numbers: nobody can choose ids that all meet in one place. */
export function createIdMap(): IdMap {
  const seed = randomBytes(ID_BYTES);
  const factors = Array.from({ length: WORDS }, (_, word) => seed.readInt32LE(word * 4) | 1);
  let ids = Buffer.alloc(FIRST_SLOTS * ID_BYTES);
  let values = new Uint8Array(FIRST_SLOTS);
  let count = 0;

  /** Where the id is, or the free place where it would be. */
  function slotOf(bytes: Buffer, at: number): number {
    let hash = 0;
    for (let word = 0; word < WORDS; word++)
      hash = Math.imul(hash ^ bytes.readInt32LE(at + word * 4), factors[word] ?? 1);
    let slot = (hash ^ (hash >>> 15)) & (values.length - 1);
    while (values[slot] !== 0 && !isSame(ids, slot * ID_BYTES, bytes, at))
      slot = (slot + 1) & (values.length - 1);
    return slot;
  }

  function insert(slot: number, bytes: Buffer, at: number, value: number): void {
    bytes.copy(ids, slot * ID_BYTES, at, at + ID_BYTES);
    values[slot] = value;
  }

  function grow(): void {
    const [oldIds, oldValues] = [ids, values];
    ids = Buffer.alloc(oldIds.length * 2);
    values = new Uint8Array(oldValues.length * 2);
    for (const [slot, value] of oldValues.entries()) {
      const at = slot * ID_BYTES;
      if (value !== 0) insert(slotOf(oldIds, at), oldIds, at, value);
    }
  }

  return {
    get: (bytes, at) => values[slotOf(bytes, at)] ?? 0,
    put(bytes, at, value) {
      const slot = slotOf(bytes, at);
      const known = values[slot] ?? 0;
      if (known !== 0) return known;
      insert(slot, bytes, at, value);
      count += 1;
      if (count * 2 > values.length) grow();
      return 0;
    },
    every: (test) => values.every((value, slot) => value === 0 || test(ids, slot * ID_BYTES, value)),
  };
}

function isSame(a: Buffer, aAt: number, b: Buffer, bAt: number): boolean {
  for (let byte = 0; byte < ID_BYTES; byte += 4) {
    if (a.readInt32LE(aAt + byte) !== b.readInt32LE(bAt + byte)) return false;
  }
  return true;
}
