export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/**
 * A cache that holds at most `maxBytes` as `sizeOf` counts them and forgets what was used longest ago. A value
 * larger than a quarter of that is not kept: it would push out everything else.
 */
export function createByteCache<Value>(options: {
  readonly maxBytes: number;
  readonly sizeOf: (value: Value) => number;
}): ByteCache<Value> {
  const values = new Map<string, Value>();
  let bytes = 0;

  function forget(key: string, value: Value): void {
    values.delete(key);
    bytes -= options.sizeOf(value);
  }

  return {
    get: (key) => {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set: (key, value) => {
      const former = values.get(key);
      if (former !== undefined) forget(key, former);
      if (options.sizeOf(value) > options.maxBytes / 4) return;
      values.set(key, value);
      bytes += options.sizeOf(value);
      if (bytes <= options.maxBytes) return;
      // Many at once: what was forgotten is walked over each time until the map is made anew.
      for (const [oldKey, oldValue] of values) {
        if (bytes <= (options.maxBytes / 8) * 7) return;
        forget(oldKey, oldValue);
      }
    },
  };
}
