import { describe, expect, it } from 'vitest';
import { createOneAtATime, createRescan } from './concurrency.ts';

describe('createOneAtATime', () => {
  it('begins no work before the one that came first has ended, and gives each its own answer', async () => {
    const inTurn = createOneAtATime();
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${name} ends`);
      return name;
    };
    expect(await Promise.all([inTurn(work('a')), inTurn(work('b'))])).toEqual(['a', 'b']);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('goes on after work that failed, and tells only its caller', async () => {
    const inTurn = createOneAtATime();
    const failed = inTurn(() => Promise.reject(new Error('full')));
    const next = inTurn(() => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('full');
    expect(await next).toBe('done');
  });
});

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
