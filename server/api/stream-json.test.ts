import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { numberedId, postText } from '../testing/post-texts.ts';
import { startTestServer } from '../testing/running-server.ts';

it('waits for the reader of a compressed answer without one listener more for each wait', async () => {
  const long = (at: number) =>
    postText({ id: numberedId(at), title: `Long ${at}`, body: randomBytes(24_000).toString('base64') });
  const numbers = Array.from({ length: 60 }, (_, at) => at + 1);
  const files = Object.fromEntries(numbers.map((at) => [`posts/2026/long-${at}.md`, long(at)]));
  const server = await startTestServer({ files });
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.name);
  process.on('warning', note);
  const answer = await server.get('/api/posts', { headers: { 'Accept-Encoding': 'br' } });
  process.off('warning', note);
  expect([answer.status, answer.headers['content-encoding'], warnings]).toEqual([200, 'br', []]);
  await server.stop();
});
