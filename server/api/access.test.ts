import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '#content/contract/operation.ts';
import { operations } from '#content/contract/operations.ts';
import { numberedId, postFiles } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ files: postFiles(2) });
});
afterAll(() => server.stop());

/** What the server says of its content; what it still does in the background ends when it ends. */
async function state(): Promise<unknown> {
  return { ...(await server.health()), background: null };
}

const ROWS: readonly Operation[] = Object.values(operations);
const BEHIND_A_SESSION = ROWS.filter(({ access }) => access === 'session').flatMap(({ routes }) => routes);

describe('a call that writes or reveals, without a session', () => {
  it.each(BEHIND_A_SESSION)('is answered 401 and changes nothing: %s', async (route) => {
    const before = await state();
    const [method = '', path = ''] = route.split(' ');
    const target = path.replace(':id', numberedId(1));
    const body = JSON.stringify({
      title: 'Un autre titre',
      slug: 'autre',
      content: 'Autre',
      isPublished: false,
    });
    const headers = { 'content-type': 'application/json', cookie: 'encrier=eyJpZCI6ImEifQ==; encrier.sig=a' };
    const answer = await server.get(target, { method, headers, ...(method === 'GET' ? {} : { body }) });
    expect([answer.status, answer.headers['cache-control'], JSON.parse(answer.text)]).toEqual([
      401,
      'no-store',
      { error: 'Connectez-vous pour continuer.', code: 'unauthenticated', data: {} },
    ]);
    expect(await state()).toEqual(before);
  });

  it('are most of the table: all but what readers and the sign-in page call', () => {
    const open = Object.entries(operations).filter(([, { access }]) => access === 'public');
    expect(open.map(([name]) => name).sort()).toEqual([
      'getCapacity',
      'getLive',
      'getPost',
      'getRegistration',
      'listPosts',
      'login',
      'logout',
      'register',
      'searchPosts',
    ]);
  });
});
