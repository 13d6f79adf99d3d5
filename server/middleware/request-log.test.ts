import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { postFiles } from '../testing/post-texts.ts';
import { createCapturedLog, startTestServer } from '../testing/running-server.ts';
import { createRequestLog } from './request-log.ts';

afterEach(() => {
  vi.useRealTimers();
});

const MINUTE = 60_000;

describe('createRequestLog', () => {
  it('sums up the pages served from ready buffers once a minute, and what is left at the stop', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { stream, lines } = createCapturedLog();
    const log = createRequestLog(pino({}, stream));
    for (let hit = 0; hit < 5; hit += 1) log.noteHit();
    vi.advanceTimersByTime(MINUTE);
    vi.advanceTimersByTime(MINUTE);
    log.noteHit();
    log.close();
    expect(lines.map(({ hits }) => hits)).toEqual([5, 1]);
  });
});

describe('the log of a server', () => {
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
    ).toEqual(['GET / 200', 'GET /absent 404', 'GET /api/capacity 200', 'POST / 405']);
    expect(server.logged.filter(({ hits }) => hits !== undefined).map(({ hits }) => hits)).toEqual([2]);
    expect(JSON.stringify(server.logged)).not.toMatch(/203\.0\.113\.7|127\.0\.0\.1|Navigateur|secret/);
  });
});
