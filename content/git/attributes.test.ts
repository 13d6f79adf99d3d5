import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, git, type TemporaryFolder } from '../testing/temporary-repository.ts';
import { createConversions, refuseUnfiltered } from './attributes.ts';
import { createObjectStore } from './objects/objects.ts';
import { ifThere } from './system-error.ts';

const PATHS = [
  'a.jpg',
  'images/2026/a.jpg',
  'images/2026/grand/a.jpg',
  'images/a-b.png',
  'images/[x].gif',
  'imagesX/a.jpg',
  'posts/2026/été.md',
  'posts/2026/un deux.md',
  'posts/un.md',
  'x/posts/un.md',
];

const FILES: readonly Readonly<Record<string, string>>[] = [
  {},
  { '.gitattributes': '* -text\n' },
  { '.gitattributes': '*.jpg filter=lfs diff=lfs merge=lfs -text\n*.md text working-tree-encoding=UTF-16\n' },
  { '.gitattributes': 'images/** filter=lfs\nimages/2026/*.jpg -filter\n' },
  { '.gitattributes': '/images/*/a.jpg filter=lfs\nimages/**/a.jpg filter=autre\n' },
  { '.gitattributes': '**/posts/*.md filter=crypt\n# *.jpg filter=lfs\n  *.png   filter=lfs  \r\n' },
  { '.gitattributes': '"posts/2026/un deux.md" filter=lfs\nimages/?-[a-c].p[!x]g filter=lfs\n' },
  { '.gitattributes': '[attr]gros filter=lfs -text\n*.jpg gros\nimages/** !filter\n*.png gros\n' },
  { '.gitattributes': '*.jpg filter=lfs\n', 'images/.gitattributes': 'a.jpg !filter\n2026/* filter=autre\n' },
  { '.gitattributes': '*.jpg filter=lfs\n', '.git/info/attributes': 'images/2026/a.jpg -filter\n' },
  {
    '.gitattributes': '*.jpg filter\n*.md working-tree-encoding=utf-8\nimages/ filter=lfs\nposts filter=x\n',
  },
  { '.gitattributes': '[[:alpha:]].jpg filter=lfs\nimages/[![:digit:]]-[a[:upper:]b].png filter=x\n' },
  { '.gitattributes': '[[:lower:][:digit:]]*[[:space:]]*.md filter=x\n' },
  { '.gitattributes': 'images/\\[x\\].gif filter=lfs\n*.[jJ]* filter=lfs\n' },
];

let folder: TemporaryFolder;
beforeEach(() => {
  folder = createTemporaryFolder();
  git(['init', '--quiet'], { cwd: folder.path });
});
afterEach(() => folder.remove());

/** What git itself says of it. */
function asGit(file: string): string {
  const asked = ['check-attr', '-z', 'filter', 'working-tree-encoding', '--', file];
  const [, , filter = '', , , encoding = ''] = git(asked, { cwd: folder.path }).split('\0');
  const isSaid = (value: string): boolean => !['unspecified', 'unset', 'set'].includes(value);
  if (isSaid(filter)) return `filter ${filter}`;
  return isSaid(encoding) && encoding !== 'utf-8' ? `encoding ${encoding}` : 'none';
}

describe('what git converts', () => {
  it.each(FILES)('is what git says: %j', async (files) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
      writeFileSync(path.join(folder.path, file), text);
    }
    const read = (file: string): Promise<string | null> =>
      ifThere(
        Promise.resolve().then(() => readFileSync(path.join(folder.path, file), 'utf8')),
        null,
      );
    const conversionOf = createConversions(read, (await read('.git/info/attributes')) ?? '');
    const found: string[] = [];
    for (const file of PATHS) {
      const conversion = await conversionOf(file);
      found.push(`${file}: ${conversion === null ? 'none' : `${conversion.kind} ${conversion.name}`}`);
    }
    expect(found).toEqual(PATHS.map((file) => `${file}: ${asGit(file)}`));
  });

  it('is nothing where the repository lost what states it: files are saved all the same', async () => {
    const run = (...args: readonly string[]) => git(args, { cwd: folder.path }).trim();
    writeFileSync(path.join(folder.path, '.gitattributes'), '*.md filter=lfs\n');
    run('add', '.gitattributes');
    const [lost, tree] = [run('rev-parse', ':.gitattributes'), run('write-tree')];
    const objects = createObjectStore({ gitDir: path.join(folder.path, '.git') });
    const save = (): Promise<void> =>
      refuseUnfiltered(objects, tree, [{ path: 'posts/un.md', bytes: Buffer.from('Un') }]);
    await expect(save()).rejects.toMatchObject({ code: 'invalid' });
    rmSync(path.join(folder.path, '.git/objects', lost.slice(0, 2), lost.slice(2)));
    await save();
    objects.close();
  });

  it('is told soon, whatever a pattern is made of', async () => {
    const pattern = `${'*a'.repeat(200)}b filter=lfs\n${'**/a*/'.repeat(100)}b filter=lfs\n`;
    const conversionOf = createConversions(() => Promise.resolve(pattern));
    expect(await conversionOf(`${'a/'.repeat(100)}${'a'.repeat(250)}`)).toBe(null);
  });
});
