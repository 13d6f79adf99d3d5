import { chmodSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { looseObjectPath } from '#content/git/objects/loose-objects.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { AUTHOR_ENV } from './testing/author.ts';
import { createCalls, sessionCookie } from './testing/calls.ts';
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
function article(number: number, body: string, more: { readonly title?: string } = {}): string {
  const published = instant(-(3 - number) * DAY);
  return postText({ id: numberedId(number), title: `Article ${number}`, published, body, ...more });
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

describe('a lost article that was deleted once and written anew', () => {
  it('answers 503 without a cache, never 410 as if it had been withdrawn', async () => {
    const { started } = await startedAfter(
      (file) => {
        remove(file);
        rmSync(join(server?.content.path ?? '', 'cache'), { recursive: true });
      },
      [{ [PATH]: article(1, 'Ancien.\n') }, { [PATH]: null }, { [PATH]: article(1, 'Récrit.\n') }],
    );
    expect((await started.get('/blog/article-1')).status).toBe(503);
    expect((await started.get('/blog/absent')).status).toBe(404); // By then all is known of the past.
    expect((await started.get('/blog/article-1')).status).toBe(503);
    expect((await started.get('/blog/article-1')).text).toContain('momentanément illisible');
  });
});

/** What /healthz says once this is in it. */
function healthWith(wanted: string): Promise<unknown> {
  return vi.waitFor(
    async () => {
      const { text } = (await server?.get('/healthz')) ?? { text: '' };
      expect(text).toContain(wanted);
      return JSON.parse(text) as unknown;
    },
    { timeout: 380_000, interval: 50 },
  );
}

describe('the look at all that the repository holds', () => {
  it('says what is lost before anybody reads it, and readers get what can be read', async () => {
    const versions = [{ [PATH]: article(1, 'Premier texte.\n') }, { [PATH]: article(1, 'Second texte.\n') }];
    const { started, lost } = await startedAfter(remove, versions);
    expect(await healthWith('"missing-objects"')).toMatchObject({
      status: 'degraded',
      reasons: ['missing-objects', 'backup-would-fail'],
      problems: [{ path: PATH, object: lost }],
      lost: [{ id: lost, path: PATH, isPresent: true, isNeeded: true }],
      troubles: [
        { reason: expect.stringContaining(PATH) as unknown },
        { remedy: expect.any(String) as unknown },
      ],
    });
    expect((await started.get('/blog/article-1')).text).toContain('Premier texte');
  });

  it('takes it back once the object is there again, and the newest text is served', async () => {
    const texts = ['Premier texte.\n', 'Second texte.\n'].map((text) => article(1, text));
    const { started, lost } = await startedAfter(
      remove,
      texts.map((text) => ({ [PATH]: text })),
    );
    await healthWith('"missing-objects"');
    const { gitDir } = started.content;
    expect(git(['hash-object', '-w', '--stdin'], { cwd: gitDir, input: texts[1] ?? '' })).toBe(lost);
    await started.publish({ [OTHER]: article(2, 'Autre, récrit.\n') });
    expect(await healthWith('"status":"ok"')).toMatchObject({ lost: [], counts: { problems: 0 } });
    expect((await started.get('/blog/article-1')).text).toContain('Second texte');
  });

  it('names an image, a past version and a setting as well, and « Problèmes » shows it all', async () => {
    const image = 'images/2026/a.png';
    const started = await startTestServer({
      files: { [PATH]: article(1, 'Premier.\n'), [image]: 'pas vraiment une image' },
      env: AUTHOR_ENV,
    });
    server = started;
    await started.publish({ [PATH]: article(1, 'Second.\n') });
    const lost = [`main~1:${PATH}`, `main:${image}`, 'main:site.yml'].map((name) =>
      started.content.git('rev-parse', name),
    );
    const objects = join(started.content.gitDir, 'objects');
    await started.restart(() => {
      for (const id of lost) remove(looseObjectPath(objects, id));
    });
    const health = await healthWith(`"path":"${image}"`);
    expect(health).toMatchObject({ status: 'degraded' });
    const call = await calls();
    const rows = JSON.parse((await call('GET /api/admin/problems')).text) as readonly {
      readonly path: string;
    }[];
    expect(rows.map(({ path }) => path)).toEqual(expect.arrayContaining([image, PATH, 'site.yml']));
    expect((await call('GET /api/admin/troubles')).text).toContain('"code":"missing-objects"');
    expect((await started.get('/')).status).toBe(200);
    const site = JSON.parse((await call('GET /api/admin/site')).text) as object;
    expect((await call('PUT /api/admin/site', JSON.stringify(site))).status).toBe(200);
    expect(started.content.git('cat-file', '-t', 'main:site.yml')).toBe('blob');
    expect((await started.get(`/${image}`)).status).toBe(503);
  });
});

const ID = numberedId(1);
const SAVE = `PUT /api/admin/posts/${ID}`;

async function calls(): Promise<ReturnType<typeof createCalls>> {
  if (server === null) throw new Error('no server');
  return createCalls(server, await sessionCookie(server));
}

describe('writing a lost article again', () => {
  it('begins from what is known, and readers have it back', async () => {
    const { started, lost } = await startedAfter(remove, [{ [PATH]: article(1, 'Perdu.\n') }]);
    const call = await calls();
    const table = await call('GET /api/admin/posts/table');
    expect(table.text).toContain('"title":"Article 1"');
    const opened = await call(`GET /api/admin/posts/${ID}`);
    expect(JSON.parse(opened.text)).toMatchObject({ title: 'Article 1', content: '', revision: lost });
    const saved = await call(SAVE, JSON.stringify({ revision: lost, content: 'Récrit.\n' }));
    expect([saved.status, JSON.parse(saved.text)]).toEqual([
      200,
      expect.objectContaining({ title: 'Article 1', content: 'Récrit.\n', isPublished: true }),
    ]);
    expect((await started.get('/blog/article-1')).text).toContain('Récrit.');
    expect(started.content.git('ls-tree', '-r', '--name-only', 'main').split('\n')).toEqual(
      ['capacity.yml', PATH, OTHER, 'site.yml'].sort(),
    );
  });

  it('stores the very same bytes again, and the repository is sound', async () => {
    const started = await startTestServer({ files: { [OTHER]: article(2, 'Autre.\n') }, env: AUTHOR_ENV });
    server = started;
    const { git, gitDir } = started.content;
    const post = { title: 'Article 1', slug: 'article-1', content: 'Le texte.\n', isPublished: true };
    const call = await calls();
    const { id } = JSON.parse((await call('POST /api/admin/posts', JSON.stringify(post))).text) as {
      id: string;
    };
    const lost = git('rev-parse', `main:${PATH}`);
    await started.restart(() => remove(looseObjectPath(join(gitDir, 'objects'), lost)));
    expect((await started.get('/blog/article-1')).status).toBe(503);
    const again = JSON.stringify({ revision: lost, content: 'Le texte.\n' });
    const saved = await (await calls())(`PUT /api/admin/posts/${id}`, again);
    expect([saved.status, git('rev-parse', `main:${PATH}`), git('fsck', '--full')]).toEqual([200, lost, '']);
    expect((await started.get('/blog/article-1')).status).toBe(200);
    expect(await started.health()).toMatchObject({ counts: { problems: 0 } });
  });

  it('keeps what the newest version said beside its text', async () => {
    const versions = [
      { [PATH]: article(1, 'Premier texte.\n') },
      { [PATH]: article(1, 'Second texte.\n', { title: 'Nouveau titre' }) },
    ];
    const { started, lost } = await startedAfter(remove, versions);
    const call = await calls();
    const opened = JSON.parse((await call(`GET /api/admin/posts/${ID}`)).text) as {
      readonly revision: string;
    };
    expect(opened).toMatchObject({ title: 'Nouveau titre', content: '\nPremier texte.\n' });
    const blind = await call(SAVE, JSON.stringify({ revision: lost, excerpt: 'Court.' }));
    expect([blind.status, blind.text]).toEqual([400, expect.stringContaining('perdu par le dépôt')]);
    const saved = await call(SAVE, JSON.stringify({ revision: opened.revision, excerpt: 'Court.' }));
    expect(saved.status).toBe(200);
    expect(started.content.git('show', `main:${PATH}`)).toMatch(
      /title: "Nouveau titre"\n[^]*excerpt: Court\.\n[^]*Premier texte\./,
    );
  });

  it('does not bring back what the newest version had withdrawn', async () => {
    const versions = [
      { [PATH]: article(1, 'Premier texte.\n') },
      { [PATH]: postText({ id: ID, title: 'Article 1', isPublished: false }) },
    ];
    const { started } = await startedAfter(remove, versions);
    expect((await started.get('/api/posts')).text).not.toContain('Premier texte');
    await (await calls())(`GET /api/admin/posts/${ID}`);
    expect((await started.get('/blog/article-1')).status).toBe(410);
  });

  it('takes the address of one of which nothing is known', async () => {
    const { started } = await startedAfter(
      (file) => {
        remove(file);
        rmSync(join(server?.content.path ?? '', 'cache'), { recursive: true });
      },
      [{ [PATH]: article(1, 'Perdu.\n') }],
    );
    expect((await started.get('/blog/article-1')).status).toBe(503);
    const post = { title: 'Article 1', slug: 'article-1', content: 'Récrit.\n', isPublished: true };
    expect((await (await calls())('POST /api/admin/posts', JSON.stringify(post))).status).toBe(201);
    expect((await started.get('/blog/article-1')).text).toContain('Récrit.');
    expect(started.content.git('show', `main:${PATH}`)).toContain('Récrit.');
  });
});
