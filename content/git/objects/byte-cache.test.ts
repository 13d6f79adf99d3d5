import { expect, it } from 'vitest';
import { createByteCache } from './byte-cache.ts';

it('a cache holds what it may, and forgets what was used longest ago', () => {
  const cache = createByteCache<string>({ maxBytes: 160, sizeOf: (value) => value.length });
  const names = Array.from({ length: 40 }, (_, number) => `n${number}`);
  for (const name of names) {
    cache.set(name, 'x'.repeat(10));
    cache.get('n0');
  }
  const kept = names.filter((name) => cache.get(name) !== undefined);
  expect(kept).toEqual(['n0', ...names.slice(1 - kept.length)]);
  expect(kept.length).toBeGreaterThan(12);
  expect(kept.length).toBeLessThanOrEqual(16);
  cache.set('much', 'x'.repeat(41));
  expect(cache.get('much')).toBe(undefined);
});
