import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTHOR_ENV, signIn } from '../testing/author.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: AUTHOR_ENV });
});
afterAll(() => server.stop());

describe('a save that was acknowledged', () => {
  it('is what the very next reader gets, published or withdrawn', async () => {
    const call = await signIn(server);
    for (let turn = 0; turn < 8; turn += 1) {
      const article = {
        title: `Article ${turn}`,
        slug: `article-${turn}`,
        content: 'Bonjour',
        isPublished: true,
      };
      const { id } = await call('POST', '/api/posts', article);
      expect((await server.get(`/blog/article-${turn}`)).status).toBe(200);
      await call('PATCH', `/api/posts/${String(id)}`, { isPublished: false });
      expect((await server.get(`/blog/article-${turn}`)).status).toBe(410);
    }
  });
});
