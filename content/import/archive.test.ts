import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zipOf } from '../testing/zips.ts';
import { fileOnDisk, openGzip, openZip } from './archive.ts';
import { decodedText, openExport, readText, takeOut } from './export-tree.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'encrier-archive-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function written(bytes: Buffer, name = 'export.zip'): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** The archive with a name in it replaced by another of the same length, as no honest program writes it. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

/** The archive without bit 11, by which names are said to be UTF-8: macOS writes none. */
function unflaggedZip(zip: Buffer): Buffer {
  const silent = Buffer.from(zip);
  for (let at = 0; at < silent.length - 4; at += 1) {
    const signature = silent.readUInt32LE(at);
    const flags = signature === 0x04034b50 ? at + 6 : at + 8;
    if (signature === 0x04034b50 || signature === 0x02014b50)
      silent.writeUInt16LE(silent.readUInt16LE(flags) & ~0x800, flags);
  }
  return silent;
}

async function refusalOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => 'nothing was refused',
    (reason: unknown) => reason,
  );
  return error instanceof Error && 'data' in error ? JSON.stringify(error.data) : String(error);
}

describe('openZip', () => {
  it('lists files without folders, names in UTF-8 whether the archive says so or not', async () => {
    const zip = await zipOf({ 'a/é.md': 'un', 'b.txt': 'deux' });
    const flagged = await openZip(written(zip));
    expect(flagged.files.map(({ path, bytes }) => [path, bytes])).toEqual([
      ['a/é.md', 2],
      ['b.txt', 4],
    ]);
    flagged.close();
    const silent = unflaggedZip(zip);
    const unflagged = await openZip(written(silent, 'silent.zip'));
    expect(unflagged.files.map(({ path }) => path)).toEqual(['a/é.md', 'b.txt']);
    unflagged.close();
  });

  it('reads names in cp437', async () => {
    const zip = renamed(unflaggedZip(await zipOf({ 'ete.md': 'x' })), 'ete.md', '\x82t\x82.md');
    const archive = await openZip(written(zip));
    expect(archive.files.map(({ path }) => path)).toEqual(['été.md']);
    archive.close();
  });

  it.each([
    ['a/bbb.md', '../bb.md'],
    ['a/bbb.md', '/abbb.md'],
    ['a/bbb.md', '..\\bb.md'],
    ['a/bbb.md', 'C:/bb.md'],
  ])('refuses a name that leads out: %s as %s', async (from, to) => {
    const zip = renamed(await zipOf({ [from]: 'x' }), from, to);
    expect(await refusalOf(openZip(written(zip)))).toContain('sortirait de son dossier');
  });

  it('refuses a name that comes twice', async () => {
    const zip = renamed(await zipOf({ 'a.md': 'x', 'b.md': 'y' }), 'b.md', 'a.md');
    expect(await refusalOf(openZip(written(zip)))).toContain('deux fois le fichier «\u00a0a.md\u00a0»');
  });

  it('refuses a bomb before any of it is unpacked', async () => {
    const zip = await zipOf(
      Object.fromEntries(['a', 'b', 'c'].map((name) => [name, Buffer.alloc(40_000_000)])),
    );
    expect(zip.length).toBeLessThan(200_000);
    expect(await refusalOf(openZip(written(zip)))).toContain('beaucoup plus de données');
  });

  it('stops at what is longer than the archive says', async () => {
    const zip = await zipOf({ 'a.md': 'x'.repeat(1000) });
    for (let at = 0; at < zip.length - 4; at += 1)
      if (zip.readUInt32LE(at) === 0x02014b50) zip.writeUInt32LE(10, at + 24);
    const archive = await openZip(written(zip));
    const [file] = archive.files;
    const reading = file?.open().then((stream) => buffer(stream)) ?? Promise.resolve();
    expect(await refusalOf(reading)).toContain('abîmée');
    archive.close();
  });

  it('refuses what is encrypted', async () => {
    const zip = await zipOf({ 'a.md': 'x' });
    for (let at = 0; at < zip.length - 4; at += 1)
      if (zip.readUInt32LE(at) === 0x02014b50) zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8);
    expect(await refusalOf(openZip(written(zip)))).toContain('mot de passe');
  });

  it('says that a torn archive is torn, wherever it was cut', async () => {
    const zip = await zipOf({ 'a.md': 'x'.repeat(5000), 'b/c.md': 'y' });
    for (const length of [10, 40, zip.length >> 1, zip.length - 1]) {
      const path = written(zip);
      truncateSync(path, length);
      expect(await refusalOf(openZip(path))).toContain('abîmée ou incomplète');
    }
  });

  it('leaves links out', async () => {
    const archive = await openZip(written(await zipOf({ lien: { link: '/etc/passwd' }, 'a.md': 'x' })));
    expect(archive.files.map(({ path }) => path)).toEqual(['a.md']);
    archive.close();
  });
});

describe('openGzip', () => {
  async function unpacked(bytes: Buffer): Promise<Buffer> {
    const [file] = openGzip(fileOnDisk('export.xml.gz', written(bytes, 'x.gz'), bytes.length)).files;
    if (file === undefined) throw new TypeError('no file');
    expect(file.path).toBe('export.xml');
    return buffer(await file.open());
  }

  it('gives back what was compressed', async () => {
    expect(String(await unpacked(gzipSync('<rss/>')))).toBe('<rss/>');
  });

  it('refuses a bomb, a torn file and a tar', async () => {
    expect(await refusalOf(unpacked(gzipSync(Buffer.alloc(80_000_000))))).toContain(
      'beaucoup plus de données',
    );
    expect(await refusalOf(unpacked(gzipSync('x'.repeat(1000)).subarray(0, 20)))).toContain('abîmée');
    const tar = Buffer.alloc(1024);
    tar.write('ustar', 257);
    expect(await refusalOf(unpacked(gzipSync(tar)))).toContain('.tar');
  });
});

describe('openExport', () => {
  it('walks a folder, follows no link, and leaves out what programs made', async () => {
    for (const name of ['a', 'a/node_modules/x', '.git', 'a/_site'])
      mkdirSync(join(folder, name), { recursive: true });
    for (const name of [
      'a/un.md',
      'a/node_modules/x/readme.md',
      '.git/config.md',
      'a/_site/un.md',
      '.DS_Store',
    ])
      writeFileSync(join(folder, name), 'x');
    symlinkSync('/etc', join(folder, 'a/etc'));
    symlinkSync('/etc/hostname', join(folder, 'hostname.md'));
    const tree = await openExport([{ name: 'dossier', path: folder }]);
    expect([...tree.files.keys()]).toEqual(['a/un.md']);
    tree.close();
  });

  it('reads names that an old program wrote as Windows did', async () => {
    const below = Buffer.concat([Buffer.from(`${folder}/No`), Buffer.from([0xeb]), Buffer.from('l')]);
    mkdirSync(below);
    for (const name of ['/\xe9t\xe9.md', '/v\xfbe.jpg'])
      writeFileSync(Buffer.concat([below, Buffer.from(name, 'latin1')]), 'mots');
    const tree = await openExport([{ name: 'dossier', path: folder }]);
    expect([...tree.files.keys()]).toEqual(['Noël/vûe.jpg', 'Noël/été.md']);
    for (const file of tree.files.values()) {
      expect(await readText(file)).toBe('mots');
      expect(readFileSync(await takeOut(file, join(folder, '.work')), 'utf8')).toBe('mots');
    }
    tree.close();
  });

  it('gives a file one path, whichever is given first of those that hold one of that path', async () => {
    const sources = [];
    for (const [name, words] of [
      ['a.zip', 'Un'],
      ['b.zip', 'Deux'],
    ] as const)
      sources.push({ name, path: written(await zipOf({ 'note.md': words }), name) });
    for (const given of [sources, sources.toReversed()]) {
      const tree = await openExport(given);
      const read = [...tree.files].map(async ([path, file]) => [path, await readText(file)]);
      expect(await Promise.all(read)).toEqual([
        ['note.md', 'Un'],
        ['2/note.md', 'Deux'],
      ]);
      tree.close();
    }
  });

  it('says which folder is nested too deep to be read', async () => {
    const place = process.cwd();
    process.chdir(folder);
    try {
      for (let depth = 0; depth < 25; depth += 1) {
        mkdirSync('d'.repeat(200));
        process.chdir('d'.repeat(200));
      }
    } finally {
      process.chdir(place);
    }
    expect(await refusalOf(openExport([{ name: 'dossier', path: folder }]))).toContain('ne peut pas être lu');
  });

  it('keeps files of one name from two sources apart', async () => {
    const zip = await zipOf({ 'a.md': 'un' });
    const sources = ['1.zip', '2.zip'].map((name) => ({ name, path: written(zip, name) }));
    const tree = await openExport(sources);
    expect([...tree.files.keys()]).toEqual(['a.md', '2/a.md']);
    tree.close();
  });
});

describe('takeOut', () => {
  it('writes below its folder only, and not twice', async () => {
    const tree = await openExport([{ name: 'z', path: written(await zipOf({ 'a/b/photo.JPG': 'octets' })) }]);
    const [file] = tree.files.values();
    if (file === undefined) throw new TypeError('no file');
    const work = join(folder, 'work');
    const path = await takeOut(file, work);
    expect(path.startsWith(`${work}/`) && path.endsWith('.jpg')).toBe(true);
    writeFileSync(path, 'kept');
    expect(await takeOut(file, work)).toBe(path);
    tree.close();
  });
});

describe('decodedText', () => {
  it('reads UTF-8, UTF-16 and Windows-1252, and no binary', async () => {
    expect(decodedText(Buffer.from('\uFEFFété', 'utf16le'))).toBe('été');
    expect(decodedText(Buffer.from('été', 'latin1'))).toBe('été');
    expect(decodedText(Buffer.from([...Buffer.from('été'), 0xe9]))).toBe('été\uFFFD');
    expect(decodedText(Buffer.from([1, 0, 2]))).toBeNull();
    expect(decodedText(Buffer.from(`été${' mot'.repeat(50)}\0`))).toBe(`été${' mot'.repeat(50)}`);
    const tree = await openExport([{ name: 'a.md', path: written(Buffer.from('é'), 'a.md') }]);
    const [file] = tree.files.values();
    expect(file === undefined ? null : await readText(file)).toBe('é');
    tree.close();
  });
});
