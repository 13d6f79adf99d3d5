import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { SnapshotState } from '#content/snapshot/snapshot-state.ts';
import { createPastQuestion } from './live-content.ts';

describe('createPastQuestion', () => {
  it('keeps nobody waiting once the end is near, and does not say that the past is known', async () => {
    const errors: unknown[] = [];
    const past = createPastQuestion({
      ask: async (_, signal) => {
        await once(signal, 'abort');
        throw signal.reason;
      },
      onFound: () => Promise.resolve(true),
      onError: (error) => errors.push(error),
    });
    past.ask({ held: { isFormerWhole: false }, snapshot: {} } as unknown as SnapshotState); // Nothing else is read of it.
    const known = past.known();
    past.expectEnd();
    await known;
    expect([past.isKnown(), errors]).toEqual([false, []]);
    await past.close();
  });
});
