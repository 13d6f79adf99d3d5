import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { ContentError } from '../model/errors.ts';
import { plainImage } from '../testing/images.ts';
import { postText } from '../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../testing/posts-workspace.ts';
import { createCheckOperations } from './check-operations.ts';
import { createMaintenanceOperations, type MaintenanceOperations } from './maintenance-operations.ts';
import { createPostReferences } from './post-references.ts';

const STARTER = fileURLToPath(new URL('../starter', import.meta.url));
const IRONMAN_SLUG = 'ironman-mindset-discipline-business';
const IRONMAN = `posts/2026/${IRONMAN_SLUG}.md`;

let content: PostsWorkspace;
let maintenance: MaintenanceOperations;
async function open(files: Parameters<typeof createPostsWorkspace>[0] = {}): Promise<void> {
  content = await createPostsWorkspace(files);
  maintenance = createMaintenanceOperations({
    workspace: content.workspace,
    starterFolder: STARTER,
    references: createPostReferences(content.workspace, 'https://exemple.fr'),
  });
}
afterEach(async () => {
  content.git('fsck', '--strict');
  expect(await content.close()).toEqual([]);
});

const commits = (): number => Number(content.git('rev-list', '--count', 'main'));
const file = (path: string): string => content.git('show', `main:${path}`);
async function refusal(run: Promise<unknown>): Promise<unknown> {
  const error: unknown = await run.catch((reason: unknown) => reason);
  return error instanceof ContentError ? error.code : error;
}

describe('initPosts', () => {
  it('writes the four articles with their images, as one commit, and says them', async () => {
    await open();
    const { posts } = await maintenance.initPosts({}, TEST_CALLER);
    const snapshot = await content.workspace.current();
    const shown = snapshot.posts.map(({ id, title, slug }) => ({ id, title, slug }));
    expect([posts.length, commits(), snapshot.problems]).toEqual([4, 2, []]);
    expect([...posts].sort((a, b) => a.slug.localeCompare(b.slug))).toEqual(
      shown.sort((a, b) => a.slug.localeCompare(b.slug)),
    );
    expect(
      snapshot.posts.filter(({ coverImage }) => !snapshot.images.has(coverImage?.slice(1) ?? '')),
    ).toEqual([]);
  });

  it('writes articles in which the check before publication finds nothing', async () => {
    await open();
    const { posts } = await maintenance.initPosts({}, TEST_CALLER);
    const { checkPost } = createCheckOperations({
      ...content,
      workspace: { ...content.workspace, clock: () => Date.parse('2030-01-01') },
      origin: 'https://exemple.fr',
    });
    const found = posts.map(async ({ id, slug }) => [slug, await checkPost({ id }, TEST_CALLER)]);
    expect(await Promise.all(found)).toEqual(posts.map(({ slug }) => [slug, []]));
  });

  it('does so once', async () => {
    await open();
    await maintenance.initPosts({}, TEST_CALLER);
    expect([await refusal(maintenance.initPosts({}, TEST_CALLER)), commits()]).toEqual(['done', 2]);
  });

  it('does so once, asked twice at once', async () => {
    await open();
    const both = [maintenance.initPosts({}, TEST_CALLER), maintenance.initPosts({}, TEST_CALLER)];
    const refused = (await Promise.all(both.map(refusal))).filter((answer) => answer === 'done');
    expect([refused.length, commits()]).toEqual([1, 2]);
  });

  it.each([
    [
      'one of them is there, elsewhere',
      { [`posts/ailleurs/${IRONMAN_SLUG}.md`]: postText(1, 'Un') },
      /^L’article «\u00a0Un\u00a0» est déjà là/,
    ],
    ['one of them was deleted', { 'redirects.yml': `/blog/${IRONMAN_SLUG}: gone\n` }, /a déjà été/],
    ['a file that cannot be read is in its place', { [IRONMAN]: 'cassé' }, /est déjà là/],
  ])('refuses when %s, and says which', async (_, files, reason) => {
    await open(files);
    const data = { reason: expect.stringMatching(reason) as string };
    await expect(maintenance.initPosts({}, TEST_CALLER)).rejects.toMatchObject({ code: 'done', data });
    expect(commits()).toBe(1);
  });
});

describe('fixIronman', () => {
  it('restores text, cover and social texts, and nothing else', async () => {
    await open();
    await maintenance.initPosts({}, TEST_CALLER);
    const whole = file(IRONMAN);
    const mine = whole
      .replace(/^title: .*$/m, 'title: Mon titre # gardé')
      .replace(/^coverImage: .*$/m, 'coverImage: /images/rien.jpg')
      .replace(/^socialTitle: .*\n/m, '')
      .replace(/\n---\n[\s\S]*$/, '\n---\nPerdu.\n');
    content.commitBehind({ [IRONMAN]: mine });
    await content.workspace.refresh();
    const { message } = await maintenance.fixIronman({}, TEST_CALLER);
    const restored = file(IRONMAN);
    const lines = (text: string): string => text.split('\n').sort().join('\n');
    expect(message).toMatch(/retrouvé/);
    expect(lines(restored)).toBe(lines(whole.replace(/^title: .*$/m, 'title: Mon titre # gardé')));
    expect(content.git('log', '-1', '--format=%B', 'main')).toContain('Encrier-Action: restore-starter-post');
  });

  it('brings its image back', async () => {
    await open();
    await maintenance.initPosts({}, TEST_CALLER);
    const cover = (await content.workspace.current()).posts.find(
      ({ slug }) => slug === IRONMAN_SLUG,
    )?.coverImage;
    const path = cover?.slice(1) ?? '';
    content.commitBehind({ [path]: null });
    await content.workspace.refresh();
    await maintenance.fixIronman({}, TEST_CALLER);
    expect((await content.workspace.current()).images.has(path)).toBe(true);
  });

  it('changes nothing when there is nothing to restore', async () => {
    await open();
    await maintenance.initPosts({}, TEST_CALLER);
    const { message } = await maintenance.fixIronman({}, TEST_CALLER);
    expect([message, commits()]).toEqual([expect.stringMatching(/déjà/), 2]);
  });

  it('writes no article that is not there', async () => {
    await open({ 'posts/un.md': postText(1, 'Un') });
    expect([await refusal(maintenance.fixIronman({}, TEST_CALLER)), commits()]).toEqual(['not-found', 1]);
  });

  it('repairs its file when that cannot be read', async () => {
    await open();
    await maintenance.initPosts({}, TEST_CALLER);
    const whole = file(IRONMAN);
    content.commitBehind({ [IRONMAN]: '---\ntitle: "cassé\n---\n' });
    await content.workspace.refresh();
    await maintenance.fixIronman({}, TEST_CALLER);
    expect([file(IRONMAN), (await content.workspace.current()).problems]).toEqual([whole, []]);
  });
});

describe('fixImages', () => {
  const SEA = 'images/2025/mer-0123456789ab.jpg';

  it('mends what leads nowhere, in one commit, and says each', async () => {
    const image = await plainImage(10, 10).jpeg().toBuffer();
    const one = `${postText(1, 'Un', [`coverImage: ${SEA} # ici`])}![x](../${SEA} "t")\r\n\n\`![x](../${SEA})\`\n`;
    const two = `${postText(2, 'Deux')}<img src="/images/2019/MER-0123456789ab.jpeg">\n\n![y](/images/rien.jpg)\n`;
    await open({
      [SEA]: image,
      'posts/un.md': one,
      'posts/deux.md': two,
      'posts/trois.md': postText(3, 'Trois'),
    });
    const { message, fixed } = await maintenance.fixImages({}, TEST_CALLER);
    expect(message).toBe('3 adresses corrigées dans 2 articles.');
    expect([...fixed].sort((a, b) => a.from.localeCompare(b.from))).toEqual([
      { post: 'Un', from: `../${SEA}`, to: `/${SEA}` },
      { post: 'Deux', from: '/images/2019/MER-0123456789ab.jpeg', to: `/${SEA}` },
      { post: 'Un', from: SEA, to: `/${SEA}` },
    ]);
    expect(content.git('cat-file', 'blob', 'main:posts/un.md')).toBe(
      one.replace(`: ${SEA}`, `: /${SEA}`).replace(`(../${SEA} "t")`, `(/${SEA} "t")`).trimEnd(),
    );
    expect(file('posts/deux.md')).toBe(
      two.replace('/images/2019/MER-0123456789ab.jpeg', `/${SEA}`).trimEnd(),
    );
    expect([commits(), content.git('diff', '--name-only', 'main~', 'main').split('\n').length]).toEqual([
      2, 2,
    ]);
  });

  it('has nothing to do the second time', async () => {
    await open({ [SEA]: 'x', 'posts/un.md': `${postText(1, 'Un')}![x](${SEA})\n` });
    const first = await maintenance.fixImages({}, TEST_CALLER);
    const second = await maintenance.fixImages({}, TEST_CALLER);
    expect([first.message, second, commits()]).toEqual([
      'Une adresse corrigée dans un article.',
      { message: 'Aucune adresse à corriger.', fixed: [] },
      2,
    ]);
  });

  it('leaves an article whose file cannot be read', async () => {
    await open({ [SEA]: 'x', 'posts/un.md': `${postText(1, 'Un')}![x](${SEA})\n` });
    content.commitBehind({ 'posts/un.md': '---\ntitle: "cassé\n---\n' });
    await content.workspace.refresh();
    expect([(await maintenance.fixImages({}, TEST_CALLER)).fixed, commits()]).toEqual([[], 2]);
  });
});
