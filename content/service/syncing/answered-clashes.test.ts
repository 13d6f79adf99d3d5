import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  type PostsWorkspace,
  TEST_CALLER,
  TEST_NOW,
} from '../../testing/posts-workspace.ts';
import { forgetAnswered } from './answered-clashes.ts';
import { createOpenClashes, type OpenClash } from './open-clashes.ts';
import { settleClash } from './settle-clash.ts';

const [POST, OTHER, SETTINGS] = ['posts/2025/un.md', 'posts/2025/deux.md', 'notes.txt'] as const;

let site: PostsWorkspace;
beforeEach(async () => {
  site = await createPostsWorkspace({
    [POST]: postText(1, 'Un'),
    [OTHER]: postText(2, 'Deux'),
    [SETTINGS]: 'Ici.',
  });
});
afterEach(async () => {
  expect(await site.close()).toEqual([]);
});

function questionAbout(path: string, kind: OpenClash['kind']): OpenClash {
  const at = { path, id: site.git('rev-parse', `main:${path}`) };
  const theirs = { path, id: site.git('rev-parse', `main:${OTHER}`) };
  const postId = kind === 'file' ? null : testId(1);
  return {
    id: `${kind} of ${path}`,
    kind,
    path,
    postId,
    title: path,
    since: TEST_NOW,
    isPending: false,
    base: at,
    ours: at,
    theirs,
  };
}

describe('forgetAnswered', () => {
  it('lets go of what a commit answered before the program ended, and of nothing else', async () => {
    const clashes = createOpenClashes({
      gitDir: site.history.path,
      pending: site.pending,
      say: expect.unreachable,
    });
    const deleted = questionAbout(POST, 'deleted-here');
    const file = questionAbout(SETTINGS, 'file');
    const open = questionAbout(OTHER, 'file');
    await clashes.add([deleted, file, open]);
    const answer = { fields: [], author: TEST_CALLER.author };
    await settleClash(site.workspace, { ...answer, clash: deleted, keep: 'ours' });
    await settleClash(site.workspace, { ...answer, clash: file, keep: 'theirs' });
    const { objects } = site.repository;
    await forgetAnswered({ objects, clashes, head: site.git('rev-parse', 'main') });
    expect(await clashes.list()).toEqual([open]);

    // Asked once more, later.
    const again = { ...file, since: TEST_NOW + 60_000 };
    await clashes.add([again]);
    await forgetAnswered({ objects, clashes, head: site.git('rev-parse', 'main') });
    expect(await clashes.list()).toEqual([open, again]);
  });
});
