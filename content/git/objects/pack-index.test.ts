import { describe, expect, it } from 'vitest';
import { parsePackIndex } from './pack-index.ts';

/** An index of two objects; the second starts beyond 4 GiB. */
function indexBytes(): Buffer {
  const ids = Buffer.from(`11${'00'.repeat(19)}${'ee'.repeat(20)}`, 'hex');
  const fanout = Buffer.alloc(1024);
  for (let first = 0; first < 256; first++) {
    fanout.writeUInt32BE((first >= 0x11 ? 1 : 0) + (first >= 0xee ? 1 : 0), first * 4);
  }
  const offsets = Buffer.from('0000000c800000000000000180000010', 'hex');
  return Buffer.concat([
    Buffer.from('ff744f6300000002', 'hex'),
    fanout,
    ids,
    Buffer.alloc(8),
    offsets,
    Buffer.alloc(40),
  ]);
}

describe('parsePackIndex', () => {
  it('finds small and 64-bit offsets', () => {
    const index = parsePackIndex(indexBytes(), 'test');
    const ids = [...index.ids()];
    expect(ids).toEqual([`11${'00'.repeat(19)}`, 'ee'.repeat(20)]);
    expect(ids.map((id) => index.find(Buffer.from(id, 'hex')))).toEqual([12, 0x180000010]);
    expect(index.find(Buffer.from('ef'.repeat(20), 'hex'))).toBeNull();
  });

  it('refuses bytes that are no index, or a part of one', () => {
    const whole = indexBytes();
    const broken = [
      Buffer.alloc(0),
      Buffer.alloc(2000),
      whole.subarray(0, 1100),
      Buffer.concat([whole.subarray(0, 8), Buffer.alloc(4, 0xff), whole.subarray(12)]),
    ];
    for (const bytes of broken) expect(() => parsePackIndex(bytes, 'test')).toThrow('corrupt');
  });
});
