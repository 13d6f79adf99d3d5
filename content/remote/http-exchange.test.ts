import { describe, expect, it } from 'vitest';
import { createObjectStore } from '#content/git/objects/objects.ts';
import { startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { createTemporaryRepository } from '#content/testing/temporary-repository.ts';
import { createSharedClock } from './http-exchange.ts';
import { createRemote } from './remote.ts';

const HOUR_MS = 3_600_000;

describe('createSharedClock', () => {
  it.each([
    ['ours before any answer', [], 0],
    ['theirs where ours is an hour ahead', [-HOUR_MS], -HOUR_MS],
    ['ours where an answer took its time', [-59_000], 0],
    ['ours where theirs is ahead', [HOUR_MS], 0],
    ['ours again once that was set right', [-HOUR_MS, -1000], 0],
    ['ours where theirs is none', [Number.NaN], 0],
  ])('is %s', (_, theirs, expected) => {
    const ours = Date.parse('2026-03-01T08:00:00Z');
    const clock = createSharedClock(() => ours);
    for (const by of theirs) clock.onTime(ours + by);
    expect(clock.now() - ours).toBe(expected);
  });

  it('is told of by whoever answers an exchange', async () => {
    const [upstream, local] = [await startLoopbackRemote(), createTemporaryRepository()];
    const objects = createObjectStore({ gitDir: local.path });
    const clock = createSharedClock(() => 2 * Date.now());
    const { url } = upstream;
    const to = { url, branch: 'main', gitDir: local.path, objects, credentials: () => null };
    await createRemote({ ...to, onTime: clock.onTime }).fetch([]);
    const now = clock.now();
    objects.close();
    await upstream.stop();
    local.remove();
    expect(now).toBeLessThan(1.5 * Date.now());
  });
});
