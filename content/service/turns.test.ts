import { describe, expect, it } from 'vitest';
import { ContentError } from '../model/errors.ts';
import { createTurns } from './turns.ts';

/** Work that ends when told to, and notes when it begins. */
function createWork() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    end: (): void => ends.shift()?.(),
    work: (number: number) => () => {
      started.push(number);
      return new Promise<number>((resolve) => ends.push(() => resolve(number)));
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('createTurns', () => {
  it('runs so many at once, in the order they came', async () => {
    const { started, end, work } = createWork();
    const inTurn = createTurns({ atOnce: 2, waiting: 9 });
    const all = Promise.all([1, 2, 3, 4].map((number) => inTurn(work(number))));
    const seen: string[] = [];
    for (let left = 4; left > 0; left -= 1) {
      await settle();
      seen.push(started.join(' '));
      end();
    }
    expect([seen, await all]).toEqual([
      ['1 2', '1 2 3', '1 2 3 4', '1 2 3 4'],
      [1, 2, 3, 4],
    ]);
  });

  it('lets nobody pass who came later', async () => {
    const { started, end, work } = createWork();
    const inTurn = createTurns({ atOnce: 1, waiting: 9 });
    const first = inTurn(work(1));
    const second = inTurn(work(2));
    await settle();
    end();
    await first;
    const third = inTurn(work(3));
    await settle();
    expect(started).toEqual([1, 2]);
    end();
    await second;
    await settle();
    end();
    expect([await third, started]).toEqual([3, [1, 2, 3]]);
  });

  it('refuses when too many wait, and takes work again afterwards', async () => {
    const { end, work } = createWork();
    const inTurn = createTurns({ atOnce: 1, waiting: 1 });
    const kept = [inTurn(work(1)), inTurn(work(2))];
    const refused: unknown = await inTurn(work(3)).catch((error: unknown) => error);
    await settle();
    end();
    await settle();
    end();
    await Promise.all(kept);
    const later = inTurn(work(4));
    await settle();
    end();
    expect([refused instanceof ContentError && refused.code, await later]).toEqual(['throttled', 4]);
  });

  it('goes on after a failure', async () => {
    const inTurn = createTurns({ atOnce: 1, waiting: 1 });
    const failed: unknown = await inTurn(() => Promise.reject(new Error('raté'))).catch(
      (error: unknown) => error,
    );
    expect([failed instanceof Error, await inTurn(() => Promise.resolve('bien'))]).toEqual([true, 'bien']);
  });
});
