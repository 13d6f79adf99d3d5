import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takingIn } from '../../testing/change-sets.ts';
import { createPeoplesClone, type PeoplesClone } from '../../testing/peoples-clone.ts';
import { postText, testId } from '../../testing/posts.ts';
import { TEST_CALLER } from '../../testing/posts-workspace.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '../../testing/temporary-repository.ts';
import { startTwoMachines, type TwoMachines } from '../../testing/two-machines.ts';

const POST = 'posts/2025/a.md';
const ID = testId(1);
/** « é » as Latin-1 has it: no UTF-8. */
const LATIN_1 = Buffer.from('posts/caf\u00e9/', 'latin1');

describe('a name that git takes and Encrier would make for nobody', () => {
  let machines: TwoMachines;
  let here: TwoMachines['here'];
  let clone: TemporaryFolder;
  beforeEach(async () => {
    machines = await startTwoMachines({ [POST]: postText(1, 'Titre'), 'posts/2025/b.md': postText(2, 'B') });
    ({ here } = machines);
    clone = createTemporaryFolder();
  });
  afterEach(async () => {
    for (const place of [here, machines.upstream])
      expect(place.git('fsck', '--strict', '--full', '--no-dangling')).toBe('');
    clone.remove();
    await machines.close();
  });

  /** Somebody pushes what they do to the files, by git. */
  function push(act: (at: (name: string | Uint8Array) => Buffer) => void): void {
    const inClone = (...args: readonly string[]): string => git(args, { cwd: clone.path });
    git(['clone', '--quiet', machines.upstream.gitDir, '.'], { cwd: clone.path });
    act((name) => Buffer.concat([Buffer.from(`${clone.path}/`), Buffer.from(name)]));
    inClone('add', '--all');
    inClone('commit', '--quiet', '--message=Poussé');
    inClone('push', '--quiet', 'origin', 'HEAD:main');
  }
  const namesIn = (place: { git: (...args: string[]) => string }, branch = 'main'): readonly string[] =>
    place.git('ls-tree', '-r', '--name-only', branch).split('\n');

  it.each([
    ['Icon\r', '"images/Icon\\r"'],
    [Buffer.from('caf\u00e9.png', 'latin1'), '"images/caf\\351.png"'],
  ])('goes together with a save that was not sent yet, both ways: %j', async (name, told) => {
    await here.posts.updatePost({ id: ID, title: 'Autre' }, TEST_CALLER);
    await here.posts.savePendingVersion({ id: testId(2), title: 'Attend' }, TEST_CALLER);
    push((at) => {
      mkdirSync(at('images'));
      writeFileSync(Buffer.concat([at('images/'), Buffer.from(name)]), 'x');
    });
    await machines.sync(here);
    expect([namesIn(here), namesIn(here, 'travail')]).toEqual([
      expect.arrayContaining([told]),
      expect.arrayContaining([told]),
    ]);
    expect(machines.upstream.git('show', `main:${POST}`)).toContain('Autre');
    expect(machines.upstream.git('show', 'travail:posts/2025/b.md')).toContain('Attend');
  });

  it('is that of a folder whose articles are saved, kept waiting, moved and deleted as others are', async () => {
    push((at) => {
      mkdirSync(at(LATIN_1));
      for (const n of [3, 4])
        writeFileSync(at(Buffer.concat([LATIN_1, Buffer.from(`${n}.md`)])), postText(n, `N ${n}`));
    });
    await machines.sync(here);
    const [id, other] = [testId(3), testId(4)];
    await here.posts.updatePost({ id, title: 'Nouveau titre' }, TEST_CALLER);
    await here.posts.savePendingVersion({ id, title: 'Attend' }, TEST_CALLER);
    await here.posts.dropPendingVersion({ id }, TEST_CALLER);
    await here.posts.savePendingVersion({ id, title: 'Attend encore' }, TEST_CALLER);
    await here.posts.applyPendingVersion({ id }, TEST_CALLER);
    await here.posts.updatePost({ id, slug: 'trois' }, TEST_CALLER);
    await here.posts.deletePost({ id: other }, TEST_CALLER);
    await machines.sync(here);
    const posts = namesIn(machines.upstream).filter((name) => name.includes('caf'));
    expect(posts).toEqual(['"posts/caf\\351/trois.md"']);
    expect((await here.workspace.current()).posts.find((post) => post.id === id)?.title).toBe(
      'Attend encore',
    );
  });

  it('may be the new place of an article that was edited here meanwhile, published or not', async () => {
    await here.posts.updatePost({ id: ID, title: 'Autre' }, TEST_CALLER);
    await here.posts.savePendingVersion({ id: testId(2), title: 'Attend' }, TEST_CALLER);
    push((at) => {
      mkdirSync(at(LATIN_1));
      for (const name of ['a.md', 'b.md']) {
        const to = at(Buffer.concat([LATIN_1, Buffer.from(name)]));
        renameSync(at(`posts/2025/${name}`), to);
        writeFileSync(to, 'Ajouté ailleurs.\n', { flag: 'a' });
      }
    });
    await machines.sync(here);
    expect(namesIn(here)).toEqual(expect.arrayContaining(['"posts/caf\\351/a.md"', '"posts/caf\\351/b.md"']));
    const { posts } = await here.workspace.current();
    expect(posts.find(({ id }) => id === ID)?.title).toBe('Autre');
    const { pending } = await here.posts.getEditablePost({ id: testId(2) }, TEST_CALLER);
    expect(pending).toMatchObject({
      title: 'Attend',
      content: expect.stringContaining('Ajouté ailleurs.') as string,
    });
  });

  it('keeps nobody from going on with a text that was deleted there', async () => {
    push((at) => {
      mkdirSync(at(LATIN_1));
      writeFileSync(at(Buffer.concat([LATIN_1, Buffer.from('trois.md')])), postText(3, 'Trois'));
    });
    await machines.sync(here);
    await here.posts.savePendingVersion({ id: testId(3), title: 'Attend' }, TEST_CALLER);
    git(['rm', '-r', '--quiet', 'posts/caf*'], { cwd: clone.path });
    git(['commit', '--quiet', '--message=Ôter'], { cwd: clone.path });
    git(['push', '--quiet', 'origin', 'HEAD:main'], { cwd: clone.path });
    await machines.sync(here);
    const kept = await here.posts.getEditablePost({ id: testId(3) }, TEST_CALLER);
    expect(kept).toMatchObject({ title: 'Attend', isUnpublished: true });
  });
});

describe('a file of a desktop’s folder with a name that Encrier would make for nobody', () => {
  let desk: PeoplesClone;
  beforeEach(() => {
    desk = createPeoplesClone();
  });
  afterEach(() => {
    expect(desk.remove()).toEqual([]);
  });

  it('stays where git committed it, is told, and keeps nothing else from being taken up, published and saved', async () => {
    const [un, neuf] = ['posts/2025/un.md', 'posts/2025/neuf.md'];
    const odd = ['Icon\r', 'images/Icon\r', 'a\\b'];
    await desk.opened(() => Promise.resolve());
    for (const name of [...odd, 'LISEZMOI']) desk.write(name, 'Bonjour\n');
    desk.run('add', '--all');
    desk.run('commit', '--quiet', '--message=À la main');
    desk.write(un, postText(1, 'Un, revu'));
    await desk.opened(async ({ look, pending, repository, workTree, mergePublished }) => {
      const { taken, left } = await look();
      expect([taken, new Set(left.map((file) => file.path))]).toEqual([1, new Set(odd)]);
      const added = { path: neuf, bytes: Buffer.from(postText(9, 'Neuf')) };
      await repository.commit({ changes: [added], message: 'Ailleurs\n', author: TEST_CALLER.author });
      await mergePublished();
      await pending.change(TEST_CALLER.author, takingIn({ [un]: postText(1, 'Un, revu ici') }));
      await workTree.follow();
      await look();
    });
    expect(desk.files()).toMatchObject({
      ...Object.fromEntries(odd.map((name) => [name, 'Bonjour\n'])),
      [un]: postText(1, 'Un, revu ici'),
      [neuf]: postText(9, 'Neuf'),
    });
    expect([desk.status(), desk.run('show', 'main:LISEZMOI')]).toEqual(['', 'Bonjour']);
  });
});
