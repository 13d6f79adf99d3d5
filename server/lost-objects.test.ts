import { chmodSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { looseObjectPath } from '#content/store/objects/loose-objects.ts';
import { AUTHOR_ENV, signIn } from './testing/author.ts';
import type { Files } from './testing/content-folder.ts';
import { instant, numberedId, postText } from './testing/post-texts.ts';
import { startTestServer, type TestServer } from './testing/running-server.ts';

const DAY = 86_400_000;

let server: TestServer | null = null;
afterEach(async () => {
  await server?.stop();
  server = null;
});

/** An article that readers see, the second the newest. */
function article(number: number, body: string, lines: { readonly title?: string } = {}): string {
  const published = instant(-(3 - number) * DAY);
  return postText({ id: numberedId(number), title: `Article ${number}`, published, body, ...lines });
}

const PATH = 'posts/2026/article-1.md';
const OTHER = 'posts/2026/article-2.md';

/** A server whose cache of the content is warm, started again after this was done to the object of a file. */
async function startedAfter(damage: (object: string) => void, versions: readonly Files[], path = PATH) {
  const started = await startTestServer({
    files: { [OTHER]: article(2, 'Autre texte.\n') },
    env: AUTHOR_ENV,
  });
  server = started;
  for (const files of versions) await started.publish(files);
  await started.get('/blog/article-1');
  const lost = started.content.git('rev-parse', `main:${path}`);
  await started.restart(() => damage(looseObjectPath(join(started.content.gitDir, 'objects'), lost)));
  return { started, lost };
}

const remove = (file: string): void => rmSync(file);
function tear(file: string): void {
  chmodSync(file, 0o644);
  truncateSync(file, 15);
}

const EVERYWHERE = [
  '/blog/article-1',
  '/blog/article-1.md',
  '/rss.xml',
  '/feed.json',
  `/api/posts/${numberedId(1)}`,
  '/api/posts',
];

// Whoever asks first finds it out.
describe.each([
  ['missing', remove, EVERYWHERE],
  ['torn', tear, EVERYWHERE.toReversed()],
])('an article whose object is %s behind a warm cache', (_, damage, addresses) => {
  it('goes on being served in its last readable version, everywhere alike', async () => {
    const versions = [{ [PATH]: article(1, 'Premier texte.\n') }, { [PATH]: article(1, 'Second texte.\n') }];
    const { started } = await startedAfter(damage, versions);
    for (const address of addresses) {
      const { status, text } = await started.get(address);
      expect([address, status, text.includes('Premier texte')]).toEqual([address, 200, true]);
    }
    const list = JSON.parse((await started.get('/api/posts')).text) as readonly { readonly id: string }[];
    expect(list.map(({ id }) => id)).toEqual([2, 1].map(numberedId));
  });

  it('answers 503 where no version can be read, and lists do without it', async () => {
    const { started } = await startedAfter(damage, [{ [PATH]: article(1, 'Seul texte.\n') }]);
    const list = JSON.parse((await started.get('/api/posts')).text) as readonly { readonly id: string }[];
    expect(list.map(({ id }) => id)).toEqual([numberedId(2)]);
    for (const address of ['/blog/article-1', '/blog/article-1.md', `/api/posts/${numberedId(1)}`])
      expect([address, (await started.get(address)).status]).toEqual([address, 503]);
    expect((await started.get('/blog/article-1')).text).toContain('momentanément illisible');
    for (const address of ['/rss.xml', '/feed.json', '/sitemap.xml', '/blog', '/']) {
      const { status, text } = await started.get(address);
      expect([address, status, /article-[12]/.exec(text)?.[0]]).toEqual([address, 200, 'article-2']);
      expect(text).not.toContain('article-1');
    }
  });
});
