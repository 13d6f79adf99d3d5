import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { plainImage } from '../../testing/images.ts';
import { TEST_NOW } from '../../testing/posts-workspace.ts';
import { createTemporaryRepository, type TemporaryRepository } from '../../testing/temporary-repository.ts';
import { type ImagePipeline, inProcess } from '../images/image-pipeline.ts';
import { PictureProcessError } from '../images/picture-process.ts';
import { createPictures } from './pictures.ts';
import { createSourceIndex } from './source-index.ts';

const OLD = 'https://ancien.example.org';

let repository: TemporaryRepository;
let objects: ObjectStore;
beforeEach(() => {
  repository = createTemporaryRepository();
  objects = createObjectStore({ gitDir: repository.path });
});
afterEach(() => {
  objects.close();
  repository.remove();
});

/** The pictures of an old site that has this one at each address. */
function pictures(bytes: Buffer, images: Pick<ImagePipeline, 'clean'>) {
  return createPictures({
    index: createSourceIndex().index(),
    images,
    objects,
    taken: new Map(),
    present: new Map(),
    fetches: true,
    signal: new AbortController().signal,
    clock: () => TEST_NOW,
    fetch: () => Promise.resolve({ kind: 'bytes', bytes }),
  });
}

describe('a picture', () => {
  it('that brings its decoder down could not be taken, and the next one is', async () => {
    const jpeg = await plainImage(60, 40).jpeg().toBuffer();
    let count = 0;
    const { take } = pictures(jpeg, {
      clean: (bytes) => {
        count += 1;
        return count === 1 ? Promise.reject(new PictureProcessError('it ended')) : inProcess.clean(bytes);
      },
    });
    const first = await take(`${OLD}/a.jpg`);
    const second = await take(`${OLD}/b.jpg`);
    expect(first).toEqual({ kind: 'failed', reason: 'l’image n’a pas pu être décodée' });
    expect(second.kind).toBe('taken');
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
});
