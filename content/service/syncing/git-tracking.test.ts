import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryRepository, type TemporaryRepository } from '../../testing/temporary-repository.ts';
import { trackForGit } from './tracked.ts';

const COMMITTER = { name: 'Encrier', email: 'encrier@exemple.fr' };
let repository: TemporaryRepository;
beforeEach(() => {
  repository = createTemporaryRepository();
  repository.git(['config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*']);
  repository.git(['config', 'remote.origin.url', 'https://exemple.fr/content.git']);
  repository.git(['config', 'branch.main.remote', 'origin']);
  repository.git(['config', 'branch.main.merge', 'refs/heads/main']);
});
afterEach(() => repository.remove());

const writer = () => ({ gitDir: repository.path, committer: COMMITTER, clock: Date.now });

function commit(message: string): string {
  const tree = repository.git(['hash-object', '-w', '-t', 'tree', '--stdin']);
  const id = repository.git(['commit-tree', tree, '-m', message]);
  repository.git(['update-ref', 'refs/heads/main', id]);
  return id;
}

describe('trackForGit', () => {
  it('has git say of what was sent that nothing is left to send', async () => {
    const compared = () => repository.git(['for-each-ref', '--format=%(upstream:track)', 'refs/heads/main']);
    for (const message of ['Un', 'Deux']) {
      const id = commit(message);
      expect(compared()).not.toBe('');
      repository.git(['update-ref', 'refs/encrier/sent/main', id]);
      await trackForGit(writer(), ['main', 'travail']);
      expect(compared()).toBe('');
    }
  });

  it('has a branch compared that git was never told of, once the upstream has it', async () => {
    const id = commit('Un');
    repository.git(['update-ref', 'refs/heads/travail', id]);
    const upstream = () => repository.git(['for-each-ref', '--format=%(upstream)', 'refs/heads/travail']);
    const trackAll = () => trackForGit(writer(), ['main', 'travail']);
    await trackAll();
    expect(upstream()).toBe('');
    repository.git(['update-ref', 'refs/encrier/sent/travail', id]);
    await trackAll();
    expect(upstream()).toBe('refs/remotes/origin/travail');
  });
});
