import { describe, expect, it } from 'vitest';
import { createOneAtATime } from './one-at-a-time.ts';

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
