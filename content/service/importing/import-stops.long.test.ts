import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openImports } from '../../testing/imports.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { createRandom } from '../../testing/random.ts';
import { rounds } from '../../testing/rounds.ts';
import { type WxrPost, wxr } from '../../testing/wxr.ts';
import type { Fetched } from './fetch-picture.ts';

const COUNT = 230;
const POSTS = Array.from({ length: COUNT }, (_, number): WxrPost => {
  const next = `https://ancien.example.org/2019/05/article-${(number + 1) % COUNT}/`;
  return {
    id: number + 1,
    title: `Article ${number}`,
    slug: `article-${number}`,
    content: `<p>Texte ${number}, puis <a href="${next}">la suite</a>.</p><p><img src="https://ancien.example.org/vue-${number % 90}.jpg" alt=""></p>`,
    status: number % 20 === 0 ? 'draft' : 'publish',
  };
});

let site: PostsWorkspace;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'encrier-import-'));
  writeFileSync(path.join(folder, 'export.xml'), wxr(POSTS));
  site = await createPostsWorkspace();
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
  rmSync(folder, { recursive: true });
});

/** What a program has of imports from its start to its end; `onFetch` is told before each picture. */
function start(onFetch: () => void, errors: unknown[] = []) {
  return openImports(site, {
    folder,
    onProblem: (problem) => errors.push(problem),
    fetch: (address) => {
      onFetch();
      return pictureAt(address);
    },
  });
}

/** Each address has a picture of its own, the same each time. */
async function pictureAt(address: string): Promise<Fetched> {
  const number = Number(/vue-(\d+)/.exec(address)?.[1]);
  const background = { r: number, g: 255 - number, b: 90 };
  const bytes = await sharp({ create: { width: 9, height: 7, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { kind: 'bytes', bytes };
}

async function read(): Promise<string> {
  const imports = start(() => undefined);
  const { id } = await imports.fromPaths([path.join(folder, 'export.xml')]);
  await imports.idle();
  await imports.close();
  return id;
}

const OPTIONS = { fetchesPictures: true, takesChanged: false, removesStarter: false };
const treeOf = (branch: string): string => site.git('ls-tree', '-r', branch);

/** Runs an import to its end, by a program of its own. */
async function finish(id: string, publishes: boolean): Promise<void> {
  const imports = start(() => undefined);
  await imports.handlers.startImport({ id, ...OPTIONS }, TEST_CALLER);
  await imports.idle();
  expect(await imports.state(id)).toMatchObject({ state: 'done', reason: null });
  if (publishes) {
    await imports.handlers.publishImport({ id }, TEST_CALLER);
    await imports.idle();
    expect(await imports.state(id)).toMatchObject({ state: 'published', reason: null });
  }
  await imports.close();
}

/** What two branches hold after an import that nobody disturbed. */
async function undisturbed(): Promise<readonly string[]> {
  const own = site;
  site = await createPostsWorkspace();
  try {
    await finish(await read(), true);
    return [treeOf('travail'), treeOf('main')];
  } finally {
    await site.close();
    site = own;
    rmSync(path.join(folder, 'imports'), { recursive: true });
  }
}

describe('an import that is disturbed', () => {
  it('ends in the same content, stopped and begun again at moments of chance', async () => {
    const wanted = await undisturbed();
    const random = createRandom(20_261);
    const id = await read();
    for (let stops = rounds({ few: 4, all: 10 }); stops > 0; stops -= 1) {
      let left = 1 + random.below(12);
      const imports = start(() => {
        left -= 1;
        if (left === 0) void imports.handlers.stopImport({ id }, TEST_CALLER);
      });
      await imports.handlers.startImport({ id, ...OPTIONS }, TEST_CALLER);
      await imports.idle();
      expect((await imports.state(id)).state).toMatch(/stopped|done/);
      await imports.close();
    }
    await finish(id, true);
    expect([treeOf('travail'), treeOf('main')]).toEqual(wanted);
  });

  it('goes on after an error that nobody expected, and tells of it', async () => {
    const wanted = await undisturbed();
    const id = await read();
    const errors: unknown[] = [];
    let left = 60;
    const imports = start(() => {
      left -= 1;
      if (left === 0) throw new Error('unexpected');
    }, errors);
    await imports.handlers.startImport({ id, ...OPTIONS }, TEST_CALLER);
    await imports.idle();
    const { state, reason } = await imports.state(id);
    expect([state, reason]).toEqual(['stopped', expect.stringContaining('vous pouvez reprendre')]);
    expect(errors).toHaveLength(1);
    await imports.close();
    await finish(id, true);
    expect([treeOf('travail'), treeOf('main')]).toEqual(wanted);
  });

  it('is gone on with by another import of the same export, which knows the pictures of the first', async () => {
    const wanted = await undisturbed();
    const first = await read();
    let left = 60;
    const imports = start(() => {
      left -= 1;
      if (left === 0) void imports.handlers.stopImport({ id: first }, TEST_CALLER);
    });
    await imports.handlers.startImport({ id: first, ...OPTIONS }, TEST_CALLER);
    await imports.idle();
    await imports.handlers.deleteImport({ id: first }, TEST_CALLER);
    await imports.close();
    await finish(await read(), true);
    expect([treeOf('travail'), treeOf('main')]).toEqual(wanted);
  });
});
