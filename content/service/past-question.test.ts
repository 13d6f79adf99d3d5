import { describe, expect, it } from 'vitest';
import { createSignal } from '#content/git/concurrency.ts';
import type { SnapshotState } from '#content/snapshot/snapshot-state.ts';
import { createBackground } from './background.ts';
import { createPastQuestion } from './live-content.ts';

describe('createPastQuestion', () => {
  it('keeps nobody waiting once the end is near, and does not say that the past is known', async () => {
    const errors: unknown[] = [];
    const ended = createSignal();
    const past = createPastQuestion({
      past: {
        background: createBackground({ onError: (error) => expect.fail(String(error)) }),
        look: async () => {
          await ended.given;
          throw new Error('over');
        },
      },
      onFound: () => Promise.resolve(true),
      onError: (error) => errors.push(error),
    });
    past.begin();
    past.ask({ held: { isFormerWhole: false }, snapshot: {} } as unknown as SnapshotState); // Nothing else is read of it.
    const known = past.known();
    past.expectEnd();
    await known;
    expect([past.isKnown(), errors]).toEqual([false, []]);
    ended.give();
    await past.close();
    expect(errors).toEqual([]);
  });
});
