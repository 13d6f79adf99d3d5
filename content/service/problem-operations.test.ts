import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeFrom, plainImage } from '../testing/images.ts';
import { postText, testId } from '../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../testing/posts-workspace.ts';
import { createProblemOperations } from './check-operations.ts';
import { createPostReferences } from './post-references.ts';

const ORIGIN = 'https://exemple.fr';
const GONE = 'images/2025/partie.png';

let picture: Buffer<ArrayBuffer>;
beforeAll(async () => {
  picture = Buffer.from(await plainImage(60, 40).png().toBuffer());
});

let opened: PostsWorkspace | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

async function problemsOf(files: Parameters<typeof createPostsWorkspace>[0]) {
  opened = await createPostsWorkspace(files);
  const { workspace } = opened;
  const references = createPostReferences(workspace, ORIGIN);
  const { listProblems } = createProblemOperations({
    workspace,
    describe: describeFrom(workspace),
    references,
    origin: ORIGIN,
  });
  return listProblems({}, TEST_CALLER);
}

const using = (number: number): string => postText(number, `Article ${number}`, [`coverImage: /${GONE}`]);

describe('listProblems', () => {
  it('lists nothing where all is well', async () => {
    expect(await problemsOf({ 'posts/2025/a.md': using(1), [GONE]: picture })).toEqual([]);
  });

  it('lists files that cannot be read', async () => {
    const [problem, ...others] = await problemsOf({ 'posts/2025/a.md': '---\ntitle: "sans fin\n---\n' });
    expect(problem).toMatchObject({ path: 'posts/2025/a.md' });
    expect(others).toEqual([]);
  });

  it('names an image that is not there, with those who use it', async () => {
    const files = Object.fromEntries(
      [1, 2, 3, 4].map((number) => [`posts/2025/a${number}.md`, using(number)]),
    );
    const text = 'Voir ![ceci](https://exemple.fr/images/seule.png).';
    files['posts/2025/b.md'] = postText(9, 'Seul') + text;
    const problems = await problemsOf(files);
    expect(problems.map(({ path }) => path)).toEqual([GONE, 'images/seule.png']);
    expect(problems[0]?.reason).toMatch(
      /«\u00a0Article 1\u00a0», «\u00a0Article 2\u00a0», «\u00a0Article 3\u00a0» et 1 autre l’utilisent\./,
    );
    expect(problems.map(({ post }) => post)).toEqual([
      { id: testId(1), title: 'Article 1' },
      { id: testId(9), title: 'Seul' },
    ]);
    expect(problems[1]?.reason).toContain('«\u00a0Seul\u00a0» l’utilise.');
  });

  it('names an image file that no page can show', async () => {
    const problems = await problemsOf({ 'images/2025/a.png': picture, 'images/2025/b.png': 'pas une image' });
    expect(problems).toEqual([
      { path: 'images/2025/b.png', line: 0, reason: expect.stringContaining('abîmé') as string },
    ]);
  });

  it('names a published article whose file a commit took from the work branch, until it is there again', async () => {
    const path = 'posts/2025/a.md';
    opened = await createPostsWorkspace({
      [path]: postText(1, 'Un'),
      'posts/2025/b.md': postText(2, 'Deux'),
    });
    const { history, workspace } = opened;
    const main = history.git(['rev-parse', 'main']);
    const listed = async (files: Parameters<typeof history.commit>[0]) => {
      const work = history.commit(files, [main]);
      history.git(['update-ref', 'refs/heads/travail', work]);
      history.git(['update-ref', 'refs/heads/main', main]);
      const references = createPostReferences(workspace, ORIGIN);
      const image = describeFrom(workspace);
      const sources = { workspace, describe: image, references, origin: ORIGIN };
      return createProblemOperations(sources).listProblems({}, TEST_CALLER);
    };
    const command = `git restore --source=main --staged --worktree ${path}`;
    expect(await listed({ [path]: null })).toEqual([
      { path, line: 0, reason: expect.stringContaining(command) as string },
    ]);
    expect(await listed({ 'posts/2025/c.md': postText(3, 'Trois') })).toEqual([]);
    expect(await listed({ [path]: null, 'posts/2025/neuf.md': postText(1, 'Un') })).toEqual([]);
  });

  it('says of a picture that Git LFS kept elsewhere that this is why', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4'.repeat(64)}\nsize 12345\n`;
    expect(await problemsOf({ 'images/2025/a.jpg': pointer })).toEqual([
      { path: 'images/2025/a.jpg', line: 0, reason: expect.stringContaining('Git LFS') as string },
    ]);
  });
});
