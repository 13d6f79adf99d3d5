import { describe, expect, it } from 'vitest';
import { ContentError } from '#content/model/errors.ts';
import {
  createOneAtATime,
  createQueue,
  createRescan,
  requireFirst,
  StaleError,
  untilFirst,
} from './concurrency.ts';

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

async function flush(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('createQueue', () => {
  it('runs so many at once, in the order they came', async () => {
    const { started, end, work } = createWork();
    const inTurn = createQueue({ atOnce: 2, waiting: 9, secondsEach: 1 });
    const all = Promise.all([1, 2, 3, 4].map((number) => inTurn(work(number))));
    const seen: string[] = [];
    for (let left = 4; left > 0; left -= 1) {
      await flush();
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
    const inTurn = createQueue({ atOnce: 1, waiting: 9, secondsEach: 1 });
    const first = inTurn(work(1));
    const second = inTurn(work(2));
    await flush();
    end();
    await first;
    const third = inTurn(work(3));
    await flush();
    expect(started).toEqual([1, 2]);
    end();
    await second;
    await flush();
    end();
    expect([await third, started]).toEqual([3, [1, 2, 3]]);
  });

  it('refuses when too many wait, and takes work again afterwards', async () => {
    const { end, work } = createWork();
    const inTurn = createQueue({ atOnce: 1, waiting: 1, secondsEach: 3.5 });
    const kept = [inTurn(work(1)), inTurn(work(2))];
    const refused: unknown = await inTurn(work(3)).catch((error: unknown) => error);
    await flush();
    end();
    await flush();
    end();
    await Promise.all(kept);
    const later = inTurn(work(4));
    await flush();
    end();
    expect(refused).toMatchObject({ code: 'throttled', data: { retryAfter: 4 } });
    expect(await later).toBe(4);
  });

  it('lets the first lane go before all who wait, and has room for it when there is none', async () => {
    const { started, end, work } = createWork();
    const inTurn = createQueue({ atOnce: 1, waiting: 2, secondsEach: 1 });
    const all = [1, 2, 3].map((number) => inTurn(work(number)));
    await expect(inTurn(work(4))).rejects.toMatchObject({ code: 'throttled' });
    all.push(inTurn(work(5), 'first'));
    for (let left = 4; left > 0; left -= 1) {
      await flush();
      end();
    }
    await Promise.all(all);
    expect(started).toEqual([1, 5, 2, 3]);
  });
});

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

describe('untilFirst', () => {
  const beaten = new ContentError('locked', { lock: 'refs/heads/main' });

  it('tries again while somebody else is first, and answers whatever the attempt does', async () => {
    let others = 3;
    const attempt = (): Promise<null> => {
      others -= 1;
      requireFirst(others === 0);
      return Promise.resolve(null);
    };
    expect(await untilFirst(beaten, async () => attempt())).toBeNull();
  });

  it('tries nothing again that failed otherwise', async () => {
    let tries = 0;
    const failing = untilFirst(beaten, () => {
      tries += 1;
      return Promise.reject(new Error('le disque'));
    });
    await expect(failing).rejects.toThrow('le disque');
    expect(tries).toBe(1);
  });

  it('tells of one who never lets us pass', async () => {
    const attempt = () => Promise.reject(new StaleError());
    await expect(untilFirst(beaten, attempt)).rejects.toBe(beaten);
  });
});
