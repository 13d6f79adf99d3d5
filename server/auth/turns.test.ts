import { describe, expect, it } from 'vitest';
import { createTurns, type Lane } from './turns.ts';

const MAX_WAITING_TURNS = 32;

/** Turns whose first task runs until it is let go. */
function held() {
  const turns = createTurns();
  const order: string[] = [];
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const running = turns.take('usual', () => gate);
  const take = (lane: Lane, name: string) => turns.take(lane, () => Promise.resolve(void order.push(name)));
  return { take, order, letGo: () => letGo(), running };
}

describe('createTurns', () => {
  it('lets who is known go before all who wait', async () => {
    const { take, order, letGo } = held();
    const all = [take('usual', 'a'), take('usual', 'b'), take('first', 'known')];
    letGo();
    await Promise.all(all);
    expect(order).toEqual(['known', 'a', 'b']);
  });

  it('refuses more than may wait, and still takes who is known', async () => {
    const { take, order, letGo } = held();
    const all = Array.from({ length: MAX_WAITING_TURNS }, () => take('usual', 'stranger'));
    await expect(take('usual', 'too many')).rejects.toMatchObject({
      code: 'throttled',
      data: { retryAfter: 10 },
    });
    const known = take('first', 'known');
    letGo();
    await Promise.all([...all, known]);
    expect([order[0], order.length]).toEqual(['known', MAX_WAITING_TURNS + 1]);
  });

  it('goes on after a task that failed', async () => {
    const turns = createTurns();
    const failed = turns.take('usual', () => Promise.reject(new Error('no'))).catch(String);
    expect([await failed, await turns.take('usual', () => Promise.resolve('yes'))]).toEqual([
      'Error: no',
      'yes',
    ]);
  });
});
