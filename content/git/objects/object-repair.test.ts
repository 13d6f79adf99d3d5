import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { versionOf } from '#content/testing/packed-history.ts';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import type { runGit } from '../git-program.ts';
import { repairRepository } from '../recovery.ts';
import { DAMAGED_FOLDER } from '../set-aside.ts';
import { looseObjectPath } from './loose-objects.ts';
import { createObjectStore, type ObjectStore } from './objects.ts';

const TEXT = Buffer.from(versionOf(3));

let repository: TemporaryRepository;
let store: ObjectStore;
let id: string;
let file: string;
beforeEach(async () => {
  repository = createTemporaryRepository();
  store = createObjectStore({ gitDir: repository.path });
  id = await save();
  file = looseObjectPath(path.join(repository.path, 'objects'), id);
  chmodSync(file, 0o644);
});
afterEach(() => {
  store.close();
  repository.remove();
});

async function save(): Promise<string> {
  const [saved = ''] = await store.write([{ type: 'blob', bytes: TEXT }]);
  return saved;
}

/** A git program that takes every object for a blob with these bytes. */
function printing(bytes: Buffer): typeof runGit {
  return (_, args) => Promise.resolve(args.includes('-t') ? Buffer.from('blob\n') : bytes);
}

async function start(git?: typeof runGit): Promise<readonly string[]> {
  const options = { gitDir: repository.path, branch: 'main', ...(git === undefined ? {} : { git }) };
  return (await repairRepository(options)).repaired;
}

/** The bytes of what was put aside, under names that begin with the id. */
function aside(): readonly Buffer[] {
  const folder = path.join(repository.path, DAMAGED_FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${id}-`))
    .map((name) => readFileSync(path.join(folder, name)));
}

describe('a start that finds a damaged object', () => {
  it.each([
    ['with git', undefined],
    ['without git', () => Promise.resolve(null)],
  ])('keeps each of its files aside, says where, and lets it be written again: %s', async (_, git) => {
    const whole = readFileSync(file);
    const former = [whole.subarray(0, 60), Buffer.alloc(0)];
    for (const bytes of former) {
      chmodSync(file, 0o644);
      writeFileSync(file, bytes);
      const [sentence] = await start(git);
      expect(sentence).toContain(`mis de côté dans «\u00a0${DAMAGED_FOLDER}\u00a0»\u00a0: ${id}\u00a0;`);
      expect(existsSync(file)).toBe(false);
      expect(await save()).toBe(id);
    }
    expect(aside().toSorted((a, b) => b.length - a.length)).toEqual(former);
    expect(readFileSync(file)).toEqual(whole);
    expect(repository.git(['fsck', '--full', '--no-dangling'])).toBe('');
  });

  it('leaves one that the git program can read where it is', async () => {
    truncateSync(file, 60);
    expect(await start(printing(TEXT))).toEqual([]);
    expect([existsSync(file), aside()]).toEqual([true, []]);
  });

  it('does not take another text that git prints for the object', async () => {
    truncateSync(file, 60);
    expect(await start(printing(Buffer.from('autre')))).toHaveLength(1);
    expect(existsSync(file)).toBe(false);
  });

  it('asks git of that very file though a pack holds the object', async () => {
    repository.git(['update-ref', 'refs/tags/texte', id]);
    repository.git(['repack', '-adq']);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'abc');
    expect(await start()).toHaveLength(1);
    expect((await store.read(id)).bytes).toEqual(TEXT);
    expect(repository.git(['fsck', '--full', '--no-dangling'])).toBe('');
  });

  it('writes one that is followed by other bytes anew, for clones', async () => {
    const whole = readFileSync(file);
    const longer = Buffer.concat([whole, Buffer.alloc(300)]);
    writeFileSync(file, longer);
    expect(await start()).toEqual([expect.stringContaining('récrits')]);
    expect([readFileSync(file), aside()]).toEqual([whole, [longer]]);
    expect(repository.git(['fsck', '--full', '--no-dangling'])).toBe('');
    expect(await start()).toEqual([]);
  });

  it('moves a folder of that name too', async () => {
    rmSync(file);
    mkdirSync(file);
    writeFileSync(path.join(file, 'note'), 'x');
    expect(await store.tryRead(id)).toBeNull();
    expect(await start()).toHaveLength(1);
    expect(await save()).toBe(id);
    expect(readFileSync(file).length).toBeGreaterThan(0);
  });

  it('does not mind that packing takes the file away meanwhile', async () => {
    truncateSync(file, 60);
    const packing = (): Promise<null> => {
      rmSync(file);
      return Promise.resolve(null);
    };
    expect(await start(packing)).toEqual([]);
  });

  it('leaves no trace of having asked git', async () => {
    const before = readdirSync(path.join(repository.path, 'objects')).toSorted();
    truncateSync(file, 60);
    await start();
    expect(readdirSync(path.join(repository.path, 'objects')).toSorted()).toEqual(before);
  });
});
