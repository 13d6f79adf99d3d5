import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackground } from '#content/service/background.ts';
import { makeHistory } from '#content/testing/packed-history.ts';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { createPushGate } from '../git-remote/push-gate.ts';
import { createHousekeeping } from './housekeeping.ts';

const HOUR = 3_600_000;
let repository: TemporaryRepository;
let now: number;
beforeEach(() => {
  now = Date.UTC(2026, 10, 21);
  repository = createTemporaryRepository();
  repository.git(['config', 'fastimport.unpackLimit', '1000000']);
  makeHistory(repository, 60);
});
afterEach(() => repository.remove());

function open() {
  const gate = createPushGate();
  const logger = pino({ level: 'silent' });
  const background = createBackground({ onError: (error) => expect(error).toBe(null) });
  const keeping = createHousekeeping({ gitDir: repository.path, clock: () => now, gate, background, logger });
  return { gate, keeping, loose: () => Number.parseInt(repository.git(['count-objects']), 10) };
}

describe('housekeeping', () => {
  it('packs some objects once an hour, and not before', async () => {
    const { keeping, loose } = open();
    const count = loose();
    expect(count).toBeGreaterThan(100);
    await keeping.look();
    expect(loose()).toBe(count);
    now += HOUR;
    const looking = keeping.look();
    await vi.waitFor(() => expect(keeping.state().isPacking).toBe(true), { interval: 1, timeout: 380_000 });
    await looking;
    const packedAt = new Date(now).toISOString();
    expect([loose(), keeping.state()]).toEqual([0, { isPacking: false, packedAt, failure: null }]);
    await keeping.close();
  });

  it('leaves the repository alone while somebody pushes, and once it is closed', async () => {
    const { gate, keeping, loose } = open();
    now += HOUR;
    const count = loose();
    const leave = await gate.enter();
    await keeping.look();
    expect(loose()).toBe(count);
    leave();
    await keeping.close();
    await keeping.look();
    expect(loose()).toBe(count);
  });

  it('ends a packing that a push waits for when the end is near, before all is closed', async () => {
    const { gate, keeping, loose } = open();
    now += HOUR;
    const count = loose();
    const looking = keeping.look();
    await vi.waitFor(() => expect(keeping.state().isPacking).toBe(true), { interval: 1, timeout: 380_000 });
    const push = gate.enter();
    keeping.expectEnd();
    (await push)();
    await looking;
    expect([loose(), keeping.state()]).toEqual([count, { isPacking: false, packedAt: null, failure: null }]);
    await keeping.close();
  });

  it('says what failed, until it succeeds', async () => {
    const { keeping } = open();
    now += HOUR;
    const commit = repository.git(['rev-parse', 'HEAD']).trim();
    const object = join(repository.path, 'objects', commit.slice(0, 2), commit.slice(2));
    renameSync(object, join(repository.path, 'aside'));
    await keeping.look();
    expect(keeping.state()).toMatchObject({
      isPacking: false,
      packedAt: null,
      failure: expect.stringMatching(
        /^Le rangement du dépôt n’a pas abouti \(.*\)\u00a0; il sera repris\. Le journal du serveur dit pourquoi\.$/,
      ) as unknown,
    });
    renameSync(join(repository.path, 'aside'), object);
    await keeping.look();
    expect(keeping.state()).toMatchObject({ packedAt: new Date(now).toISOString(), failure: null });
    await keeping.close();
  });
});
