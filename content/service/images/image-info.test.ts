import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore } from '#content/git/objects/objects.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '../../testing/temporary-repository.ts';
import { createImageInfo } from './image-info.ts';
import { inProcess } from './image-pipeline.ts';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = createTemporaryFolder();
  git(['init', '--quiet', '--bare'], { cwd: folder.path });
});
afterEach(() => folder.remove());

const blobOf = (input: Buffer): string =>
  git(['hash-object', '-w', '--stdin'], { cwd: folder.path, input }).trim();

/** What is known of images by one process, whose decoder works or not. */
function start(size = inProcess.size) {
  const errors: unknown[] = [];
  const objects = createObjectStore({ gitDir: folder.path });
  const info = createImageInfo({
    objects,
    cacheDir: folder.path,
    images: { size },
    onError: (error) => errors.push(error),
  });
  const describeAt = (blobId: string) => info.describe('images/a.png', blobId);
  return { describeAt, errors, stop: () => info.save().finally(() => objects.close()) };
}

describe('the size of a picture', () => {
  it('is found once it can be, where nothing decoded it before', async () => {
    const blob = blobOf(
      await sharp({ create: { width: 30, height: 20, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
    );
    const broken = start(() => Promise.reject(new Error('no decoder here')));
    expect([await broken.describeAt(blob), broken.errors.length]).toEqual([undefined, 1]);
    await broken.stop();
    const mended = start();
    expect(await mended.describeAt(blob)).toMatchObject({ width: 30, height: 20 });
    await mended.stop();
  });

  it('is kept for the next start, and what is no picture is not', async () => {
    const picture = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const [blob, other] = [blobOf(picture), blobOf(Buffer.from('pas une image'))];
    const first = start();
    expect([await first.describeAt(blob), await first.describeAt(other)]).toMatchObject([{ width: 3 }, null]);
    await first.stop();
    expect(
      Object.keys(JSON.parse(readFileSync(join(folder.path, 'image-sizes.json'), 'utf8')) as object),
    ).toEqual([blob]);
  });
});
