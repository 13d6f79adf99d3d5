import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { objectId } from '#content/git/objects/object-id.ts';
import { plainImage } from '../testing/images.ts';
import { postText, testId } from '../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../testing/posts-workspace.ts';
import { outsideSides } from './compared-sides.ts';
import { inProcess } from './images/image-pipeline.ts';

const POST = 'posts/2025/un.md';
const PICTURE = 'images/2025/a.png';

let site: PostsWorkspace;
beforeEach(async () => {
  const picture = await plainImage(20, 10).png().toBuffer();
  site = await createPostsWorkspace({ [POST]: postText(1, 'Un'), [PICTURE]: picture });
});
afterEach(async () => {
  expect(await site.close()).toEqual([]);
});

/** Both sides of a file that says `disk` now and said `base` before. */
function sides(path: string, disk: Buffer | string | null, base: string | null = null) {
  const of = (text: Buffer | string | null) => {
    const bytes = text === null ? null : Buffer.from(text);
    return bytes === null ? null : { id: objectId('blob', bytes), bytes };
  };
  const { workspace } = site;
  return outsideSides({ workspace, images: inProcess }, { path, base: of(base), disk: of(disk) });
}

describe('outsideSides', () => {
  it('shows a post field by field, beside the version that waits in Encrier', async () => {
    const id = testId(1);
    await site.deskPosts.updatePost({ id, title: 'Ici' }, TEST_CALLER);
    const shown = await sides(POST, postText(1, 'Ailleurs'), postText(1, 'Un'));
    expect(shown).toMatchObject({
      kind: 'post',
      postId: id,
      edit: {
        base: { title: 'Un' },
        theirs: { title: 'Ici' },
        yours: { title: 'Ailleurs' },
        fields: ['title'],
      },
    });
  });

  it('shows both pictures', async () => {
    const shown = await sides(PICTURE, await plainImage(30, 10, '#208040').png().toBuffer());
    const data = expect.stringMatching(/^data:image\/webp;base64,/) as unknown;
    expect(shown).toEqual({ kind: 'image', ours: data, theirs: data });
    expect(shown?.kind === 'image' && shown.ours !== shown.theirs).toBe(true);
  });

  it('has nothing to show of a file that was deleted', async () => {
    expect(await sides(POST, null, postText(1, 'Un'))).toBeNull();
  });
});
