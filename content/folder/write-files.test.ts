import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore } from '#content/git/objects/objects.ts';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { lookAt } from './disk-file.ts';
import { writeFiles } from './write-files.ts';

let repository: TemporaryRepository;
let folder: string;
beforeEach(() => {
  repository = createTemporaryRepository();
  folder = mkdtempSync(path.join(repository.path, 'folder-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  repository.remove();
});

function write(replaces: 'what is there' | 'nothing', onWriting: () => void = () => undefined) {
  const found = lookAt(folder, 'a.md');
  const stamp = replaces === 'nothing' || found.kind !== 'file' ? null : found.stamp;
  writeFileSync(path.join(repository.path, 'new'), 'le nôtre');
  const id = repository.git(['hash-object', '-w', path.join(repository.path, 'new')]);
  const objects = createObjectStore({ gitDir: repository.path });
  const place = { folder, gitDir: repository.path, objects, onWriting };
  return writeFiles(place, [{ path: 'a.md', id, isExecutable: false, replaces: stamp }]);
}

const text = (): string => readFileSync(path.join(folder, 'a.md'), 'utf8');

describe('writeFiles', () => {
  it('takes the place of the file that was looked at', async () => {
    writeFileSync(path.join(folder, 'a.md'), 'avant');
    expect([...(await write('what is there'))]).toEqual(['a.md']);
    expect(text()).toBe('le nôtre');
  });

  it('leaves what another program wrote since, and what it made where there was nothing', async () => {
    writeFileSync(path.join(folder, 'a.md'), 'avant');
    const meanwhile = () => writeFileSync(path.join(folder, 'a.md'), 'celui d’un autre');
    expect([...(await write('what is there', meanwhile))]).toEqual([]);
    expect(text()).toBe('celui d’un autre');
    expect([...(await write('nothing'))]).toEqual([]);
    expect(text()).toBe('celui d’un autre');
  });
});
