import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '#content/contract/client.ts';
import { adminCalls } from '#content/contract/operations.ts';
import { createHistoryIndex } from '#content/history/history-index.ts';
import { createHistoryOperations } from '#content/service/history/history-operations.ts';
import { createPostReferences } from '#content/service/post-references.ts';
import { testId } from '#content/testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '#content/testing/posts-workspace.ts';
import { findKept } from '#site/admin/kept-texts/find-kept.ts';
import { type KeptRecord, keptRecord } from '#site/admin/kept-texts/kept-record.ts';
import { baseOf, changeForm, initialState } from '#site/admin/post-form/form-state.ts';
import { findSaved, savePost } from '#site/admin/post-form/save-post.ts';

const PATH = 'posts/2025/un.md';
const id = testId(1);
const fileOf = (body: string): string =>
  `---\nid: ${id}\ntitle: Un\nisPublished: false\npublished: 2025-03-01\n---\n${body}`;
const BEGUN = 'Le début.\n\nUne page.\n\nLa fin.\n';
const TYPED = 'Le début du texte.\n\nUne page.\n\nLa fin.\n';

let site: PostsWorkspace;
afterEach(async () => {
  expect(await site.close()).toEqual([]);
});

type Handler = (input: never, caller: typeof me) => Promise<unknown>;

/** What the form asks, of a real service. */
function asked(): Client {
  const { workspace, repository, posts } = site;
  const gitDir = site.history.path;
  const index = createHistoryIndex({
    gitDir,
    objects: repository.objects,
    file: path.join(gitDir, 'versions'),
    onError: (error) => expect(error).toBe(null),
  });
  const references = createPostReferences(workspace, 'https://exemple.fr');
  const keeping = site.keeping('apart');
  const history = createHistoryOperations({ history: index, references, ...keeping });
  const handlers: Readonly<Record<string, Handler>> = { ...posts, ...history };
  return createClient((name, input) => {
    const handler = handlers[name];
    if (handler === undefined) throw new Error(`${name} is not asked by the form of an article`);
    return handler(adminCalls[name].input.parse(input) as never, me); // of this very row
  });
}

/** The number of texts offered and spent when the form opens on the article as it is. */
async function foundNow(text: KeptRecord) {
  const client = asked();
  const base = baseOf(await client.getEditablePost({ id }));
  const found = await findKept({ client, records: [text], openKeys: new Set(), subject: id, base });
  return [found.offered.length, found.spent.length];
}

async function typed(content: string): Promise<KeptRecord> {
  const base = baseOf(await asked().getEditablePost({ id }));
  const values = { ...base.values, content };
  return keptRecord({ key: 'a', subject: id, base, values }, new Date(0));
}

const save = ({ base, values: { content } }: KeptRecord) =>
  site.deskPosts.updatePost({ id, content, ...(base.kind === 'new' ? {} : { revision: base.revision }) }, me);

describe('findKept', () => {
  it('offers no text again whose save was merged and never heard of', async () => {
    site = await createPostsWorkspace({ [PATH]: fileOf(BEGUN) });
    const text = await typed(TYPED);
    site.commitBehind({ [PATH]: fileOf(BEGUN.replace('La fin', 'La toute fin')) });
    expect(await foundNow(text)).toEqual([1, 0]);
    await save(text);
    expect(await foundNow(text)).toEqual([0, 1]);
    expect(await foundNow(overTheSame(text, TYPED.replace('page', 'page blanche')))).toEqual([1, 0]);
  });

  it('knows a text that was merged when it was saved, and written over since', async () => {
    site = await createPostsWorkspace({ [PATH]: fileOf(BEGUN) });
    const text = await typed(TYPED);
    site.commitBehind({ [PATH]: fileOf(BEGUN.replace('La fin', 'La toute fin')) });
    await save(text);
    site.commitBehind({ [PATH]: fileOf('Autre chose.\n') });
    await saveAnything();
    expect(await foundNow(text)).toEqual([0, 1]);
  });

  it('knows a text that was merged when it was kept, and written over since', async () => {
    site = await createPostsWorkspace({ [PATH]: fileOf(BEGUN).replace('false', 'true') });
    await site.posts.savePendingVersion({ id, title: 'Une' }, me);
    const text = await typed(TYPED);
    expect(text.base.kind).toBe('pending');
    await site.posts.savePendingVersion({ id, content: BEGUN.replace('La fin', 'La toute fin') }, me);
    expect(await foundNow(text)).toEqual([1, 0]);
    await save(text);
    await site.posts.savePendingVersion({ id, content: 'Autre chose.\n' }, me);
    expect(await foundNow(text)).toEqual([0, 1]);
  });

  it('offers what takes a change back that another clone never had', async () => {
    site = await createPostsWorkspace({ [PATH]: fileOf(BEGUN) });
    const begun = site.git('rev-parse', 'main');
    await save(await typed(TYPED));
    const back = await typed(BEGUN);
    const ours = site.git('rev-parse', 'main');
    const ends = (text: string) => ({ [PATH]: fileOf(text.replace('La fin', 'La toute fin')) });
    const theirs = site.history.commit(ends(BEGUN), [begun]);
    site.history.commit(ends(TYPED), [ours, theirs]);
    await saveAnything();
    expect(await foundNow(back)).toEqual([1, 0]);
  });
});

describe('findSaved', () => {
  const begun = () => {
    const fields = { title: 'Bilan', slug: 'bilan' };
    const typed = changeForm(initialState(null), { kind: 'typed', fields });
    return changeForm(typed, { kind: 'sending' });
  };
  /** Null too where there is nothing: the form then saves. */
  const found = (state: ReturnType<typeof begun>) => findSaved(asked(), state).catch(() => null);

  it('takes no other article of the same title and address for the one whose creation was refused', async () => {
    site = await createPostsWorkspace({});
    await site.posts.createPost({ title: 'Bilan', slug: 'bilan', content: '', isPublished: true }, me);
    const state = begun();
    await expect(savePost(asked(), state, 'live')).rejects.toMatchObject({ code: 'slug-taken' });
    expect(await found(state)).toBeNull();
  });

  it('finds the article that was created, where the answer was lost', async () => {
    site = await createPostsWorkspace({});
    const state = begun();
    expect(await found(state)).toBeNull();
    await savePost(asked(), state, 'live');
    const longer = changeForm(state, { kind: 'typed', fields: { slug: 'bilan-2', content: 'Suite.' } });
    const change = await found(longer);
    const after = change === null ? longer : changeForm(longer, change);
    expect([after.base.kind, after.base.values.slug, after.values.content]).toEqual([
      'live',
      'bilan',
      'Suite.',
    ]);
  });
});

/** A save takes up what came into the branch behind it. */
const saveAnything = () => site.deskPosts.updatePost({ id, category: 'Science' }, me);

/** Another text begun on the same version. */
function overTheSame(text: KeptRecord, content: string): KeptRecord {
  return { ...text, values: { ...text.values, content } };
}
