import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { plainImage } from '../../testing/images.ts';
import { TEST_NOW } from '../../testing/posts-workspace.ts';
import {
  createTemporaryFolder,
  createTemporaryRepository,
  type TemporaryFolder,
  type TemporaryRepository,
} from '../../testing/temporary-repository.ts';
import { type ImagePipeline, inProcess } from '../images/image-pipeline.ts';
import { PictureProcessError } from '../images/picture-process.ts';
import { createPictures, type Taken } from './pictures.ts';
import { createSourceIndex } from './source-index.ts';

const OLD = 'https://ancien.example.org';

let repository: TemporaryRepository;
let objects: ObjectStore;
let folder: TemporaryFolder;
beforeEach(() => {
  folder = createTemporaryFolder();
  repository = createTemporaryRepository();
  objects = createObjectStore({ gitDir: repository.path });
});
afterEach(() => {
  objects.close();
  repository.remove();
  folder.remove();
});

type Given = Pick<Parameters<typeof createPictures>[0], 'index' | 'images' | 'fetches' | 'fetch'>;

function picturesOf(given: Given) {
  return createPictures({
    objects,
    taken: new Map(),
    present: new Map(),
    signal: new AbortController().signal,
    clock: () => TEST_NOW,
    onLooked: () => undefined,
    ...given,
  });
}

/** The pictures of an old site that has this one at each address. */
function pictures(bytes: Buffer, images: Pick<ImagePipeline, 'clean'>) {
  const fetch = () => Promise.resolve({ kind: 'bytes', bytes } as const);
  return picturesOf({ index: createSourceIndex().index(), images, fetches: true, fetch });
}

/** The pictures of an export that holds these, by name. */
function exported(files: ReadonlyMap<string, Buffer>, images: Pick<ImagePipeline, 'clean'>) {
  const gathered = createSourceIndex();
  for (const [name, bytes] of files) {
    const path = join(folder.path, name);
    writeFileSync(path, bytes);
    gathered.add({ kind: 'file', id: name, path, addresses: [`${OLD}/${name}`], bytes: 0, pages: [] });
  }
  return picturesOf({ index: gathered.index(), images, fetches: false });
}

describe('a picture', () => {
  it('that brings its decoder down twice could not be taken, and the next one is', async () => {
    const jpeg = await plainImage(60, 40).jpeg().toBuffer();
    let count = 0;
    const { take } = pictures(jpeg, {
      clean: (bytes) => {
        count += 1;
        return count <= 2 ? Promise.reject(new PictureProcessError('it ended')) : inProcess.clean(bytes);
      },
    });
    const first = await take(`${OLD}/a.jpg`);
    const second = await take(`${OLD}/b.jpg`);
    expect(first).toEqual({ kind: 'failed', reason: 'l’image n’a pas pu être décodée' });
    expect(second.kind).toBe('taken');
  });

  it('is a smaller size of it where the largest cannot be taken, and says why of the largest where none can', async () => {
    const jpeg = await plainImage(60, 40).jpeg().toBuffer();
    const gathered = createSourceIndex();
    const names = ['vue.jpg', 'vue-scaled.jpg', 'vue-1536x1024.jpg', 'vue-150x150.jpg'];
    const addresses = names.map((name) => `${OLD}/${name}`);
    gathered.add({ kind: 'file', id: '9', path: null, addresses, bytes: 0, pages: [] });
    const tries = (shown: string | null) => {
      const asked: string[] = [];
      const fetch = (address: string) => {
        asked.push(address.slice(OLD.length + 1));
        return Promise.resolve(
          shown !== null && address.endsWith(shown)
            ? ({ kind: 'bytes', bytes: jpeg } as const)
            : ({ kind: 'failed', reason: `${asked.length}` } as const),
        );
      };
      const { take } = picturesOf({ index: gathered.index(), images: inProcess, fetches: true, fetch });
      return take(addresses[0] ?? '').then((taken) => [taken, asked]);
    };
    expect(await tries('vue-scaled.jpg')).toMatchObject([{ kind: 'taken' }, names.slice(0, 2)]);
    expect(await tries(null)).toEqual([{ kind: 'failed', reason: '1' }, names.slice(0, 3)]);
  });

  it('is in the repository before it is committed, and no longer in memory', async () => {
    const jpeg = await plainImage(60, 40).jpeg().toBuffer();
    const { take, fresh } = pictures(jpeg, inProcess);
    await take(`${OLD}/a.jpg`);
    const { changes } = await fresh();
    const blobs = changes.flatMap((change) => ('blob' in change ? [change.blob] : []));
    expect(blobs).toHaveLength(1);
    expect(await Promise.all(blobs.map((blob) => objects.has(blob)))).toEqual([true]);
  });

  it('is not lost to a bug: what else fails is thrown', async () => {
    const jpeg = await plainImage(60, 40).jpeg().toBuffer();
    const { take } = pictures(jpeg, { clean: () => Promise.reject(new TypeError('ours')) });
    await expect(take(`${OLD}/a.jpg`)).rejects.toThrow('ours');
  });

  it('is cleaned beside the one before it, and becomes what it does alone', async () => {
    const files = new Map<string, Buffer>();
    for (const at of [0, 1, 2])
      files.set(
        `${at}.jpg`,
        await plainImage(60 + at, 40)
          .jpeg()
          .toBuffer(),
      );
    let [running, most] = [0, 0];
    const images: Pick<ImagePipeline, 'clean'> = {
      async clean(bytes) {
        running += 1;
        most = Math.max(most, running);
        return inProcess.clean(bytes).finally(() => {
          running -= 1;
        });
      },
    };
    const names = [...files.keys()].map((name) => `${OLD}/${name}`);
    async function takeAll(next: (at: number) => string | undefined): Promise<readonly Taken[]> {
      const { take } = exported(files, images);
      const taken: Taken[] = [];
      for (const [at, name] of names.entries()) taken.push(await take(name, next(at)));
      return taken;
    }
    const ahead = await takeAll((at) => names[at + 1]);
    expect([most, new Set(ahead.map(({ kind }) => kind))]).toEqual([2, new Set(['taken'])]);
    most = 0;
    expect([await takeAll(() => undefined), most]).toEqual([ahead, 1]);
  });

  it('is not lost to one beside it that brings the decoder down', async () => {
    const [good, other, bad] = [
      await plainImage(60, 40).jpeg().toBuffer(),
      await plainImage(61, 40).jpeg().toBuffer(),
      await plainImage(62, 40).jpeg().toBuffer(),
    ];
    const waiting = new Set<(error: Error) => void>();
    // As a process does: what it is asked meanwhile goes with it.
    const { take } = exported(
      new Map([
        ['a.jpg', good],
        ['b.jpg', bad],
        ['c.jpg', other],
      ]),
      {
        clean: (bytes) =>
          new Promise((resolve, reject) => {
            waiting.add(reject);
            if (bad.equals(bytes)) for (const refuse of waiting) refuse(new PictureProcessError('it ended'));
            else void inProcess.clean(bytes).then(resolve, reject);
          }),
      },
    );
    const kinds: string[] = [];
    for (const [name, next] of [
      ['a', 'b'],
      ['b', 'c'],
      ['c', undefined],
    ] as const)
      kinds.push((await take(`${OLD}/${name}.jpg`, next && `${OLD}/${next}.jpg`)).kind);
    expect(kinds).toEqual(['taken', 'failed', 'taken']);
  });
});
