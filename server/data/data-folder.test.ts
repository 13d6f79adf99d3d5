import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processIdentity } from '#content/git/processes.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { takeDataFolder } from './data-folder.ts';
import { ExplainedError } from './explained.ts';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => folder.remove());

const at = (name: string) => join(folder.path, name);
const refused = (path: string): Promise<string> =>
  takeDataFolder(path).then(
    () => 'taken',
    (error: unknown) => (error instanceof ExplainedError ? error.message : `other: ${String(error)}`),
  );
/** A process that is certainly gone: of another boot. */
const GONE = '00000000-0000-0000-0000-000000000000.1.1';

describe('takeDataFolder', () => {
  it('makes the folder, marks its format, and lets go whole', async () => {
    const data = await takeDataFolder(at('new/data'));
    expect(readFileSync(at('new/data/format'), 'utf8')).toBe('2\n');
    expect(readdirSync(at('new/data')).sort()).toEqual(['cache', 'format', 'holder', 'lock']);
    await data.release();
    expect(readFileSync(at('new/data/holder'), 'utf8')).toBe('');
  });

  it('is refused to a second one, which is told who holds it', async () => {
    const data = await takeDataFolder(folder.path);
    const message = await refused(folder.path);
    expect(message).toContain(`processus ${process.pid}`);
    expect(message).toContain('DATA_DIR');
    expect(readFileSync(at('holder'), 'utf8')).toBe(processIdentity());
    await data.release();
    await takeDataFolder(folder.path);
    expect(readdirSync(folder.path).sort()).toEqual(['cache', 'format', 'holder', 'lock']);
  });

  it('is refused while a process runs that is not seen from here, and taken once that was killed', async () => {
    const taking = `const { takeDataFolder } = await import('#server/data/data-folder.ts');
      const data = await takeDataFolder(process.argv[1]);
      console.log('taken');
      setInterval(() => data.refusal, 60_000);`;
    const words = ['--import', 'tsx', '--input-type=module', '--eval', taking, folder.path];
    const other = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    writeFileSync(at('holder'), GONE); // What the same pid and boot say in another container.
    expect(await refused(folder.path)).toContain('utilise déjà');
    const ended = once(other, 'exit');
    other.kill('SIGKILL');
    await ended;
    expect(await refused(folder.path)).toBe('taken');
  });

  it.each([
    ['a process that is gone', GONE, true],
    ['nobody', '', false],
  ])('takes over the folder of %s, and what was left half done', async (_, holder, isSwept) => {
    const half = `tmp_obj_encrier-${GONE}-0123456789ab`;
    writeFileSync(at('holder'), holder);
    writeFileSync(at(half), 'half');
    await takeDataFolder(folder.path);
    expect(readFileSync(at('holder'), 'utf8')).toBe(processIdentity());
    expect(readdirSync(folder.path).sort()).toEqual([
      ...['cache', 'format', 'holder', 'lock'],
      ...(isSwept ? [] : [half]),
    ]);
  });

  it('removes what a process that is gone was writing, and nothing of one that runs', async () => {
    const half = (folder: string, owner: string) => {
      mkdirSync(at(folder), { recursive: true });
      writeFileSync(at(join(folder, `tmp_obj_encrier-${owner}-0123456789ab`)), 'half');
    };
    for (const name of ['', 'former-files/audit', 'cache/variants/0a']) half(name, GONE);
    half('cache', processIdentity());
    half('content.git/objects', GONE);
    half('lost+found', GONE); // The disk's own, which may not even be read.
    writeFileSync(at('holder'), GONE);
    await takeDataFolder(folder.path);
    const left = readdirSync(folder.path, { recursive: true }).map(String);
    expect(left.filter((name) => name.includes('tmp_obj')).sort()).toEqual([
      `cache/tmp_obj_encrier-${processIdentity()}-0123456789ab`,
      `content.git/objects/tmp_obj_encrier-${GONE}-0123456789ab`,
      `lost+found/tmp_obj_encrier-${GONE}-0123456789ab`,
    ]);
  });

  it.runIf(process.getuid?.() === 0)('makes a lock that the owner of the folder can hold too', async () => {
    chownSync(folder.path, 65534, 65534);
    await (await takeDataFolder(folder.path)).release();
    expect(statSync(at('lock')).uid).toBe(65534);
  });

  it('leaves a lock it cannot understand', async () => {
    writeFileSync(at('lock'), 'written by hand');
    expect(await refused(folder.path)).toContain('ne peut pas être pris');
    expect(readFileSync(at('lock'), 'utf8')).toBe('written by hand');
  });

  it('marks a folder of an older format as one of ours', async () => {
    writeFileSync(at('format'), '1\n');
    await (await takeDataFolder(folder.path)).release();
    expect(readFileSync(at('format'), 'utf8')).toBe('2\n');
  });

  it.each(['3', '99'])('refuses the newer format %s, and lets go', async (format) => {
    writeFileSync(at('format'), `${format}\n`);
    expect(await refused(folder.path)).toContain(`format ${format}`);
    expect(readFileSync(at('holder'), 'utf8')).toBe('');
    expect(readFileSync(at('format'), 'utf8')).toBe(`${format}\n`);
  });

  it.each([
    ['a file', () => at('file')],
    ['below a file', () => at('file/below')],
    ['a link that leads nowhere', () => at('dangling')],
    ['below a link to itself', () => at('loop/below')],
    ['a name that is too long', () => at('a'.repeat(300))],
    ['a path that is too long', () => at('a/'.repeat(3000))],
    ['a name with a NUL', () => at('a\0b')],
  ])('says that there can be no folder at %s', async (_, place) => {
    writeFileSync(at('file'), '');
    symlinkSync('/nulle/part', at('dangling'));
    symlinkSync(at('loop'), at('loop'));
    const message = await refused(place());
    expect(message).toMatch(/^Encrier ne peut pas garder ses données dans .*DATA_DIR=\.data$/);
    expect(message).toContain('aucun dossier n’y est');
  });

  it.runIf(process.platform === 'linux')('says so where the system makes no folder', async () => {
    for (const path of ['/proc/x', '/proc/x/y', '/dev/null', '/dev/null/x'])
      expect(await refused(path)).toContain(`dans ${path}\u00a0: `);
  });

  it.each(['next', '1.5', '\0\0', ''])(
    'says that the form %j cannot be read, and leaves it',
    async (format) => {
      writeFileSync(at('format'), format);
      expect(await refused(folder.path)).toContain('format est abîmé');
      expect(readFileSync(at('format'), 'utf8')).toBe(format);
    },
  );

  it.each([
    ['a file', (cache: string) => writeFileSync(cache, 'cache'), 'cache'],
    ['a link that leads nowhere', (cache: string) => symlinkSync('/nulle/part', cache), null],
  ] as const)('sets aside %s where its folder of caches belongs, and says so', async (_what, put, kept) => {
    put(at('cache'));
    const { repaired } = await takeDataFolder(folder.path);
    const [, aside = ''] = /cache est abîmé.* sous le nom (\S+)\.$/.exec(repaired.join()) ?? [];
    expect([repaired.length, aside]).toEqual([1, expect.stringMatching(/^cache\.damaged-/)]);
    if (kept !== null) expect(readFileSync(at(aside), 'utf8')).toBe(kept);
    expect(readdirSync(at('cache'))).toEqual([]);
  });

  it('leaves a lock that is no file to whoever made it', async () => {
    mkdirSync(at('lock'));
    expect(await refused(folder.path)).toContain('ne peut pas être pris');
  });

  it.skipIf(process.getuid?.() === 0)('refuses a folder without the right to write', async () => {
    chmodSync(folder.path, 0o500);
    expect(await refused(folder.path)).toContain('ne peut pas être écrit');
    chmodSync(folder.path, 0o700);
  });

  it('gives an abandoned folder to one of many that start at once', async () => {
    writeFileSync(at('holder'), GONE);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refused(folder.path)));
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
  });
});
