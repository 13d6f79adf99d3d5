import { expect, it } from 'vitest';
import { ContentError } from '../../model/errors.ts';
import { eventually } from '../../testing/eventually.ts';
import { createUpstream } from './upstream.ts';

/** A promise, and what fulfils it. */
function gate<Value>(): { readonly opened: Promise<Value>; readonly open: (value: Value) => void } {
  let open: (value: Value) => void = () => undefined;
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open: (value) => open(value) };
}

it('sends what is new, though a count that began before it ends after it', async () => {
  const [early, listing] = [gate<number>(), gate<readonly []>()];
  const calls = { counts: 0, lists: 0, syncs: 0 };
  const upstream = createUpstream({
    sync: () => {
      calls.syncs += 1;
      return Promise.resolve({ commit: null, refusedPending: null });
    },
    countUnsent: () => (++calls.counts === 1 ? early.opened : Promise.resolve(1)),
    listBackups: () => (++calls.lists === 1 ? listing.opened : Promise.resolve([])),
    pollMs: 3_600_000,
    clock: Date.now,
    onFault: () => undefined,
    onError: () => undefined,
  });
  const before = upstream.state();
  upstream.noticeCommit();
  await eventually(
    () => calls.lists,
    (lists) => lists === 1,
  );
  early.open(0);
  await before;
  listing.open([]);
  await eventually(
    () => calls.syncs,
    (syncs) => syncs > 0,
  );
  expect(calls.syncs).toBe(1);
  await upstream.close();
});

it('is silent once nothing was heard of it for an hour and ten polls, whatever it fails with', async () => {
  let now = 0;
  let isThere = true;
  const hour = 3_600_000;
  const upstream = createUpstream({
    sync: () =>
      isThere
        ? Promise.resolve({ commit: null, refusedPending: null })
        : Promise.reject(new ContentError('remote', { fault: 'offline' })),
    countUnsent: () => Promise.resolve(0),
    listBackups: () => Promise.resolve([]),
    pollMs: hour / 5,
    clock: () => now,
    onFault: () => undefined,
    onError: () => undefined,
  });
  expect(upstream.silence()).toBeNull();
  upstream.start();
  now = 2 * hour - 1;
  expect(upstream.silence()).toBeNull();
  now = 2 * hour;
  expect(upstream.silence()).toEqual({ since: 0, fault: null });
  await upstream.syncNow();
  expect(upstream.silence()).toBeNull();
  isThere = false;
  await upstream.syncNow();
  now += 2 * hour;
  expect(upstream.silence()).toMatchObject({ since: 2 * hour, fault: { data: { fault: 'offline' } } });
  await upstream.close();
});

it('tries what does not answer again within a minute, however long that lasts', async () => {
  const upstream = createUpstream({
    sync: () => Promise.reject(new ContentError('remote', { fault: 'offline' })),
    countUnsent: () => Promise.resolve(1),
    listBackups: () => Promise.resolve([]),
    pollMs: 5000,
    clock: () => 0,
    random: () => 0.5,
    onFault: () => undefined,
    onError: () => undefined,
  });
  for (let tries = 0; tries < 9; tries += 1) await upstream.syncNow();
  expect((await upstream.state()).retryAt).toBe(new Date(60_000).toISOString());
  await upstream.close();
});

it('tries again at the longest pace where it is refused, and goes on saying so while the other side says no more', async () => {
  let fault: 'refused' | 'offline' = 'refused';
  const told: unknown[] = [];
  const upstream = createUpstream({
    sync: () => Promise.reject(new ContentError('remote', { fault })),
    countUnsent: () => Promise.resolve(1),
    listBackups: () => Promise.resolve([]),
    pollMs: 60_000,
    clock: () => 0,
    random: () => 0.5,
    onFault: (met) => told.push(met?.data),
    onError: () => undefined,
  });
  await upstream.syncNow();
  fault = 'offline';
  await upstream.syncNow();
  // What ends too many tries (429), or the network.
  const retryAt = new Date(10 * 60_000).toISOString();
  expect([await upstream.state(), told]).toMatchObject([
    { fault: 'refused', retryAt },
    [{ fault: 'refused' }],
  ]);
  await upstream.close();
});
