import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishedBranch } from '#content/folder/git-state.ts';
import { createContentRepository } from '#content/git/content-repository.ts';
import { hasCode } from '../../model/errors.ts';
import { changing, takingIn } from '../../testing/change-sets.ts';
import { postText, SETTINGS } from '../../testing/posts.ts';
import { createTemporaryClone, type TemporaryClone } from '../../testing/temporary-clone.ts';

const FILE = 'posts/2025/un.md';
const FILES = { ...SETTINGS, [FILE]: postText(1, 'Un') };
const AUTHOR = { name: 'Camille Test', email: 'camille@exemple.fr' };

let clone: TemporaryClone;
beforeEach(async () => {
  clone = await createTemporaryClone();
});
afterEach(() => {
  expect(clone.errors).toEqual([]);
  clone.remove();
});

const status = (): string => clone.git('status', '--porcelain', '--branch', '--untracked-files=all');

/** The first commit, and no file written yet. */
async function begin(): Promise<void> {
  const repository = createContentRepository({
    gitDir: clone.gitDir,
    branch: 'main',
    committer: AUTHOR,
    clock: Date.now,
  });
  await repository.commit(changing(FILES), { expected: null });
  repository.close();
}

async function opened<Value>(
  work: (open: Awaited<ReturnType<TemporaryClone['openWorking']>>) => Promise<Value>,
): Promise<Value> {
  const open = await clone.openWorking();
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

/** Another text of the article waits. */
const keepWaiting = (body: string): Promise<void> =>
  opened(async ({ pending, workTree }) => {
    await pending.change(AUTHOR, takingIn({ [FILE]: `${postText(1, 'Un')}${body}\n` }));
    await workTree.follow();
  });

describe('a folder that is opened', () => {
  it('has its files written when nobody wrote them yet', async () => {
    await begin();
    await opened(async ({ workTree }) => {
      expect(await workTree.follow()).toMatchObject({ kind: 'followed' });
    });
    expect([status(), clone.read(FILE)]).toEqual(['## travail', FILES[FILE]]);
  });

  it('is switched to what waits, and knows which branch readers get', async () => {
    await begin();
    await keepWaiting('Ce qui attend.');
    expect(status()).toBe('## travail');
    expect(clone.read(FILE)).toContain('Ce qui attend.');
    expect(clone.git('show', `main:${FILE}`)).not.toContain('Ce qui attend.');
    expect(await publishedBranch(clone.gitDir, 'travail')).toBe('main');
  });

  it('keeps what waits after somebody switched it to the published branch with git', async () => {
    await begin();
    await keepWaiting('Ce qui attend.');
    clone.git('switch', '--quiet', 'main');
    expect(clone.read(FILE)).not.toContain('Ce qui attend.');
    await opened(({ workTree }) => workTree.follow());
    expect([status(), clone.read(FILE).includes('Ce qui attend.')]).toEqual(['## travail', true]);
  });

  it('says which branch it needs while git has another one open, and is left alone', async () => {
    await begin();
    await keepWaiting('Ce qui attend.');
    clone.git('switch', '--quiet', '--create', 'essai');
    await opened(async ({ workTree, pending }) => {
      const { pause } = await workTree.status();
      expect(pause).toContain('«\u00a0travail\u00a0»');
      const change = pending.change(AUTHOR, takingIn({ [FILE]: 'x' }));
      expect(await change.catch((error: unknown) => hasCode(error, 'read-only'))).toBe(true);
    });
    expect(status()).toBe('## essai');
  });

  it('follows what is made anew, once what was published is taken out of history', async () => {
    await begin();
    const first = clone.git('rev-parse', 'main');
    const repository = createContentRepository({
      gitDir: clone.gitDir,
      branch: 'main',
      committer: AUTHOR,
      clock: Date.now,
    });
    await repository.commit(changing({ 'posts/2025/secret.md': postText(2, 'Secret') }), { expected: first });
    repository.close();
    const published = clone.git('rev-parse', 'main');
    await keepWaiting('Ce qui attend.');
    const work = clone.git('rev-parse', 'travail');
    clone.git('update-ref', 'refs/heads/main', first, published);
    const kept: string[] = [];
    await opened(async ({ pending, workTree }) => {
      expect(await pending.withdrawn()).toBe(published);
      const all = { isWanted: () => true, left: new Set<string>(), said: [] };
      await pending.remake(
        ({ main: onto }) => Promise.resolve({ ...all, onto }),
        (commit) => {
          kept.push(commit);
          return Promise.resolve(commit);
        },
      );
      await workTree.follow();
    });
    expect(kept).toHaveLength(1);
    clone.git('merge-base', '--is-ancestor', work, kept[0] ?? '');
    expect([status(), clone.read(FILE).includes('Ce qui attend.')]).toEqual(['## travail', true]);
    expect(clone.git('ls-files')).not.toContain('secret');
    expect(clone.git('rev-list', 'travail')).not.toContain(published);
  });

  it('stays as it is while git has the work branch open in another folder of this repository', async () => {
    await begin();
    clone.git('reset', '--quiet', '--hard');
    clone.git('branch', 'travail');
    const other = `${clone.folder}-ailleurs`;
    clone.git('worktree', 'add', '--quiet', other, 'travail');
    await opened(async ({ workTree }) => {
      const { pause } = await workTree.status();
      expect(pause).toContain('est ouverte dans un autre dossier de ce dépôt (git worktree)');
    });
    expect(status()).toBe('## main');
    clone.git('worktree', 'remove', other);
    await opened(({ workTree }) => workTree.follow());
    expect(status()).toBe('## travail');
  });

  it('stays on the published branch where the work branch is somebody else’s', async () => {
    await begin();
    await opened(({ workTree }) => workTree.follow());
    clone.git('switch', '--quiet', 'main');
    const tree = clone.git('rev-parse', 'main^{tree}');
    clone.git('update-ref', 'refs/heads/travail', clone.git('commit-tree', tree, '-m', 'Autre'));
    const { pause } = await opened(({ workTree }) => workTree.status());
    expect(pause).toContain('La branche «\u00a0main\u00a0» est ouverte');
    expect(status()).toBe('## main');
  });
});

describe('a clone that git made', () => {
  it('is switched with the files as they are, those that were changed too', async () => {
    const edited = `${postText(1, 'Un')}Écrit ailleurs.\n`;
    await begin();
    clone.git('reset', '--quiet', '--hard');
    clone.write(FILE, edited);
    await opened(async ({ workTree }) => {
      await workTree.follow();
      expect((await workTree.status()).changed.map(({ path: name }) => name)).toEqual([FILE]);
    });
    expect([status(), clone.read(FILE)]).toEqual([`## travail\n M ${FILE}`, edited]);
  });
});
