import { describe, expect, it } from 'vitest';
import { createOneAtATime } from '#content/git/concurrency.ts';
import { createHold, createPushGate, createPushPriority } from './push-gate.ts';

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

const HOUR_MS = 3_600_000;

describe('createHold', () => {
  function open(longestMs: number) {
    const events: string[] = [];
    const oneAtATime = createOneAtATime();
    const save = (name: string) =>
      oneAtATime(() => {
        events.push(name);
        return Promise.resolve();
      });
    return { events, save, hold: createHold({ alone: oneAtATime, longestMs }) };
  }

  it('has the saves that come after it wait until it ends', async () => {
    const { events, save, hold } = open(HOUR_MS);
    const before = save('before');
    void hold.begin();
    const after = save('after');
    await before;
    await new Promise(setImmediate);
    events.push('pushed');
    hold.end();
    await after;
    expect(events).toEqual(['before', 'pushed', 'after']);
  });

  it('lets them go on after a while, whatever becomes of the push', async () => {
    const { events, save, hold } = open(1);
    void hold.begin();
    await save('after');
    expect(events).toEqual(['after']);
  });

  it('holds nobody once it is over', async () => {
    const { events, save, hold } = open(HOUR_MS);
    hold.end();
    void hold.begin();
    await save('after');
    expect(events).toEqual(['after']);
  });
});

describe('createPushPriority', () => {
  function open(longestMs = HOUR_MS) {
    const events: string[] = [];
    const oneAtATime = createOneAtATime();
    const save = (name: string) =>
      oneAtATime(() => {
        events.push(name);
        return Promise.resolve();
      });
    const alone = (work: () => Promise<void>) => oneAtATime(work, 'first');
    return { events, save, priority: createPushPriority({ alone, longestMs }) };
  }

  it('has saves wait from the fetch of somebody whose push came too late to the end of the next one', async () => {
    const { events, save, priority } = open();
    priority.ended('camille', 'too-late');
    const [running, waiting] = [save('running'), save('waiting')];
    await priority.fetching('camille');
    events.push('fetched');
    priority.asked('camille');
    events.push('pushed');
    priority.ended('camille', 'done');
    await Promise.all([running, waiting]);
    expect(events).toEqual(['running', 'fetched', 'pushed', 'waiting']);
  });

  it('has them wait as well for who asked to push, had to fetch first, and fetches', async () => {
    const { events, save, priority } = open();
    priority.asked('camille');
    await priority.fetching('camille');
    await priority.fetching('camille');
    const waiting = save('after');
    events.push('pushed');
    priority.ended('camille', 'done');
    await waiting;
    expect(events).toEqual(['pushed', 'after']);
  });

  it('holds nobody for who fetches, or for who pushed', async () => {
    const { events, save, priority } = open();
    await priority.fetching('camille');
    priority.asked('camille');
    priority.ended('camille', 'done');
    await priority.fetching('camille');
    await save('after');
    expect(events).toEqual(['after']);
  });

  it('lets saves go on after a while, and at the end, whatever becomes of the push', async () => {
    const soon = open(1);
    soon.priority.ended('camille', 'too-late');
    await soon.priority.fetching('camille');
    await soon.save('after');
    const late = open();
    late.priority.ended('camille', 'too-late');
    await late.priority.fetching('camille');
    late.priority.close();
    await late.save('after');
    expect([soon.events, late.events]).toEqual([['after'], ['after']]);
  });
});
