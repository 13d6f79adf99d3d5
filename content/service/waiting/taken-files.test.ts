import { afterEach, beforeEach, expect, it } from 'vitest';
import { testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';

const PATH = 'posts/2025/un.md';
const BODY = 'Premier.\n\nDeuxième.\n\nTroisième.\n';
const id = testId(1);
const FILE = `---\nid: ${id}\ntitle: Un\npublished: 2025-03-01\nisPublished: true\n---\n${BODY}`;

let site: PostsWorkspace;
beforeEach(async () => {
  site = await createPostsWorkspace({ [PATH]: FILE });
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
});

it('a publication that git took back and picked again stays with readers, beside what was written between', async () => {
  const noticed = async (): Promise<void> => {
    await site.workspace.refresh();
    expect(await site.pending.mergePublished()).toBe(true);
  };
  const published = `Premier, publié.${BODY.slice('Premier.'.length)}`;
  await site.posts.savePendingVersion({ id, content: published }, me);
  await site.posts.applyPendingVersion({ id }, me);
  const [commit, message] = [site.git('rev-parse', 'main'), site.git('log', '-1', '--format=%B', 'main')];
  expect(message).toContain('Encrier-From: ');
  site.commitBehind({ [PATH]: FILE });
  await noticed();
  await site.posts.savePendingVersion({ id, content: `${BODY}\nAjouté.\n` }, me);
  // What `git cherry-pick` makes.
  const again = site.git('commit-tree', `${commit}^{tree}`, '-p', 'main', '-m', message);
  site.git('update-ref', 'refs/heads/main', again);
  await noticed();
  await site.posts.applyPendingVersion({ id }, me);
  expect(`${site.git('show', `main:${PATH}`)}\n`).toBe(FILE.replace(BODY, `${published}\nAjouté.\n`));
});

it('what is written of a text that was dropped takes back nothing that another machine published of it', async () => {
  const published = `Premier, publié.${BODY.slice('Premier.'.length)}`;
  await site.posts.savePendingVersion({ id, content: published }, me);
  const [main, work] = [site.git('rev-parse', 'main'), site.git('rev-parse', 'travail')];
  // The other machine, which had that.
  await site.posts.applyPendingVersion({ id }, me);
  const there = site.git('rev-parse', 'main');
  site.git('update-ref', 'refs/heads/main', main);
  site.git('update-ref', 'refs/heads/travail', work);
  await site.workspace.refresh();
  await site.posts.dropPendingVersion({ id }, me);
  await site.posts.savePendingVersion({ id, content: `${BODY}\nAjouté.\n` }, me);
  site.git('update-ref', 'refs/heads/main', there);
  await site.workspace.refresh();
  expect(await site.pending.mergePublished()).toBe(true);
  await site.posts.applyPendingVersion({ id }, me);
  expect(`${site.git('show', `main:${PATH}`)}\n`).toBe(FILE.replace(BODY, `${published}\nAjouté.\n`));
});
