import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { keepDropped } from './own-refs.ts';

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

const drop = () => keepDropped({ gitDir: repository.path, committer, clock: () => NOW }, commit);
const refs = (): string => repository.git(['for-each-ref', '--format=%(refname) %(objectname)']);

describe('files of a folder that were given up', () => {
  it('are named by the moment and their commit, once', async () => {
    await drop();
    await drop();
    expect(refs()).toBe(`refs/encrier/dropped/outside/20260701T100000Z-${commit.slice(0, 12)} ${commit}`);
  });
});
