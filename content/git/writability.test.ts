import { chmodSync, constants, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { type Access, findUnwritable, repairRepository } from './recovery.ts';

let repository: TemporaryRepository;
beforeEach(() => {
  repository = createTemporaryRepository();
});
afterEach(() => repository.remove());

const OBJECTS_REASON =
  'Le dossier objects du dépôt git n’est pas accessible en écriture\u00a0: donnez-en le droit au compte qui fait tourner Encrier, puis relancez.';

/** The system's answer where writing in one folder fails with this code. */
function refusing(folder: string, code: string): Access {
  return (file, mode) =>
    path.relative(repository.path, file) === folder && (mode & constants.W_OK) !== 0
      ? Promise.reject(Object.assign(new Error(code), { code }))
      : Promise.resolve();
}

describe('findUnwritable', () => {
  it('finds nothing where all can be written, or is still to be made', async () => {
    const absent = path.join(repository.path, 'absent');
    expect([await findUnwritable(repository.path), await findUnwritable(absent)]).toEqual([null, null]);
  });

  it.each([
    ['', 'EACCES', /^Le dossier du dépôt git n’est pas accessible en écriture/],
    ['objects/pack', 'EACCES', /^Le dossier objects\/pack du dépôt git n’est pas accessible/],
    ['refs/heads', 'EPERM', /^Le dossier refs\/heads du dépôt git n’est pas accessible/],
    ['', 'EROFS', /système de fichiers en lecture seule/],
  ])('names the folder (%j) and the reason (%s)', async (folder, code, reason) => {
    expect(await findUnwritable(repository.path, refusing(folder, code))).toMatch(reason);
  });

  it('hides no other failure', async () => {
    await expect(findUnwritable(repository.path, refusing('objects', 'EIO'))).rejects.toThrow('EIO');
  });

  // The superuser may write whatever the permissions say.
  it.skipIf(process.getuid?.() === 0)('heeds the permissions of the disk', async () => {
    const objects = path.join(repository.path, 'objects');
    chmodSync(objects, 0o555);
    const reason = await findUnwritable(repository.path);
    chmodSync(objects, 0o755);
    expect(reason).toBe(OBJECTS_REASON);
  });
});

describe('a repository that cannot be written', () => {
  it('is opened read-only, and nothing in it is put right', async () => {
    writeFileSync(path.join(repository.path, 'HEAD'), '');
    const repair = await repairRepository({
      gitDir: repository.path,
      branch: 'main',
      access: refusing('objects', 'EACCES'),
    });
    expect(repair).toEqual({ repaired: [], readOnly: OBJECTS_REASON });
    expect(readFileSync(path.join(repository.path, 'HEAD'), 'utf8')).toBe('');
  });
});
