import { expect, it } from 'vitest';
import { AUTHOR_ENV, signIn } from '../testing/author.ts';
import { createClone, makeApplicationPassword, remoteAddress } from '../testing/git-clone.ts';
import { numberedId, postFiles, postText } from '../testing/post-texts.ts';
import { startTestServer } from '../testing/running-server.ts';

it('lets who pushes in beside an author who saves without a pause, once they have fetched', async () => {
  const server = await startTestServer({ files: postFiles(3), env: AUTHOR_ENV });
  const { password } = await makeApplicationPassword(server);
  const clone = await createClone(remoteAddress(server, password));
  const call = await signIn(server);
  let isOver = false;
  const saveOn = async (number: number): Promise<void> => {
    for (let count = 1; !isOver; count += 1)
      await call('PUT', `/api/posts/${numberedId(number)}`, { excerpt: `Enregistrement ${count}` });
  };
  const saving = [saveOn(1), saveOn(2)];

  clone.commit({ 'posts/2026/article-3.md': postText({ id: numberedId(3), title: 'Par git' }) });
  const codes: number[] = [];
  for (let left = 4; left > 0 && codes.at(-1) !== 0; left -= 1) {
    codes.push((await clone.push('main')).code);
    if (codes.at(-1) !== 0)
      expect(await clone.run('pull', '--quiet', '--no-rebase', '--no-edit', 'origin', 'main')).toMatchObject({
        code: 0,
      });
  }
  isOver = true;
  await Promise.all(saving);
  // One that was too late gets in with its next try, or with the one after on a machine that is busy: without its priority, never.
  expect([codes[0], codes.at(-1)]).toEqual([1, 0]);
  expect((await server.get('/blog/article-3')).text).toContain('Par git');
  expect(server.content.git('fsck', '--strict', '--no-dangling')).toBe('');
  clone.remove();
  await server.stop();
});
