import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder, git } from '../../testing/temporary-repository.ts';
import { alternatePaths } from './alternates.ts';
import { objectId } from './object-id.ts';
import { createObjectStore } from './objects.ts';

/** A path as `git` quotes it in such a file. */
const quotes = (name: string): string =>
  `"${[...Buffer.from(name)]
    .map((byte) =>
      byte > 0x1f && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
        ? String.fromCharCode(byte)
        : `\\${byte.toString(8).padStart(3, '0')}`,
    )
    .join('')}"`;

describe('alternatePaths', () => {
  it.each([
    ['/un\n# rien\n../deux\n', ['/un', '../deux']],
    ['"/a\\"b\\\\c\\td"\n/deux', ['/a"b\\c\td', '/deux']],
    ['"/\\303\\251t\\303\\251"\n', ['/été']],
    ['"/é tel quel"', ['/é tel quel']],
    ['"# pas un commentaire"', ['# pas un commentaire']],
    ['"/jamais fermé\n/deux\n', ['"/jamais fermé\n/deux\n'.split('\n')[0], '/deux']],
    ['"/faux \\q"\n', ['"/faux \\q"']],
    ['\n\n\0\0\n', []],
  ])('reads %j', (text, paths) => {
    expect(alternatePaths(Buffer.from(text))).toEqual(paths);
  });
});

it('what is lent under a quoted name is read, as git reads it', async () => {
  const place = createTemporaryFolder();
  try {
    const lender = path.join(place.path, 'prêt "de" l’été\tfin');
    const borrower = path.join(place.path, 'emprunt');
    for (const folder of [lender, borrower]) {
      mkdirSync(folder);
      git(['init', '--quiet', '--bare'], { cwd: folder });
    }
    const id = git(['hash-object', '-w', '--stdin'], { cwd: lender, input: 'prêté' }).trim();
    writeFileSync(
      path.join(borrower, 'objects/info/alternates'),
      `${quotes(path.join(lender, 'objects'))}\n`,
    );
    expect(git(['cat-file', 'blob', id], { cwd: borrower })).toBe('prêté');
    const store = createObjectStore({ gitDir: borrower });
    const { type, bytes } = await store.read(id);
    store.close();
    expect(objectId(type, bytes)).toBe(id);
  } finally {
    place.remove();
  }
});
