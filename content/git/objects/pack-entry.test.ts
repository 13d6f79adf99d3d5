import { describe, expect, it } from 'vitest';
import { applyDelta, deltaResultSize } from './pack-entry.ts';

const BASE = Buffer.from('le temps est une ressource');

describe('applyDelta', () => {
  it('copies from the base and inserts', () => {
    // 26 → 15 bytes: copy 9 from 0, insert « court », copy 1 from 2.
    const delta = Buffer.from([26, 15, 0x90, 9, 5, ...Buffer.from('court'), 0x91, 2, 1]);
    expect(applyDelta(BASE, delta).toString()).toBe('le temps court ');
    expect(deltaResultSize(delta)).toBe(15);
  });

  it('copies 65,536 bytes when no length is given, from far away', () => {
    const base = Buffer.alloc(200_000, 'abcdefg');
    const delta = Buffer.from([0xc0, 0x9a, 0x0c, 0x80, 0x80, 0x04, 0x87, 0x70, 0x11, 0x01]);
    expect(applyDelta(base, delta)).toEqual(base.subarray(0x11170, 0x21170));
  });

  it.each([
    ['another base', [25, 1, 1, 65]],
    ['a copy past the end of the base', [26, 30, 0x90, 30]],
    ['more than it announced', [26, 1, 2, 65, 66]],
    ['less than it announced', [26, 3, 1, 65]],
    ['a reserved instruction', [26, 1, 0]],
    ['an insertion cut short', [26, 5, 5, 65]],
    ['a copy cut short', [26, 5, 0x91]],
    ['a header cut short', [0x80]],
  ])('refuses %s', (_, bytes) => {
    expect(() => applyDelta(BASE, Buffer.from(bytes))).toThrow('delta');
  });
});
