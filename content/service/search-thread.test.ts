import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postMetadataSchema, type SnapshotPost } from '../model/post.ts';
import { publicView, type Snapshot } from '../model/snapshot.ts';
import { testId } from '../testing/posts.ts';
import {
  createTemporaryFolder,
  createTemporaryRepository,
  type TemporaryFolder,
  type TemporaryRepository,
} from '../testing/temporary-repository.ts';
import { createSearchThread, type SearchThreadOptions } from './search-thread.ts';

const BUILT = new URL('../../dist/server/search-worker.js', import.meta.url);
const NOW = Date.parse('2026-07-01T10:00:00.000Z');
const TEN = { offset: 0, limit: 10 };
/** A thread may be long to start on a busy machine: what must come is waited for, in milliseconds. */
const COMING = { timeout: 380_000 };

let folder: TemporaryFolder;
let thread: ReturnType<typeof createSearchThread> | null = null;
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(async () => {
  await thread?.close();
  folder.remove();
});

function post(number: number, fields: Partial<SnapshotPost> = {}): SnapshotPost {
  const published = '2026-01-01T08:00:00.000Z';
  return {
    ...postMetadataSchema.parse({
      id: testId(number),
      title: `Titre ${number}`,
      slug: `article-${number}`,
      readTime: '1 min',
      published,
      isPublished: true,
    }),
    path: `posts/2026/article-${number}.md`,
    revision: String(number).padStart(40, '0'),
    publishedAt: Date.parse(published),
    unpublishedAt: null,
    ...fields,
  };
}

function viewOf(posts: readonly SnapshotPost[], now = NOW) {
  return publicView({ posts, lost: new Map() } as unknown as Snapshot, now); // The search reads nothing else of a snapshot.
}

/** A thread over posts whose texts say « pommes », and what it complained of. */
function open(options: Partial<SearchThreadOptions> = {}) {
  const errors: unknown[] = [];
  const opened = createSearchThread({
    file: null,
    workerUrl: BUILT,
    body: () => Promise.resolve('Des pommes.'),
    // On a busy machine too: what is late is tried where a test asks for it.
    deadlineMs: 30_000,
    onError: (error) => errors.push(error),
    ...options,
  });
  thread = opened;
  opened.open();
  const found = async (view: ReturnType<typeof viewOf>) =>
    (await opened.search(view, 'pommes', TEN))?.hits.map(({ slug }) => slug) ?? null;
  const codes = () => opened.troubles().map(({ code }) => code);
  return { opened, errors, found, codes };
}

/** A thread that does this in place of searching. */
function doing(script: string): URL {
  const loaded = "(await import('node:worker_threads')).parentPort.postMessage({ kind: 'loaded' });";
  return new URL(`data:text/javascript,${encodeURIComponent(`${loaded} ${script}`)}`);
}

describe('createSearchThread', () => {
  it('answers what readers of a view may see, and forgets at once what is withdrawn', async () => {
    const { found, errors } = open();
    const future = post(2, { publishedAt: NOW + 1000, unpublishedAt: NOW + 2000 });
    const posts = [post(1), future, post(3, { isPublished: false })];
    const answers = [
      await found(viewOf(posts)),
      await found(viewOf(posts, NOW + 1000)),
      await found(viewOf(posts, NOW + 2000)),
      await found(viewOf(posts.slice(1))),
    ];
    const both = ['article-2', 'article-1'];
    expect([answers, errors]).toEqual([[['article-1'], both, ['article-1'], []], []]);
  });

  it('finds what became a page, or an article again, by what that is found by', async () => {
    const { opened } = open();
    const fields = { category: 'Fiscalité', tags: ['holding'] };
    const page = { isPage: true, path: 'pages/article-1.md' } as const;
    const answers: unknown[] = [];
    for (const now of [post(1, fields), post(1, { ...fields, ...page }), post(1, fields)])
      for (const question of ['fiscalité', 'holding', 'pommes'])
        answers.push((await opened.search(viewOf([now]), question, TEN))?.hits.length);
    expect(answers).toEqual([1, 1, 1, 0, 0, 1, 1, 1, 1]);
  });

  it.runIf(process.platform === 'linux')('has what pages leave of the processors', async () => {
    const lowered = () =>
      readdirSync('/proc/self/task').filter((id) => os.getPriority(Number(id)) > os.getPriority(process.pid));
    const before = lowered();
    const { found } = open();
    await found(viewOf([post(1)]));
    expect(lowered()).toHaveLength(before.length + 1);
  });

  it('says how far it is while many posts are read, and nothing once they are', async () => {
    let read: (text: string) => void = () => undefined;
    const text = new Promise<string>((resolve) => {
      read = resolve;
    });
    const { opened, found, codes } = open({ body: () => text });
    const view = viewOf(Array.from({ length: 60 }, (_, n) => post(n)));
    opened.notice(view);
    await vi.waitFor(
      () => expect(opened.troubles()[0]?.reason).toContain('Il reste 60 articles à lire sur 60.'),
      COMING,
    );
    expect([codes(), await found(view)]).toEqual([['search-preparing'], null]);
    read('Des pommes.');
    await vi.waitFor(() => expect(codes()).toEqual([]), COMING);
    expect(await found(view)).toHaveLength(10);
  });

  it('leaves out a post whose text cannot be read, and answers', async () => {
    const body = ({ revision }: { readonly revision: string }) =>
      revision.endsWith('1') ? Promise.reject(new Error('damaged')) : Promise.resolve('Des pommes.');
    const { found, errors, codes } = open({ body });
    expect(await found(viewOf([post(1), post(2)]))).toEqual(['article-2']);
    expect([errors, codes()]).toEqual([[new Error('damaged')], []]);
  });

  it('tells who asks to come back when its thread dies, says so, and starts another one', async () => {
    const { opened, found, errors, codes } = open({ workerUrl: doing('process.exit(3)') });
    const view = viewOf([post(1)]);
    opened.notice(view);
    expect(await found(view)).toBeNull();
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(2), COMING);
    expect(codes()).toEqual(['search-stuck']);
  });

  it('answers again, and is well, once another one took the place of a thread that died', async () => {
    const dyingOnce = `import { existsSync, writeFileSync } from 'node:fs';
      import { parentPort } from 'node:worker_threads';
      const mark = ${JSON.stringify(path.join(folder.path, 'died'))};
      if (existsSync(mark)) await import(${JSON.stringify(BUILT.href)});
      else parentPort.once('message', () => { writeFileSync(mark, ''); process.exit(3); });`;
    const file = path.join(folder.path, 'worker.mjs');
    writeFileSync(file, dyingOnce);
    const { found, errors, codes } = open({ workerUrl: pathToFileURL(file) });
    const view = viewOf([post(1)]);
    expect([await found(view), codes()]).toEqual([null, ['search-stuck']]);
    await vi.waitFor(async () => expect(await found(view)).toEqual(['article-1']), COMING);
    expect([errors.length, codes()]).toEqual([1, []]);
  });

  it('gives a thread no texts that the one before it asked for', async () => {
    const mark = path.join(folder.path, 'died');
    const asking = `
      import { existsSync, writeFileSync } from 'node:fs';
      import { parentPort } from 'node:worker_threads';
      const isSecond = existsSync(${JSON.stringify(mark)});
      parentPort.on('message', ({ kind, change, texts }) => {
        if (kind === 'texts') parentPort.postMessage({ kind: 'error', error: texts[0]?.title });
        if (kind !== 'list') return;
        parentPort.postMessage({ kind: 'read', id: 1, posts: [change.listed[isSecond ? 1 : 0]] });
        if (isSecond) return;
        writeFileSync(${JSON.stringify(mark)}, '');
        parentPort.once('message', () => process.exit(3));
      });
      parentPort.postMessage({ kind: 'loaded' });`;
    const file = path.join(folder.path, 'worker.mjs');
    writeFileSync(file, asking);
    const posts = [post(1), post(2)];
    const read = new Map<string, () => void>();
    const body = ({ revision }: { readonly revision: string }) =>
      new Promise<string>((resolve) => read.set(revision, () => resolve('Des pommes.')));
    const { opened, errors, found } = open({ workerUrl: pathToFileURL(file), body });
    const view = viewOf(posts);
    const [second, first] = view.posts.map(({ revision }) => revision).toReversed();
    opened.notice(view);
    await vi.waitFor(() => expect([...read.keys()]).toEqual([first]), COMING);
    void found(view);
    await vi.waitFor(() => expect([...read.keys()]).toEqual([first, second]), COMING);
    for (const revision of [first, second]) read.get(revision ?? '')?.();
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(1), COMING);
    const title = posts.find(({ revision }) => revision === second)?.title;
    expect(errors).toEqual([new Error("the search's program ended with code 3"), title]);
  });

  it('does without its file where one thread after the other fails over it', async () => {
    const failing = `import { workerData } from 'node:worker_threads';
      if (workerData.file !== null) process.exit(3);
      await import(${JSON.stringify(BUILT.href)});`;
    const worker = path.join(folder.path, 'worker.mjs');
    writeFileSync(worker, failing);
    const file = path.join(folder.path, 'index.sqlite');
    const { opened, found, errors, codes } = open({ workerUrl: pathToFileURL(worker), file });
    const view = viewOf([post(1)]);
    opened.notice(view);
    await vi.waitFor(async () => expect(await found(view)).toEqual(['article-1']), COMING);
    expect([errors.length, codes()]).toEqual([2, []]);
  });

  describe('with many posts to read', () => {
    let repository: TemporaryRepository;
    beforeEach(() => {
      repository = createTemporaryRepository();
    });
    afterEach(() => repository.remove());

    /** Many posts, of which the text is a blob that says « pommes ». */
    function many(): ReturnType<typeof viewOf> {
      const input = '---\ntitle: Titre\n---\nDes pommes.\n';
      const revision = repository.git(['hash-object', '-w', '--stdin'], { input });
      return viewOf(Array.from({ length: 501 }, (_, number) => post(number, { revision })));
    }
    const file = () => path.join(folder.path, 'index.sqlite');
    const foundOf = async (opened: ReturnType<typeof open>['opened'], view: ReturnType<typeof viewOf>) =>
      (await opened.search(view, 'pommes', TEN))?.total ?? null;

    it('has them read by the thread, in the repository', async () => {
      const body = () => Promise.reject(new Error('read by the server'));
      const { opened, errors, codes } = open({ file: file(), gitDir: repository.path, body });
      const view = many();
      opened.notice(view);
      await vi.waitFor(async () => expect(await foundOf(opened, view)).toBe(501), COMING);
      expect([errors, codes()]).toEqual([[], []]);
    });
  });

  it('gives up a question that is not answered, says so, and replaces a thread that says nothing', async () => {
    const silent = doing('setInterval(() => undefined, 1000)');
    const { found, errors, codes } = open({ workerUrl: silent, deadlineMs: 50, longestSilenceMs: 60 });
    const view = viewOf([post(1)]);
    expect([await found(view), codes()]).toEqual([null, ['search-stuck']]);
    await vi.waitFor(async () => {
      expect(await found(view)).toBeNull();
      expect(errors.length).toBeGreaterThan(0);
    }, COMING);
  });

  it('refuses a question when too many wait already', async () => {
    const { opened } = open({ workerUrl: doing('setInterval(() => undefined, 1000)') });
    const view = viewOf([post(1)]);
    for (let asked = 0; asked < 64; asked += 1) void opened.search(view, 'pommes', TEN);
    expect(await opened.search(view, 'pommes', TEN)).toBeNull();
  });

  it.each([
    ['does not answer', doing('setInterval(() => undefined, 1000)')],
    ['reads a post that never comes', BUILT],
  ])(
    'closes, and lets go of who asked, while its thread %s',
    async (_, workerUrl) => {
      const { opened, errors } = open({ workerUrl, body: () => new Promise(() => undefined) });
      const question = opened.search(viewOf([post(1)]), 'pommes', TEN);
      await opened.close();
      expect([await question, errors]).toEqual([null, []]);
    },
    10_000,
  );

  it('reads at the next start only what it had not read yet', async () => {
    const view = viewOf(Array.from({ length: 1100 }, (_, n) => post(n)));
    const file = path.join(folder.path, 'index.sqlite');
    const reads = [0, 0];
    for (const start of [0, 1]) {
      const { opened, found, codes } = open({
        file,
        body: () => {
          reads[start] = (reads[start] ?? 0) + 1;
          const isLast = start === 0 && reads[0] === 701;
          return isLast ? new Promise(() => undefined) : Promise.resolve('Des pommes.');
        },
      });
      opened.notice(view);
      // The first one is ended before it is done: it asks for these once it has written two times three hundred.
      if (start === 0) await vi.waitFor(() => expect(reads[0]).toBe(701), COMING);
      else {
        await vi.waitFor(() => expect(codes()).toEqual([]), COMING);
        expect(await found(view)).toHaveLength(10);
      }
      await opened.close();
    }
    expect(reads[1]).toBeGreaterThan(0);
    expect(reads[1]).toBeLessThanOrEqual(1100 - 600);
  });

  it('makes its file anew when that is found damaged, and answers meanwhile or soon after', async () => {
    const view = viewOf(Array.from({ length: 40 }, (_, n) => post(n)));
    const file = path.join(folder.path, 'index.sqlite');
    const first = open({ file });
    first.opened.notice(view);
    expect(await first.found(view)).toHaveLength(10);
    await first.opened.close();
    // Every page but the first, which says what the file is.
    writeFileSync(file, readFileSync(file).fill(0x41, 4096));
    const second = open({ file });
    second.opened.notice(view);
    await vi.waitFor(async () => expect(await second.found(view)).toHaveLength(10), COMING);
    expect(second.codes()).toEqual([]);
  });

  it('does not keep who asks waiting once the end is near', async () => {
    const { opened } = open({ workerUrl: doing('setInterval(() => undefined, 1000)') });
    const view = viewOf([post(1)]);
    const asked = [opened.search(view, 'pommes', TEN)];
    opened.expectEnd();
    asked.push(opened.search(view, 'pommes', TEN));
    expect(await Promise.all(asked)).toEqual([null, null]);
  });
});
