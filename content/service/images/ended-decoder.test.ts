import { expect, it } from 'vitest';
import { describeFrom, photograph } from '../../testing/images.ts';
import { createPostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { createImageUpload } from './image-changes.ts';
import { inProcess } from './image-pipeline.ts';
import { PictureProcessError } from './picture-process.ts';

it('a picture that brings a decoder down is refused, and the one beside it taken', async () => {
  const content = await createPostsWorkspace();
  const bad = Buffer.from('bad');
  let endAll = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    endAll = resolve;
  });
  let asked = 0;
  const context = { ...content.keeping('by-saving'), describe: describeFrom(content.workspace) };
  const upload = createImageUpload(context, {
    async clean(bytes) {
      asked += 1;
      if (bad.equals(bytes)) endAll();
      if (!bad.equals(bytes) && asked > 2) return inProcess.clean(bytes);
      await ended;
      throw new PictureProcessError('it ended');
    },
  });
  const bytes = Buffer.from(await photograph(300, 200).jpeg().toBuffer());
  const good = upload({ filename: 'a.jpg', bytes }, TEST_CALLER.author);
  await expect(upload({ filename: 'b.jpg', bytes: bad }, TEST_CALLER.author)).rejects.toMatchObject({
    code: 'unsupported',
  });
  expect([(await good).width, content.git('rev-list', '--count', 'main')]).toEqual([300, '2']);
  expect(await content.close()).toEqual([]);
});
