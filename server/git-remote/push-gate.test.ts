import { describe, expect, it } from 'vitest';
import { createPushGate } from './push-gate.ts';

describe('a push gate', () => {
  it('lets many pushes in, and no task beside them', async () => {
    const gate = createPushGate();
    const [leave, leaveToo] = [await gate.enter(), await gate.enter()];
    leave();
    leave();
    expect(await gate.alone(() => Promise.resolve('done'))).toBeNull();
    leaveToo();
    expect(await gate.alone(() => Promise.resolve('done'))).toBe('done');
  });

  it('has pushes wait for a task, even one that fails, and lets no second task run', async () => {
    const gate = createPushGate();
    const events: string[] = [];
    let fail: (error: Error) => void = () => undefined;
    const task = gate.alone(
      () =>
        new Promise<void>((_, reject) => {
          fail = reject;
        }),
    );
    const entered = gate.enter().then(() => events.push('entered'));
    expect(await gate.alone(() => Promise.resolve('done'))).toBeNull();
    events.push('failing');
    fail(new Error('no space'));
    await expect(task).rejects.toThrow('no space');
    await entered;
    expect(events).toEqual(['failing', 'entered']);
  });
});
