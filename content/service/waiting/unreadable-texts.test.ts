import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeFrom } from '../../testing/images.ts';
import { BROKEN_POST, postText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';
import { createProblemOperations } from '../check-operations.ts';
import { createPostReferences } from '../post-references.ts';
import { publishPosts } from '../publishing/publish-posts.ts';

const ORIGIN = 'https://exemple.fr';
const PATH = 'posts/2025/un.md';
const id = testId(1);

let site: PostsWorkspace;
/** Somebody pushed a text of a published article to the work branch that nobody can read. */
beforeEach(async () => {
  site = await createPostsWorkspace({
    [PATH]: postText(1, 'Un'),
    'posts/2025/deux.md': postText(2, 'Deux'),
    'posts/2025/trois.md': postText(3, 'Trois'),
  });
  const main = site.git('rev-parse', 'main');
  site.git('update-ref', 'refs/heads/travail', site.commitBehind({ [PATH]: BROKEN_POST }));
  site.git('update-ref', 'refs/heads/main', main);
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
});

const waiting = (): string => `${site.git('show', `travail:${PATH}`)}\n`;
const open = () => site.posts.getEditablePost({ id }, me);
const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error as { data?: { reason?: string } }).data?.reason ?? error,
  );
const SAID =
  /^Un texte de cet article attend dans un fichier qui ne peut pas être lu \(posts\/2025\/un\.md, ligne 3\)\. YAML illisible.+ Corrigez ce fichier ou abandonnez ce texte\u00a0; rien n’a été changé\.$/;

describe('a text that waits beside a published article and cannot be read', () => {
  it('is a problem that its author is told, with file and line', async () => {
    const { workspace } = site;
    const { listProblems } = createProblemOperations({
      workspace,
      describe: describeFrom(workspace),
      references: createPostReferences(workspace, ORIGIN),
      origin: ORIGIN,
    });
    expect(await listProblems({}, me)).toMatchObject([{ path: PATH, line: 3 }]);
    expect(await open()).toMatchObject({
      title: 'Un',
      state: 'published',
      pending: null,
      unreadable: { path: PATH, line: 3 },
    });
  });

  it('leaves the article that readers have to be corrected', async () => {
    const { revision } = await open();
    expect(await site.posts.updatePost({ id, revision, title: 'Une' }, me)).toMatchObject({ title: 'Une' });
    expect(site.git('show', `main:${PATH}`)).toContain('title: Une');
    expect(await site.pending.mergePublished()).toBe(true);
    expect(waiting()).toBe(BROKEN_POST);
    expect(await open()).toMatchObject({ title: 'Une', unreadable: { line: 3 } });
  });

  it('is written over by no other text, nor published', async () => {
    const { revision } = await open();
    const before = site.git('rev-parse', 'main', 'travail');
    for (const call of [
      site.posts.savePendingVersion({ id, revision, title: 'Une' }, me),
      site.deskPosts.updatePost({ id, revision, title: 'Une' }, me),
      site.posts.applyPendingVersion({ id }, me),
    ])
      expect(await reasonOf(call)).toMatch(SAID);
    const references = createPostReferences(site.workspace, ORIGIN);
    const context = { workspace: site.workspace, history: site.pathIndex(), references };
    expect(await publishPosts(context, { ids: [id, testId(2)] }, me)).toMatchObject({
      published: [{ title: 'Deux' }],
      left: [{ id, reason: expect.stringMatching(SAID) as string, isClash: false }],
    });
    expect(site.git('rev-parse', 'main', 'travail')).toBe(before);
  });

  it('is abandoned, and stays in history', async () => {
    await site.posts.dropPendingVersion({ id }, me);
    expect(site.git('diff', '--name-only', 'main...travail')).toBe('');
    expect(`${site.git('show', `travail~:${PATH}`)}\n`).toBe(BROKEN_POST);
    expect(await open()).toMatchObject({ pending: null, unreadable: null });
  });

  it('keeps no other article from being deleted into one', async () => {
    await site.posts.deletePost({ id: testId(2), redirectTo: testId(3) }, me);
    expect(site.git('ls-tree', '--name-only', 'main', 'posts/2025/')).not.toContain('deux');
    expect(waiting()).toBe(BROKEN_POST);
  });
});
