import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { postFiles } from '../testing/post-texts.ts';
import { createCapturedLog, startTestServer } from '../testing/running-server.ts';
import { createRequestLog, loggedUrl } from './request-log.ts';

afterEach(() => {
  vi.useRealTimers();
});

const MINUTE = 60_000;

describe('createRequestLog', () => {
  it('sums up the pages served from ready buffers once a minute, and what is left at the stop', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { stream, lines } = createCapturedLog();
    const log = createRequestLog(pino({}, stream), new AbortController().signal);
    for (let hit = 0; hit < 5; hit += 1) log.noteHit();
    vi.advanceTimersByTime(MINUTE);
    vi.advanceTimersByTime(MINUTE);
    log.noteHit();
    log.close();
    expect(lines.map(({ hits }) => hits)).toEqual([5, 1]);
  });
});

describe('what createRequestLog says of a 503', () => {
  it('is a failure, unless the server was told to stop', () => {
    const { stream, lines } = createCapturedLog();
    const stop = new AbortController();
    const log = createRequestLog(pino({}, stream), stop.signal);
    answer(log, '/content.git/info/refs', 503);
    stop.abort();
    answer(log, '/content.git/info/refs', 503);
    answer(log, '/content.git/info/refs', 500);
    log.close();
    expect(lines.map(({ level }) => level)).toEqual([50, 30, 50]);
  });
});

describe('what createRequestLog keeps of addresses that are not there', () => {
  it('is bounded in number and in length, and all of them are counted', () => {
    const { stream, lines } = createCapturedLog();
    const log = createRequestLog(pino({}, stream), new AbortController().signal);
    for (let number = 0; number < 5000; number += 1) answer(log, `/${'a'.repeat(3000)}${number}`, 404);
    for (let number = 0; number < 5000; number += 1) answer(log, `/${number}/${'a'.repeat(300)}`, 404);
    for (let number = 0; number < 20; number += 1) answer(log, '/0/b', 404);
    log.close();
    const most = lines[0]?.['most'] ?? {};
    expect(lines.map(({ notFound }) => notFound)).toEqual([10_020]);
    expect(Object.entries(most)[0]).toEqual([`/${'a'.repeat(199)}`, 5000]);
    expect(Object.keys(most).filter((address) => address.length > 200)).toEqual([]);
    // It came after the thousand that are told apart.
    expect(Object.keys(most)).not.toContain('/0/b');
  });
});

/** A request that is answered at once, without a connection. */
function answer({ note }: ReturnType<typeof createRequestLog>, url: string, statusCode: number): void {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url });
  const response = Object.assign(new ServerResponse(request), { statusCode });
  note(request, response);
  response.emit('finish');
}

describe('the log of a server', () => {
  it('sums up what is not there: how often, and the addresses asked for most, without what follows « ? »', async () => {
    const server = await startTestServer({ files: postFiles(1) });
    const long = `/${'a'.repeat(2000)}`;
    const targets = Array.from({ length: 30 }, (_, number) => `/absent-${number}`);
    for (const target of [...targets, long, '/api/absent', '/wp-login.php?u=a', '/wp-login.php?u=b'])
      expect((await server.get(target)).status).toBe(404);
    await server.stop();
    expect(server.logged.filter(({ url }) => url !== undefined)).toEqual([]);
    const [summary, ...others] = server.logged.filter(({ notFound }) => notFound !== undefined);
    expect(others).toEqual([]);
    expect(summary).toMatchObject({ notFound: 34, most: { '/wp-login.php': 2, '/absent-0': 1 } });
    expect(Object.keys(summary?.['most'] ?? {})).toHaveLength(10);
  });

  it('has a line for each page made, call and refusal, none for a page kept, and no visitor in it', async () => {
    const server = await startTestServer({ files: postFiles(1) });
    const visitor = { 'User-Agent': 'Navigateur/1', Cookie: 'a=secret', 'X-Forwarded-For': '203.0.113.7' };
    for (const target of ['/', '/', '/', '/absent', '/api/capacity'])
      await server.get(target, { headers: visitor });
    await server.get('/', { method: 'POST', headers: visitor });
    await server.stop();
    const requests = server.logged.filter(({ url }) => url !== undefined);
    expect(
      requests.map(({ method, url, status }) => `${String(method)} ${String(url)} ${String(status)}`),
    ).toEqual(['GET / 200', 'GET /api/capacity 200', 'POST / 405']);
    expect(server.logged.filter(({ hits }) => hits !== undefined).map(({ hits }) => hits)).toEqual([2]);
    expect(JSON.stringify(server.logged)).not.toMatch(/203\.0\.113\.7|127\.0\.0\.1|Navigateur|secret/);
  });
});

describe('loggedUrl', () => {
  it('leaves out what opens a preview', () => {
    expect(loggedUrl('/apercu/secret?utm=1')).toBe('/apercu/…');
  });

  it('leaves out what makes an upload ours', () => {
    expect(loggedUrl('/api/objects/a-b?expires=1&user=c&signature=secret')).toBe(
      '/api/objects/a-b?expires=1&user=c&signature=…',
    );
  });

  const secret = 'Qx_-'.repeat(11).slice(0, 43);
  it.each([
    [`HTTP://exemple.fr/apercu/${secret}`, 'HTTP://exemple.fr/apercu/…'],
    [`//apercu/${secret}`, '//apercu/…'],
    [`/api/objects/a-b?Signature=${secret}&user=c`, '/api/objects/a-b?Signature=…&user=c'],
    [`/api/objects/a-b?user=c&%73ignature=${secret}#x`, '/api/objects/a-b?user=c&%73ignature=…#x'],
    [`/api/objects/a-b?user=c&amp;signature=${secret}`, '/api/objects/a-b?user=c&amp;signature=…'],
  ])('leaves it out of %s too', (url, logged) => {
    expect(loggedUrl(url)).toBe(logged);
  });

  it('keeps other addresses whole', () => {
    expect(loggedUrl('/blog/apercu/x?y=1')).toBe('/blog/apercu/x?y=1');
  });
});
