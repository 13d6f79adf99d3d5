import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countLoose } from '#content/store/packing.ts';
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
  const keeping = createHousekeeping({ gitDir: repository.path, clock: () => now, gate, logger });
  return { gate, keeping, loose: () => countLoose(repository.path) };
}

describe('housekeeping', () => {
  it('packs some objects once an hour, and not before', async () => {
    const { keeping, loose } = open();
    const count = await loose();
    expect(count).toBeGreaterThan(100);
    await keeping.look();
    expect(await loose()).toBe(count);
    now += HOUR;
    await keeping.look();
    expect(await loose()).toBe(0);
    await keeping.close();
  });

  it('leaves the repository alone while somebody pushes, and once it is closed', async () => {
    const { gate, keeping, loose } = open();
    now += HOUR;
    const count = await loose();
    const leave = await gate.enter();
    await keeping.look();
    expect(await loose()).toBe(count);
    leave();
    await keeping.close();
    await keeping.look();
    expect(await loose()).toBe(count);
  });
});
