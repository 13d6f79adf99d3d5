import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '#content/testing/eventually.ts';
import { AUTHOR_ENV, signIn } from './testing/author.ts';
import { numberedId, postFiles, postText } from './testing/post-texts.ts';
import { startTestServer, type TestServer } from './testing/running-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ files: postFiles(2), env: AUTHOR_ENV });
});
afterEach(() => server.stop());

type Call = Awaited<ReturnType<typeof signIn>>;

/** How many questions /healthz says are open, once it says so many. */
const counted = (count: number) =>
  eventually(
    async () => (await server.health()).counts['syncConflicts'],
    (now) => now === count,
  );

const TAKING = {
  'a commit of git': () => server.publish({ 'posts/2026/neuf.md': postText({ title: 'Autre' }) }),
  'a new article': (call: Call) =>
    call('POST', '/api/posts', { title: 'Autre', slug: 'neuf', content: 'Là.' }),
} as const satisfies Record<string, (call: Call) => Promise<unknown>>;

it.each(Object.entries(TAKING))(
  'an address that %s takes is asked about at once, and counted, where nothing is followed',
  async (_, take) => {
    const call = await signIn(server);
    await call('PUT', `/api/admin/posts/${numberedId(1)}/pending`, { slug: 'neuf' });
    expect((await server.health()).counts['syncConflicts']).toBe(0);
    await take(call);
    expect(await counted(1)).toBe(1);
    const [question] = await call('GET', '/api/admin/sync/conflicts');
    expect(question).toMatchObject({ kind: 'same-address', path: 'posts/2026/neuf-2.md' });

    await server.restart();
    expect(await counted(1)).toBe(1);
    const again = await signIn(server);
    await again('POST', `/api/admin/sync/conflicts/${String(question?.['id'])}`, { keep: 'ours' });
    expect(await counted(0)).toBe(0);
  },
);
