import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHistoryIndex } from '#content/history/history-index.ts';
import { renderMarkdown } from '../model/markdown/render.ts';
import type { SnapshotPost } from '../model/post.ts';
import { NO_UPDATES, type PostUpdates } from '../model/updates/post-updates.ts';
import { testId } from '../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
  TEST_NOW,
} from '../testing/posts-workspace.ts';
import { createUpdatesReader, type UpdatesSources } from './known-updates.ts';

const PATH = 'posts/2025/un.md';
const id = testId(1);
const TEXT = 'Premier paragraphe du texte.\n\nDeuxième paragraphe ici.\n';
const FILE = `---\nid: ${id}\ntitle: Un\npublished: 2025-03-01\nisPublished: true\n---\n${TEXT}`;
const DAY = 24 * 3600 * 1000;

let site: PostsWorkspace;
let sources: UpdatesSources;
let reader: ReturnType<typeof createUpdatesReader>;
let today: number;
beforeEach(async () => {
  site = await createPostsWorkspace({ [PATH]: FILE });
  today = TEST_NOW;
  const { workspace, repository } = site;
  const gitDir = site.history.path;
  const onError = (error: unknown) => expect(error).toBe(null);
  const index = createHistoryIndex({
    gitDir,
    objects: repository.objects,
    file: path.join(gitDir, 'history-cache'),
    onError,
  });
  const markdown: UpdatesSources['markdown'] = (source, images) =>
    Promise.resolve(renderMarkdown(source, { images }));
  sources = { workspace, index, markdown };
  reader = createUpdatesReader(sources);
});
afterEach(async () => {
  expect(await site.close()).toEqual([]);
});

/** Each change on a day of its own. */
async function save(edit: Omit<Parameters<PostsWorkspace['posts']['updatePost']>[0], 'id'>): Promise<void> {
  today += DAY;
  site.at(today);
  await site.posts.updatePost({ id, ...edit }, me);
}

async function current(): Promise<SnapshotPost> {
  const { posts } = await site.workspace.current();
  const post = posts.find((candidate) => candidate.id === id);
  if (post === undefined) throw new Error('the post is gone');
  return post;
}

/** What one that read the versions before says, which is what a new one does. */
async function updates(): Promise<PostUpdates> {
  const [snapshot, post] = [await site.workspace.current(), await current()];
  const told = await reader(snapshot, post);
  expect(await createUpdatesReader(sources)(snapshot, post)).toEqual(told);
  return told;
}

describe('createUpdatesReader', () => {
  it('tells what changed the words, and nothing of tags, addresses, form and minor changes', async () => {
    await save({ tags: ['prix'] });
    await save({ slug: 'premier' });
    await save({ content: TEXT.replace('Premier', '**Premier**') });
    await save({ content: TEXT.replace('Deuxième', 'Second'), isMinor: true });
    expect((await updates()).updates).toEqual([]);
    await save({ content: `${TEXT.replace('Deuxième', 'Second')}\nUn troisième.\n` });
    await save({ title: 'Deux' });
    expect((await updates()).updates).toMatchObject([
      { at: new Date(today).toISOString(), formerTitle: 'Un', changed: 0, added: 0 },
      { at: new Date(today - DAY).toISOString(), formerTitle: null, changed: 0, added: 1, removed: 0 },
    ]);
    expect((await updates()).changedAt).toEqual([[2, new Date(today - DAY).toISOString()]]);
  });

  it('tells what the author says of a change, with a save, a version that waited and several at once', async () => {
    await save({ content: TEXT.replace('Premier', 'Tout premier'), readerNote: 'Le début.\nPrécisé.' });
    today += DAY;
    site.at(today);
    await site.posts.savePendingVersion({ id, tags: ['prix'], readerNote: 'Rangé autrement.' }, me);
    await site.posts.savePendingVersion({ id, excerpt: 'Extrait' }, me);
    expect((await site.posts.getEditablePost({ id }, me)).pending?.readerNote).toBe('Rangé autrement.');
    await site.posts.savePendingVersion({ id, readerNote: 'Rangé.' }, me);
    await site.posts.applyPendingVersion({ id }, me);
    expect((await updates()).updates.map(({ notes }) => notes)).toEqual([['Rangé.'], ['Le début. Précisé.']]);
  });

  it('tells nothing from before the date that an article was given anew', async () => {
    await save({ content: TEXT.replace('Premier', 'Tout premier') });
    await save({ published: new Date(today + DAY).toISOString() });
    expect((await updates()).updates).toEqual([]);
    await save({ content: `${TEXT}\nUn troisième.\n` });
    expect((await updates()).updates.map(({ at }) => at)).toEqual([new Date(today).toISOString()]);
  });

  it('tells of a cover in the place of another', async () => {
    await save({ coverImage: '/images/2025/mer-0123456789ab.jpg' });
    await save({ coverImage: '/images/2025/mer-ba9876543210.jpg' });
    expect((await updates()).updates).toMatchObject([{ replacedImages: 1, parts: [] }]);
  });

  it('tells nothing of what was kept, even where somebody merged the work branch with git', async () => {
    await save({ content: TEXT.replace('Premier', 'Tout premier') });
    const told = (await updates()).updates;
    expect(told).toHaveLength(1);
    today += DAY;
    site.at(today);
    const content = TEXT.replace('Premier', 'Secret').replace('Deuxième', 'Second');
    await site.posts.savePendingVersion({ id, content, readerNote: 'À ne pas dire.' }, me);
    await site.posts.savePendingVersion({ id, content: TEXT.replace('Deuxième', 'Second') }, me);
    expect((await updates()).updates).toEqual(told);
    site.git('update-ref', 'refs/heads/main', 'travail');
    await site.workspace.refresh();
    expect((await current()).revision).toBe(site.git('rev-parse', `travail:${PATH}`));
    expect(await updates()).toBe(NO_UPDATES);
    await save({ content: `${TEXT}\nUn troisième.\n`, readerNote: 'Un de plus.' });
    const [last, ...before] = (await updates()).updates;
    expect(before).toEqual(told);
    expect(last).toMatchObject({ at: new Date(today).toISOString(), notes: ['Un de plus.'] });
  });

  it('goes no further than the text that is served', async () => {
    const first = await current();
    await save({ content: `${TEXT}\nUn troisième.\n` });
    expect(await createUpdatesReader(sources)(await site.workspace.current(), first)).toBe(NO_UPDATES);
  });
});
