/** Bytes that grow as they are written. Numbers are written in as few bytes as they need, seven bits in each. */
export function createBytes(capacity = 1024) {
  let bytes = new Uint8Array(capacity);
  let length = 0;

  function makeRoom(more: number): void {
    if (length + more <= bytes.length) return;
    const larger = new Uint8Array(Math.max(bytes.length * 2, length + more));
    larger.set(bytes.subarray(0, length));
    bytes = larger;
  }

  return {
    number(value: number): void {
      makeRoom(5);
      let rest = value;
      while (rest > 127) {
        bytes[length] = (rest & 127) | 128;
        length += 1;
        rest >>>= 7;
      }
      bytes[length] = rest;
      length += 1;
    },
    append(more: Uint8Array): void {
      makeRoom(more.length);
      bytes.set(more, length);
      length += more.length;
    },
    clear(): void {
      length = 0;
    },
    length: () => length,
    /** What was written, until something else is. */
    view: () => bytes.subarray(0, length),
    /** A copy of its own. */
    finish: () => bytes.slice(0, length),
  };
}

export type Bytes = ReturnType<typeof createBytes>;

/** Reads such numbers one after the other, from `from`; past the end there are zeros. */
export function createByteReader(bytes: Uint8Array, from: number) {
  let at = from;
  return {
    number(): number {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at] ?? 0;
        at += 1;
        value |= (byte & 127) << shift;
        if (byte < 128) return value;
      }
    },
    skip(count: number): void {
      at += count;
    },
    at: () => at,
  };
}
