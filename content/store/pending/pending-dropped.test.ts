import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryRepository, type TemporaryRepository } from '../../testing/temporary-repository.ts';
import { createObjectStore, type ObjectStore } from '../objects/objects.ts';
import { expireDropped, keepDropped } from './pending-dropped.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const DAY = 24 * 3_600_000;
const NOW = Date.parse('2026-07-01T10:00:00.000Z');
const committer = { name: 'Encrier', email: 'encrier@exemple.fr' };

let repository: TemporaryRepository;
let objects: ObjectStore;
let commit: string;
beforeEach(() => {
  repository = createTemporaryRepository();
  objects = createObjectStore({ gitDir: repository.path });
  const tree = repository.git(['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' });
  commit = repository.git(['commit-tree', tree, '-m', 'En attente']);
});
afterEach(() => {
  objects.close();
  repository.remove();
});

const drop = (now: number, dropped = commit) =>
  keepDropped({ gitDir: repository.path, objects, id: ID, commit: dropped, committer, now });
const refs = (): string => repository.git(['for-each-ref', '--format=%(refname) %(objectname)']);

describe('a dropped pending version', () => {
  it('is named by its post, its moment and its commit, once', async () => {
    await drop(NOW);
    await drop(NOW);
    expect(refs()).toBe(`refs/encrier/dropped/${ID}/20260701T100000Z-${commit.slice(0, 12)} ${commit}`);
  });

  it('is not kept when it is not there, or no commit: a ref to it would stop git', async () => {
    await drop(NOW, 'b'.repeat(40));
    await drop(NOW, repository.git(['rev-parse', `${commit}^{tree}`]));
    expect(refs()).toBe('');
  });

  it('is let go after twelve months, packed or not, and nothing else is', async () => {
    for (const age of [367, 366, 364, 1]) await drop(NOW - age * DAY);
    repository.git(['update-ref', `refs/encrier/dropped/${ID}/a-la-main`, commit]);
    repository.git(['update-ref', 'refs/encrier/backup/2020-01-01-x', commit]);
    repository.git(['pack-refs', '--all']);
    await drop(NOW - 368 * DAY);
    expect(await expireDropped({ gitDir: repository.path, now: NOW })).toBe(3);
    expect(refs().split('\n')).toHaveLength(4);
    expect(await expireDropped({ gitDir: repository.path, now: NOW })).toBe(0);
    expect(repository.git(['fsck', '--strict', '--no-dangling'])).toBe('');
  });
});
