import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncsDuring } from '#content/testing/synced.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { TYPESCRIPT } from '#content/testing/typescript-program.ts';
import {
  asDiskError,
  ensureFolderDurably,
  ensureFoldersDurably,
  removeFileDurably,
  temporaryOwner,
  temporaryPath,
  writeFileDurably,
  writeFilesDurably,
} from './durable-fs.ts';
import { processIdentity } from './processes.ts';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => folder.remove());

const at = (name: string): string => path.join(folder.path, name);

describe('writeFileDurably', () => {
  it('replaces a file and leaves nothing else behind', async () => {
    writeFileSync(at('a'), 'avant');
    await writeFileDurably(at('a'), Buffer.from('après'));
    expect([readFileSync(at('a'), 'utf8'), readdirSync(folder.path)]).toEqual(['après', ['a']]);
  });

  it('has the bytes on disk before the name, then the folder', async () => {
    const syncs = await syncsDuring(
      () => existsSync(at('a')),
      () => writeFileDurably(at('a'), Buffer.from('texte')),
    );
    expect(syncs).toEqual([
      { inode: statSync(at('a')).ino, seen: false },
      { inode: statSync(folder.path).ino, seen: true },
    ]);
  });

  it('leaves no temporary file when it fails', async () => {
    mkdirSync(at('a/b'), { recursive: true });
    await expect(writeFileDurably(at('a'), Buffer.from('x'))).rejects.toThrow();
    expect(readdirSync(folder.path)).toEqual(['a']);
  });
});

describe('writeFilesDurably', () => {
  it('writes many files into several folders', async () => {
    mkdirSync(at('b'));
    const files = Array.from({ length: 100 }, (_, n) => ({
      path: at(n % 2 ? `f${n}` : `b/f${n}`),
      bytes: Buffer.from(`texte ${n}`),
    }));
    await writeFilesDurably(files);
    expect(files.map((file) => readFileSync(file.path, 'utf8'))).toEqual(
      files.map((file) => file.bytes.toString()),
    );
    expect(readdirSync(folder.path)).toHaveLength(51);
  });

  it('gives no file its name when one cannot be written', async () => {
    const files = ['a', 'absent/b', 'c'].map((name) => ({ path: at(name), bytes: Buffer.from('x') }));
    await expect(writeFilesDurably(files)).rejects.toThrow('ENOENT');
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe('asDiskError', () => {
  it.runIf(existsSync('/dev/full'))('says that the disk is full', async () => {
    const full = await open('/dev/full', 'w');
    const error: unknown = await full.writeFile('x').catch((failure: unknown) => failure);
    await full.close();
    expect(asDiskError(error)).toMatchObject({ code: 'disk-full', cause: error });
  });

  it('leaves other errors as they are', () => {
    const error = new Error('autre');
    expect(asDiskError(error)).toBe(error);
  });
});

describe('removeFileDurably', () => {
  it('removes a file, and does not mind when it is absent', async () => {
    writeFileSync(at('a'), '');
    await removeFileDurably(at('a'));
    await removeFileDurably(at('a'));
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe('ensureFolderDurably', () => {
  it('creates what is missing, several levels at once, and accepts what is there', async () => {
    await ensureFolderDurably(at('a/b/c'));
    await ensureFolderDurably(at('a/b/c'));
    expect(existsSync(at('a/b/c'))).toBe(true);
  });

  it('creates one folder however many ask for it at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => ensureFolderDurably(at('a/b/c/d'))));
    expect(existsSync(at('a/b/c/d'))).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'refuses where the system makes none, instead of turning for ever',
    async () => {
      await expect(ensureFolderDurably('/proc/x/y')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});

describe('ensureFoldersDurably', () => {
  it('makes a folder again that others make and remove', async () => {
    // Either may find that the other side was first.
    const others = `const { mkdirSync, rmdirSync } = require('node:fs');
for (;;) {
  try { mkdirSync(${JSON.stringify(at('a'))}); } catch {}
  try { rmdirSync(${JSON.stringify(at('a'))}); } catch {}
}`;
    const worker = new Worker(others, { eval: true });
    try {
      await once(worker, 'online');
      for (let number = 0; number < 1000; number += 1) await ensureFoldersDurably([at('a')]);
    } finally {
      await worker.terminate();
    }
  });

  it('has a folder that got several new ones on disk at once', async () => {
    const syncs = await syncsDuring(
      () => existsSync(at('b')),
      () => ensureFoldersDurably([at('a'), at('b'), at('c')]),
    );
    expect(syncs).toEqual([{ inode: statSync(folder.path).ino, seen: true }]);
  });
});

describe('removeFileDurably', () => {
  it('has the folder on disk once the file is gone', async () => {
    writeFileSync(at('a'), '');
    const syncs = await syncsDuring(
      () => existsSync(at('a')),
      () => removeFileDurably(at('a')),
    );
    expect(syncs).toEqual([{ inode: statSync(folder.path).ino, seen: false }]);
  });
});

describe('temporaryPath', () => {
  it('says who made it', () => {
    const name = path.basename(temporaryPath(at('a')));
    expect([temporaryOwner(name), temporaryOwner('tmp_obj_Xy12')]).toEqual([processIdentity(), null]);
  });
});

describe('ensureFolderDurably on a read-only disk', () => {
  const options = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];
  /** Runs a program where the test's folder is a read-only disk; null where mounting is not permitted. */
  const onReadOnlyDisk = (program: string): string | null => {
    const mount = `mount -t tmpfs -o ro tmpfs ${folder.path} && echo mounted && exec "$@"`;
    const node = [process.execPath, ...TYPESCRIPT, '--input-type=module', '-e', program];
    const { stdout } = spawnSync(
      'sh',
      ['-c', `unshare ${options.join(' ')} sh -c "$0" sh "$@"`, mount, ...node],
      {
        encoding: 'utf8',
      },
    );
    const [mounted, ...said] = stdout.split('\n');
    return mounted === 'mounted' ? said.join('\n') : null;
  };

  it('says that the disk is read-only, which Node does not', (test) => {
    const code = (name: string) =>
      `await ensureFolderDurably(${JSON.stringify(at(name))}).catch(({ code }) => code)`;
    const source = JSON.stringify(fileURLToPath(new URL('durable-fs.ts', import.meta.url)));
    const said = onReadOnlyDisk(
      `const { ensureFolderDurably } = await import(${source}); console.log(${code('a')}, ${code('a/b')});`,
    );
    if (said === null) return test.skip('mounting is not permitted here');
    expect(said).toBe('EROFS EROFS\n');
  });
});
