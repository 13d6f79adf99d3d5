import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContentError } from '#content/model/errors.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { type AccountsApp, ADMIN, openAccountsApp } from '../testing/accounts-app.ts';
import { createThrottle, type Throttle } from './throttle.ts';

const MAX_TRIES = 5;
const MAX_TRIES_OF_ADDRESS = 30;
const WINDOW_SECONDS = 15 * 60;

describe('login', () => {
  let folder: TemporaryFolder;
  let app: AccountsApp;
  beforeEach(async () => {
    folder = createTemporaryFolder();
    app = await openAccountsApp(folder, { admin: ADMIN });
  });
  afterEach(async () => {
    await app.close();
    folder.remove();
  });
  const guess = (address: string, username = 'Camille') =>
    app.signIn({ username, password: 'une-mauvaise-idée' }, { address });

  it('answers 429 and when to come back after too many wrong tries, to the right password too', async () => {
    for (let count = 0; count < MAX_TRIES; count += 1) expect((await guess('192.0.2.9')).status).toBe(401);
    const { status, retryAfter, body, setCookies } = await app.signIn({}, { address: '192.0.2.9' });
    expect({ status, setCookies, code: body['code'] }).toEqual({
      status: 429,
      setCookies: [],
      code: 'throttled',
    });
    expect(Number(retryAfter)).toBeLessThanOrEqual(WINDOW_SECONDS);
    expect(String(body['error'])).toMatch(/^Trop d’essais\u00a0: réessayez dans \d+ min\.$/);
  });

  it('counts tries made at once', async () => {
    const answers = await Promise.all(Array.from({ length: MAX_TRIES * 3 }, () => guess('192.0.2.9')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(MAX_TRIES);
  });

  it('takes many right ones at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.signIn()));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('never locks the owner out for what others did at the owner’s own address', async () => {
    const { cookie } = await app.signIn();
    await app.call('POST /api/logout', { cookie });
    const device = cookie.split('; ').filter((pair) => pair.startsWith('encrier-appareil='));
    for (let count = 0; count < MAX_TRIES; count += 1) await guess('192.0.2.1');
    expect((await app.signIn()).status).toBe(429);
    expect((await app.signIn({}, { cookie: device.join() })).status).toBe(200);
  });

  it('slows down a browser it knows as any other, and one that only says that it is known', async () => {
    const { cookie } = await app.signIn();
    const device = cookie.split('; ').find((pair) => pair.startsWith('encrier-appareil=')) ?? '';
    const forged = device.replace(/.$/, (sign) => (sign === '0' ? '1' : '0'));
    for (const [address, said] of [
      ['192.0.2.50', device],
      ['192.0.2.51', forged],
    ] as const) {
      const statuses = [];
      for (let count = 0; count <= MAX_TRIES; count += 1) {
        const from = { address: count % 2 === 0 && said === device ? '192.0.2.52' : address, cookie: said };
        statuses.push((await app.signIn({ password: 'une-mauvaise-idée' }, from)).status);
      }
      expect(statuses).toEqual([...Array.from({ length: MAX_TRIES }, () => 401), 429]);
    }
  });

  it('never locks the owner out for what strangers did', async () => {
    for (let stranger = 1; stranger <= 4; stranger += 1) {
      for (let count = 0; count <= MAX_TRIES; count += 1) await guess(`198.51.100.${stranger}`);
    }
    expect((await app.signIn({}, { address: '192.0.2.1' })).status).toBe(200);
  });

  it('forgets wrong tries once the password was right', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 1; count < MAX_TRIES; count += 1) expect((await guess('192.0.2.1')).status).toBe(401);
      expect((await app.signIn()).status).toBe(200);
    }
  });
});

describe('createThrottle', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const wrong = () => Promise.resolve(null);
  async function isRefused(throttle: Throttle, made: Parameters<Throttle['attempt']>[0]): Promise<boolean> {
    return throttle.attempt(made, wrong).then(
      () => false,
      (error: unknown) => error instanceof ContentError && error.code === 'throttled',
    );
  }

  it('lets go when its time is over, however much it was insisted', async () => {
    const throttle = createThrottle();
    const made = { target: 'camille', address: '192.0.2.1' };
    for (let count = 0; count < MAX_TRIES; count += 1) await throttle.attempt(made, wrong);
    vi.advanceTimersByTime((WINDOW_SECONDS - 1) * 1000);
    expect(await isRefused(throttle, made)).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(await isRefused(throttle, made)).toBe(false);
  });

  it('stops an address that goes through many names', async () => {
    const throttle = createThrottle();
    for (let count = 0; count < MAX_TRIES_OF_ADDRESS; count += 1) {
      await throttle.attempt({ target: `nom ${count}`, address: '192.0.2.1' }, wrong);
    }
    expect(await isRefused(throttle, { target: 'camille', address: '192.0.2.1' })).toBe(true);
    expect(await isRefused(throttle, { target: 'camille', address: '192.0.2.2' })).toBe(false);
  });

  it('does not close an address for insisting on one name', async () => {
    const throttle = createThrottle();
    for (let count = 0; count < MAX_TRIES_OF_ADDRESS * 2; count += 1) {
      await isRefused(throttle, { target: 'sacha', address: '192.0.2.1' });
    }
    expect(await isRefused(throttle, { target: 'camille', address: '192.0.2.1' })).toBe(false);
  });

  it('takes the addresses of one IPv6 customer for one', async () => {
    const throttle = createThrottle();
    for (let count = 0; count < MAX_TRIES; count += 1) {
      await throttle.attempt({ target: 'camille', address: `2001:db8:1:2::${count + 1}` }, wrong);
    }
    expect(await isRefused(throttle, { target: 'camille', address: '2001:db8:1:2:ffff::1' })).toBe(true);
    expect(await isRefused(throttle, { target: 'camille', address: '2001:db8:1:3::1' })).toBe(false);
  });
});
