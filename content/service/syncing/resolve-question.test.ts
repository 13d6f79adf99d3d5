import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { objectId } from '#content/git/objects/object-id.ts';
import { postText, testId } from '../../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { createQuestions, type OpenQuestion } from './questions.ts';
import { resolveQuestion } from './resolve-question.ts';

const OURS = 'posts/2025/ici.md';
const THEIRS = 'posts/2025/la-bas.md';
const REDIRECTS = '/blog/avant: /blog/ici\n/blog/bien-avant: /blog/ici\n';

let site: PostsWorkspace;
beforeEach(async () => {
  site = await createPostsWorkspace({ [OURS]: postText(1, 'Un'), 'redirects.yml': REDIRECTS });
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
});

function clashOf(kind: OpenQuestion['kind'], theirs: string | null = THEIRS): OpenQuestion {
  const id = site.git('rev-parse', `main:${OURS}`);
  return {
    id: 'question',
    kind,
    path: OURS,
    postId: testId(1),
    title: 'Un',
    since: 0,
    isPending: false,
    base: { path: 'posts/2025/avant.md', id },
    theirs: theirs === null ? null : { path: theirs, id },
  };
}

function answer(question: OpenQuestion, keep: 'ours' | 'theirs'): Promise<void> {
  const { workspace, pending, repository } = site;
  const answered = { question, keep, fields: [], author: TEST_CALLER.author };
  return resolveQuestion({ workspace, questions: createQuestions(repository, pending) }, answered);
}
const said = (): string => site.git('log', '-1', '--format=%B', 'main');
const redirects = (): string => `${site.git('show', 'main:redirects.yml')}\n`;
const commits = (): number => Number(site.git('rev-list', '--count', 'main'));

describe('resolveQuestion', () => {
  it('takes the other address, and all former ones lead to it at once', async () => {
    const before = commits();
    await answer(clashOf('renamed'), 'theirs');
    expect(site.git('ls-tree', '--name-only', 'main', 'posts/2025/')).toBe(THEIRS);
    expect(redirects()).toBe(
      '/blog/avant: /blog/la-bas\n/blog/bien-avant: /blog/la-bas\n/blog/ici: /blog/la-bas\n',
    );
    expect(commits()).toBe(before + 1);
  });

  it('keeps our address, and readers of the other one find it', async () => {
    await answer(clashOf('renamed'), 'ours');
    expect(site.git('ls-tree', '--name-only', 'main', 'posts/2025/')).toBe(OURS);
    expect(redirects()).toBe(`${REDIRECTS}/blog/la-bas: /blog/ici\n`);
  });

  it('refuses an address that another post took meanwhile', async () => {
    site.commitBehind({ [THEIRS]: postText(2, 'Deux') });
    await site.workspace.refresh();
    const refused: unknown = await answer(clashOf('renamed'), 'theirs').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'slug-taken' });
    await answer(clashOf('renamed'), 'ours');
    expect(site.git('diff', '--name-only', 'main^', 'main')).toBe('');
    expect(said()).toContain('Encrier-Settles: question');
  });

  it('says of a post whose deletion is confirmed that it is gone', async () => {
    await answer(clashOf('deleted-here'), 'ours');
    expect(site.git('ls-tree', '--name-only', 'main', 'posts/')).toBe('');
    expect(redirects()).toContain('/blog/avant: gone\n');
    expect(redirects()).toContain('/blog/ici: gone\n');
  });

  it.each([
    ['deleted-here', 'theirs'],
    ['deleted-there', 'ours'],
    ['text', 'ours'],
    ['same-address', 'ours'],
  ] as const)('of %s keeps what is there when %s is chosen, and says so', async (kind, keep) => {
    await answer(clashOf(kind), keep);
    expect(site.git('diff', '--name-only', 'main^', 'main')).toBe('');
    expect(said()).toMatch(/^Garder ce qui est en place de .*Encrier-Settles: question\n$/s);
  });

  it.each([
    ['text', OURS],
    ['file', 'notes.txt'],
    ['file', 'site.yml'],
  ] as const)('keeps what is there where the other version was purged, of %s %s', async (kind, path) => {
    site.commitBehind({ 'notes.txt': 'Ici.\n' });
    await site.workspace.refresh();
    const id = 'b'.repeat(40);
    const clash = { ...clashOf(kind), path, theirs: { path, id } };
    const refused: unknown = await answer(clash, 'theirs').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'not-found' });
    await answer(clash, 'ours');
    expect(site.git('diff', '--name-only', 'main^', 'main')).toBe('');
    expect(said()).toContain('Encrier-Settles: question');
  });

  it('changes nothing of a post that went elsewhere since the question', async () => {
    const clash = clashOf('renamed');
    await site.posts.updatePost({ id: testId(1), slug: 'encore-ailleurs' }, TEST_CALLER);
    await answer(clash, 'theirs');
    expect(site.git('diff', '--name-only', 'main^', 'main')).toBe('');
  });

  it('takes the other text with a picture under the name that it has by now', async () => {
    const shown = (name: string): string =>
      postText(1, 'Un', [`coverImage: /images/2025/${name}-0123456789ab.webp`]);
    const { objects } = site.repository;
    const made = { type: 'blob', bytes: Buffer.from(shown('avant')) } as const;
    await objects.write([made]);
    const theirs = objectId('blob', made.bytes);
    site.commitBehind({ 'images/2025/apres-0123456789ab.webp': 'image' });
    await site.workspace.refresh();
    await answer({ ...clashOf('text'), theirs: { path: OURS, id: theirs } }, 'theirs');
    expect(site.git('show', `main:${OURS}`)).toBe(shown('apres').trimEnd());
  });
});
