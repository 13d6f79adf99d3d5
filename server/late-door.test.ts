import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from './http-server.ts';
import { createLateDoor } from './late-door.ts';
import { ask } from './testing/exchange.ts';

const door = createLateDoor();
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  door.answer(request, response);
  if (asked.length === 2) door.open((_request, answer) => answer.end('ouvert'));
});
afterEach(() => server.close());

describe('createLateDoor', () => {
  it('lets requests wait until it is open, and answers those that come later at once', async () => {
    const port = await listen(server, { port: 0, host: '127.0.0.1' });
    const early = await Promise.all([ask(port, '/a'), ask(port, '/b')]);
    expect(early.map(({ text }) => text)).toEqual(['ouvert', 'ouvert']);
    expect((await ask(port, '/c')).text).toBe('ouvert');
  });

  it('tells those who wait too long, and lets in those who come after it opened', async () => {
    const limited = createLateDoor({ waitMs: 1, refuse: (_request, answer) => answer.end('fermé') });
    const behind = createServer(limited.answer);
    const port = await listen(behind, { port: 0, host: '127.0.0.1' });
    expect((await ask(port, '/a')).text).toBe('fermé');
    limited.open((_request, answer) => answer.end('ouvert'));
    expect((await ask(port, '/a')).text).toBe('ouvert');
    behind.close();
  });
});
