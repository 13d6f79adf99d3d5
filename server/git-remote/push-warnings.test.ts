import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTHOR_ENV } from '../testing/author.ts';
import {
  type Clone,
  createClone,
  makeApplicationPassword,
  remoteAddress,
  remoteLines,
} from '../testing/git-clone.ts';
import { numberedId, postFiles, postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
let clone: Clone;
beforeAll(async () => {
  server = await startTestServer({ files: postFiles(3), env: AUTHOR_ENV });
  const { password } = await makeApplicationPassword(server);
  clone = await createClone(remoteAddress(server, password));
});
afterAll(async () => {
  clone.remove();
  await server.stop();
});

/** Pushes a commit and answers what the server told of it; undoes it afterwards when it told something. */
async function warningsOf(files: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  clone.commit(files);
  const outcome = await clone.push('main');
  expect(outcome.code).toBe(0);
  const lines = remoteLines(outcome);
  if (lines.length > 0) {
    clone.git('revert', '--no-edit', 'HEAD');
    expect(await clone.push('main')).toMatchObject({ code: 0 });
  }
  return lines;
}
const HEAD_LINE = 'Encrier accepte cet envoi, mais ne pourra pas tout servir\u00a0:';
const LOST = 'qui l’avait avant lui\u00a0: il n’est pas publié.';

describe('a push tells of', () => {
  it('an address that another article has', async () => {
    expect(await warningsOf({ 'posts/2025/article-1.md': postText() })).toEqual([
      HEAD_LINE,
      `  - posts/2025/article-1.md\u00a0: Ce fichier porte l’adresse «\u00a0article-1\u00a0» de posts/2026/article-1.md, ${LOST}`,
    ]);
  });

  it('an id that another article has, in a new file and in one that took it', async () => {
    const files = {
      'posts/2026/copie.md': postText({ id: numberedId(2) }),
      'posts/2026/article-3.md': postText({ id: numberedId(1) }),
    };
    expect(await warningsOf(files)).toEqual([
      HEAD_LINE,
      `  - posts/2026/article-3.md\u00a0: Ce fichier porte l’identifiant (id) de posts/2026/article-1.md, ${LOST}`,
      `  - posts/2026/copie.md\u00a0: Ce fichier porte l’identifiant (id) de posts/2026/article-2.md, ${LOST}`,
    ]);
  });

  it('two new articles with one id, as the site then does', async () => {
    const twin = postText({ id: numberedId(50) });
    clone.commit({ 'posts/2026/jumeau-a.md': twin, 'posts/2026/jumeau-b.md': twin });
    const told = remoteLines(await clone.push('main'));
    const { problems } = JSON.parse((await server.get('/healthz')).text) as Record<string, unknown>; // a parser
    const [problem] = problems as readonly Readonly<Record<string, string>>[];
    expect(told).toEqual([HEAD_LINE, `  - ${problem?.['path']}\u00a0: ${problem?.['reason']}`]);
    clone.git('revert', '--no-edit', 'HEAD');
    expect(await clone.push('main')).toMatchObject({ code: 0 });
  });

  it('a folder whose name has capitals since, once', async () => {
    clone.git('mv', 'posts', 'posts-');
    clone.git('mv', 'posts-', 'Posts');
    expect(await warningsOf({})).toEqual([
      HEAD_LINE,
      '  - Posts\u00a0: Le dossier s’appelle posts, en minuscules\u00a0: rien n’y est lu tant qu’il n’est pas renommé.',
    ]);
  });

  it('a picture that Git LFS kept elsewhere', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4'.repeat(64)}\nsize 12345\n`;
    expect(await warningsOf({ 'images/2026/photo.jpg': pointer })).toEqual([
      HEAD_LINE,
      '  - images/2026/photo.jpg\u00a0: C’est un renvoi de Git LFS, pas l’image elle-même : le site ne pourra pas la montrer. Envoyez-la sans LFS.',
    ]);
  });
});

describe('a push says nothing of', () => {
  it('an article that was edited, moved to another year or given another address', async () => {
    const text = (id: number) => postText({ id: numberedId(id), title: 'Autrement' });
    const files = {
      'posts/2026/article-1.md': text(1),
      'posts/2026/article-2.md': null,
      'posts/2025/article-2.md': text(2),
      'posts/2026/article-3.md': null,
      'posts/2026/autre-nom.md': text(3),
    };
    expect(await warningsOf(files)).toEqual([]);
  });
});
