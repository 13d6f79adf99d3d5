import { describe, expect, it } from 'vitest';
import { createRescan } from './rescan.ts';

describe('createRescan', () => {
  it('scans once for those who ask together, again for those who ask later, one after the other', async () => {
    const events: string[] = [];
    let count = 0;
    const rescan = createRescan(async () => {
      const number = ++count;
      events.push(`begin ${number}`);
      await Promise.resolve();
      if (number === 1) late.push(rescan(), rescan());
      await Promise.resolve();
      events.push(`end ${number}`);
    });
    const late: Promise<void>[] = [];
    await Promise.all([rescan(), rescan(), rescan()]);
    await Promise.all(late);
    await rescan();
    expect(events).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
  });

  it('goes on after a scan that failed', async () => {
    let count = 0;
    const rescan = createRescan(() =>
      ++count === 1 ? Promise.reject(new Error('raté')) : Promise.resolve(),
    );
    await expect(rescan()).rejects.toThrow('raté');
    await rescan();
    expect(count).toBe(2);
  });
});
