import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { expireDropped, keepDropped } from './own-refs.ts';

const DAY = 24 * 3_600_000;
const NOW = Date.parse('2026-07-01T10:00:00.000Z');
const committer = { name: 'Encrier', email: 'encrier@exemple.fr' };

let repository: TemporaryRepository;
let commit: string;
beforeEach(() => {
  repository = createTemporaryRepository();
  const tree = repository.git(['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' });
  commit = repository.git(['commit-tree', tree, '-m', 'En attente']);
});
afterEach(() => {
  repository.remove();
});

const drop = (now: number) => keepDropped({ gitDir: repository.path, committer, clock: () => now }, commit);
const refs = (): string => repository.git(['for-each-ref', '--format=%(refname) %(objectname)']);

describe('files of a folder that were given up', () => {
  it('are named by the moment and their commit, once', async () => {
    await drop(NOW);
    await drop(NOW);
    expect(refs()).toBe(`refs/encrier/dropped/outside/20260701T100000Z-${commit.slice(0, 12)} ${commit}`);
  });

  it('are let go after twelve months, packed or not, and nothing else is', async () => {
    for (const age of [367, 366, 364, 1]) await drop(NOW - age * DAY);
    repository.git(['update-ref', `refs/encrier/dropped/outside/a-la-main`, commit]);
    repository.git(['update-ref', 'refs/encrier/backup/2020-01-01-x', commit]);
    repository.git(['pack-refs', '--all']);
    await drop(NOW - 368 * DAY);
    expect(await expireDropped(repository.path, NOW)).toBe(3);
    expect(refs().split('\n')).toHaveLength(4);
    expect(await expireDropped(repository.path, NOW)).toBe(0);
    expect(repository.git(['fsck', '--strict', '--no-dangling'])).toBe('');
  });
});
