import { describe, expect, it } from 'vitest';
import { type BackgroundTurn, createBackground } from './background.ts';

/** Work that ends when told to. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Work that only says that it was done. */
function createNotes() {
  const done: string[] = [];
  const note = (name: string): Promise<void> => {
    done.push(name);
    return Promise.resolve();
  };
  return { done, note };
}

/** What nobody may complain of. */
const onError = (error: unknown): void => expect(error).toBe(null);

describe('createBackground', () => {
  it('does one thing at a time, and next what is most wanted of what waits', async () => {
    const { done, note } = createNotes();
    const gate = createGate();
    const background = createBackground({ onError });
    let together = 0;
    const work = (name: string) => async () => {
      together += 1;
      await gate.opened;
      await note(`${name}, ${together} at once`);
      together -= 1;
    };
    const all = (['updates', 'pictures', 'search', 'history'] as const).map((name) =>
      background.run(name, work(name)),
    );
    gate.open();
    expect(await Promise.all(all)).toEqual([true, true, true, true]);
    expect(done).toEqual([
      'updates, 1 at once',
      'history, 1 at once',
      'search, 1 at once',
      'pictures, 1 at once',
    ]);
  });

  it('tells what is done and what waits, each with how far it is', async () => {
    const background = createBackground({ onError });
    const [gate, begun] = [createGate(), createGate()];
    const all = [
      background.run('history', ({ tell }) => {
        tell(3, 7);
        begun.open();
        return gate.opened;
      }),
      background.run('updates', () => Promise.resolve()),
    ];
    for (const key of ['a', 'b', 'b']) background.ask('pictures', key, () => Promise.resolve());
    await begun.opened;
    expect(background.progress()).toEqual([
      { name: 'history', isRunning: true, done: 3, total: 7 },
      { name: 'updates', isRunning: false, done: 0, total: null },
      { name: 'pictures', isRunning: false, done: 0, total: 2 },
    ]);
    gate.open();
    await Promise.all([...all, background.run('pictures', () => Promise.resolve())]);
    await background.close();
    expect(background.progress()).toEqual([]);
  });

  it('says when nothing is left, once for all that waited, and how long that took', async () => {
    const rests: number[] = [];
    const background = createBackground({ onError, onRest: (tookMs) => rests.push(tookMs) });
    await Promise.all([
      background.run('history', () => {
        spin();
        return Promise.resolve();
      }),
      background.run('updates', () => Promise.resolve()),
    ]);
    await background.close();
    expect([rests.length, (rests[0] ?? 0) > 0]).toEqual([1, true]);
  });

  it('says it only once nobody asks for anything either', async () => {
    const rested = createGate();
    let [requests, toCome] = [0, 0];
    const told: number[] = [];
    const background = createBackground({
      requests: () => {
        if (toCome > 0) requests += 1;
        toCome = Math.max(0, toCome - 1);
        return requests;
      },
      onError,
      onRest: () => {
        told.push(toCome);
        rested.open();
      },
    });
    background.ask('history', 'a', () => {
      toCome = 3;
      return Promise.resolve();
    });
    await rested.opened;
    await background.close();
    expect(told).toEqual([0]);
  });

  it('begins once requests have come to an end', async () => {
    let requests = 0;
    const looks: number[] = [];
    const background = createBackground({
      requests: () => {
        if (looks.length < 3) requests += 1;
        looks.push(requests);
        return requests;
      },
      onError,
    });
    await background.run('history', () => Promise.resolve());
    expect(looks).toEqual([1, 2, 3, 3]);
  });

  it('begins all the same where they never do', async () => {
    let requests = 0;
    const background = createBackground({ requests: () => (requests += 1), onError });
    expect(await background.run('history', () => Promise.resolve())).toBe(true);
  });

  it('answers who asks between two steps, and rests longer while somebody does', async () => {
    let requests = 0;
    const background = createBackground({ requests: () => requests, onError });
    const events: string[] = [];
    await background.run('history', async ({ breathe }: BackgroundTurn) => {
      expect(breathe()).toBeUndefined();
      spin();
      setImmediate(() => {
        requests += 1;
        events.push('a request');
        setTimeout(() => events.push('the next one'), 5);
      });
      await breathe();
      events.push('work');
      spin();
      setImmediate(() => events.push('a timer of nobody'));
      await breathe();
      events.push('work');
    });
    expect(events).toEqual(['a request', 'the next one', 'work', 'a timer of nobody', 'work']);
  });

  it('rejects for who waits for a failure, and goes on', async () => {
    const background = createBackground({ onError });
    const failing = background.run('history', () => Promise.reject(new Error('damaged')));
    const next = background.run('updates', () => Promise.resolve());
    await expect(failing).rejects.toThrow('damaged');
    expect(await next).toBe(true);
  });

  it('does each piece once at a time, in the order they came', async () => {
    const { done, note } = createNotes();
    const gate = createGate();
    const background = createBackground({ onError });
    background.ask('pictures', 'a', () => gate.opened.then(() => note('a')));
    for (const name of ['b', 'a', 'b']) background.ask('pictures', name, () => note(name));
    gate.open();
    await background.run('pictures', () => Promise.resolve());
    expect(done).toEqual(['a', 'b']);
  });

  it('goes on after a piece that fails, which it tells, and does not try that one again', async () => {
    const errors: unknown[] = [];
    let tries = 0;
    const background = createBackground({ onError: (error) => errors.push(error) });
    for (const round of [1, 2]) {
      background.ask('pictures', 'bad', () => {
        tries += 1;
        return Promise.reject(new Error('no picture'));
      });
      expect([round, await background.run('pictures', () => Promise.resolve())]).toEqual([round, true]);
    }
    expect([tries, errors]).toEqual([1, [new Error('no picture')]]);
  });

  it('begins nothing once closed, and waits for what is running, which is told', async () => {
    const { done, note } = createNotes();
    const [gate, begun] = [createGate(), createGate()];
    const background = createBackground({ onError });
    const running = background.run('history', async ({ isOver }) => {
      begun.open();
      await gate.opened;
      await note(isOver() ? 'told' : 'not told');
    });
    const waiting = background.run('search', () => note('waiting'));
    background.ask('pictures', 'waiting', () => note('waiting'));
    await begun.opened;
    const closed = background.close();
    background.ask('pictures', 'late', () => note('late'));
    expect([await waiting, await background.run('search', () => note('late'))]).toEqual([false, false]);
    gate.open();
    await closed;
    expect([await running, done]).toEqual([true, ['told']]);
  });
});

/** Keeps the processor for longer than a stretch of work may last. */
function spin(): void {
  const until = performance.now() + 12;
  while (performance.now() < until);
}
