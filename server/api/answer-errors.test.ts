import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ContentError } from '#content/model/errors.ts';
import { ask } from '../testing/exchange.ts';
import { createCapturedLog } from '../testing/running-server.ts';
import { answerErrors } from './answer-errors.ts';

/** What is answered, and logged, when a call fails with `error`. */
async function answeredTo(error: unknown) {
  const log = createCapturedLog();
  const app = express();
  app.get('/', () => {
    throw error;
  });
  app.use(answerErrors(pino({}, log.stream)));
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { status, headers, text } = await ask((server.address() as AddressInfo).port, '/'); // a listening TCP server has one
  server.close();
  return { status, retryAfter: headers['retry-after'], text, logged: log.lines.length };
}

const failure = (code: string) => Object.assign(new Error(`${code}: /data/state.sqlite`), { code });

describe('answerErrors', () => {
  it.each([
    ['a disk that turned read-only', 'EROFS', 503],
    ['permissions that changed', 'EACCES', 503],
    ['a full disk', 'ENOSPC', 507],
    ['what nobody thought of', 'EMFILE', 500],
  ])('answers %s in French, and logs it', async (_, code, status) => {
    const answer = await answeredTo(failure(code));
    expect([answer.status, answer.logged]).toEqual([status, 1]);
    expect(answer.text).toMatch(/^\{"error":"[A-ZÀ-Ü].*[.]","code":"/);
    expect(answer.text).not.toContain('/data');
  });

  it('does not log what was said at the start', async () => {
    const known = new ContentError('read-only', { reason: 'Le dépôt est en lecture seule.' });
    const answer = await answeredTo(known);
    expect([answer.status, answer.retryAfter, answer.logged]).toEqual([503, '1', 0]);
  });
});
