import { expect, it } from 'vitest';
import { AUTHOR_ENV } from '../testing/author.ts';
import { createClone, makeApplicationPassword, remoteAddress } from '../testing/git-clone.ts';
import { instant, numberedId, postFiles, postText } from '../testing/post-texts.ts';
import { startTestServer } from '../testing/running-server.ts';

it('lists for its author what only waits, as a draft, and what is published as readers have it', async () => {
  const server = await startTestServer({ files: postFiles(1), env: AUTHOR_ENV });
  const { password, call } = await makeApplicationPassword(server);
  const clone = await createClone(remoteAddress(server, password));
  clone.commit({
    'posts/2026/neuf.md': postText({
      id: numberedId(2),
      title: 'Neuf',
      published: instant(-1),
      body: 'Un début.\n',
    }),
    'posts/2026/article-1.md': postText({ id: numberedId(1), title: 'Article 1', body: 'Attend.\n' }),
  });
  expect(await clone.push('HEAD:refs/heads/travail')).toMatchObject({ code: 0 });
  expect(await call('GET', '/api/admin/posts')).toMatchObject([
    { slug: 'neuf', isPublished: false, content: expect.stringContaining('Un début.') as string },
    { slug: 'article-1', isPublished: true, content: expect.stringContaining('Un texte.') as string },
  ]);
  expect((await server.get('/api/posts')).text).not.toContain('neuf');
  clone.remove();
  await server.stop();
});
