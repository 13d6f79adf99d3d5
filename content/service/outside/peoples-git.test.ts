import { chmodSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPeoplesClone, inUtf16, type PeoplesClone, POINTER } from '../../testing/peoples-clone.ts';
import { postText } from '../../testing/posts.ts';
import { git } from '../../testing/temporary-repository.ts';

let clone: PeoplesClone;
beforeEach(() => {
  clone = createPeoplesClone();
});
afterEach(() => {
  expect(clone.remove()).toEqual([]);
});

const at = (file: string): string => clone.at(file);
const run = (...args: readonly string[]): string => clone.run(...args);
const write = (file: string, content: string | Uint8Array): void => clone.write(file, content);

interface Situation {
  readonly name: string;
  readonly make: () => void;
  /** A command that the pause names, and that ends it; absent where nothing is paused. */
  readonly ends?: readonly string[];
  /** Files that are left as they are, with what their reason says. */
  readonly left?: Readonly<Record<string, string>>;
  /** What git says afterwards, where it is not what it said before. */
  readonly after?: string;
  readonly taken?: number;
}

const retouched = (): void => write('posts/2025/un.md', postText(1, 'Un, revu'));

const BRANCHES: readonly Situation[] = [
  { name: 'as git clone leaves it', make: () => undefined },
  {
    name: 'another branch is open',
    make: () => {
      run('switch', '--quiet', '--create', 'refonte');
      write('posts/2025/trois.md', postText(3, 'Trois'));
      run('add', '--all');
      run('commit', '--quiet', '--message=Un essai');
    },
    ends: ['switch', 'travail'],
  },
  {
    name: 'another branch is open, and somebody writes there',
    make: () => {
      run('switch', '--quiet', '--create', 'refonte');
      retouched();
    },
    ends: ['switch', 'travail'],
  },
  {
    name: 'HEAD is detached',
    make: () => void run('switch', '--quiet', '--detach'),
    ends: ['switch', 'travail'],
  },
  {
    name: 'a rebase is under way',
    make: () => {
      retouched();
      run('commit', '--quiet', '--all', '--message=Revu');
      const env = { GIT_SEQUENCE_EDITOR: 'sed -i s/^pick/edit/' };
      git(['rebase', '--quiet', '--interactive', 'HEAD~1'], { cwd: clone.folder, env });
    },
    ends: ['rebase', '--abort'],
  },
  {
    name: 'a merge is under way',
    make: () => {
      run('switch', '--quiet', '--create', 'autre');
      run('commit', '--quiet', '--allow-empty', '--message=Autre');
      run('switch', '--quiet', 'main');
      run('merge', '--quiet', '--no-ff', '--no-commit', 'autre');
    },
    ends: ['merge', '--abort'],
  },
  { name: 'a bisect is under way', make: () => void run('bisect', 'start'), ends: ['bisect', 'reset'] },
  {
    name: 'the index is split',
    make: () => void run('update-index', '--split-index'),
    ends: ['update-index', '--no-split-index'],
  },
  {
    name: 'the index is sparse',
    make: () => void run('sparse-checkout', 'set', '--cone', '--sparse-index', 'images'),
    ends: ['sparse-checkout', 'reapply', '--no-sparse-index'],
  },
];

const FILES: readonly Situation[] = [
  {
    name: 'what is open is said by a link',
    make: () => {
      rmSync(at('.git/HEAD'));
      symlinkSync('refs/heads/main', at('.git/HEAD'));
      retouched();
    },
    taken: 1,
    after: '',
  },
  { name: 'only some folders are checked out', make: () => void run('sparse-checkout', 'set', 'images') },
  {
    name: 'a killed git left its lock',
    make: () => {
      retouched();
      write('.git/index.lock', '');
    },
    taken: 1,
    after: '',
  },
  {
    name: 'its history is cut short',
    make: () => {
      for (const message of ['Avant', 'Après'])
        run('commit', '--quiet', '--allow-empty', `--message=${message}`);
      const [head = '', before = ''] = ['HEAD', 'HEAD~'].map((name) => run('rev-parse', name));
      write('.git/shallow', `${head}\n`);
      rmSync(at(`.git/objects/${before.slice(0, 2)}/${before.slice(2)}`));
      retouched();
    },
    taken: 1,
    after: '',
  },
  {
    name: 'a submodule stands below posts',
    make: () => {
      const origin = clone.origin;
      run('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin, 'posts/autre');
      run('commit', '--quiet', '--message=Un sous-module');
      write('posts/autre/posts/2025/un.md', 'retouché dans le sous-module');
    },
  },
  {
    name: 'posts is a link to another folder',
    make: () => {
      renameSync(at('posts'), clone.beside('ailleurs'));
      symlinkSync(clone.beside('ailleurs'), at('posts'));
    },
    left: {
      'posts/2025/deux.md': 'N’est pas un fichier ordinaire',
      'posts/2025/un.md': 'N’est pas un fichier ordinaire',
      posts: 'N’est pas un fichier ordinaire',
    },
  },
  {
    name: 'posts has a capital, and a folder of somebody’s stands beside it',
    make: () => {
      renameSync(at('posts'), at('Posts'));
      write('brouillons/idées.md', 'À écrire\n');
    },
    left: {
      'posts/2025/deux.md': 'son fichier a disparu du dossier',
      'posts/2025/un.md': 'son fichier a disparu du dossier',
      'Posts/': 'posts, pages et images, en minuscules',
      'brouillons/': 'posts, pages et images, en minuscules',
    },
  },
  {
    name: 'two names differ by their letters’ case only',
    make: () => write('posts/2025/UN.md', postText(4, 'UN')),
    left: { 'posts/2025/UN.md': 'ne peut pas être une adresse' },
  },
  {
    name: 'a name is spelled as macOS does',
    make: () => write('posts/2025/e\u0301te\u0301.md', postText(5, 'Été')),
    left: { 'posts/2025/e\u0301te\u0301.md': 'ne peut pas être une adresse' },
  },
  {
    name: 'git writes line ends of Windows',
    make: () => {
      run('config', 'core.autocrlf', 'true');
      for (const file of ['posts/2025/un.md', 'site.yml']) {
        write(file, readFileSync(at(file), 'utf8').replaceAll('\n', '\r\n'));
        utimesSync(at(file), 1, 1);
      }
    },
  },
  {
    name: 'git takes line ends of Windows out',
    make: () => {
      run('config', 'core.autocrlf', 'input');
      write('posts/2025/un.md', readFileSync(at('posts/2025/un.md'), 'utf8').replaceAll('\n', '\r\n'));
    },
  },
  {
    name: 'hooks refuse, commits are to be signed, modes and case do not count',
    make: () => {
      write('.git/refus/pre-commit', '#!/bin/sh\nexit 1\n');
      chmodSync(at('.git/refus/pre-commit'), 0o755);
      for (const setting of [
        'core.hooksPath=.git/refus',
        'commit.gpgsign=true',
        'core.fileMode=false',
        'core.ignorecase=true',
      ])
        run('config', ...setting.split('='));
      chmodSync(at('posts/2025/deux.md'), 0o755);
      retouched();
    },
    taken: 1,
    after: '',
  },
];

const CONVERTED: readonly Situation[] = [
  {
    name: 'a picture is in Git LFS, and as it was checked out',
    make: () => clone.commitFiltered('images/2025/photo.jpg'),
  },
  {
    name: 'a picture is in Git LFS, and was touched or copied since it was checked out',
    make: () => {
      clone.commitFiltered('images/2025/photo.jpg');
      utimesSync(at('images/2025/photo.jpg'), 1, 1);
    },
  },
  {
    name: 'a picture is in Git LFS, and another one is put in its place, and beside it',
    make: () => {
      clone.commitFiltered('images/2025/photo.jpg');
      write('images/2025/photo.jpg', 'retouchée\n');
      write('images/2025/neuve.jpg', 'neuve\n');
    },
    left: {
      'images/2025/photo.jpg': 'passe par un filtre de git («\u00a0lfs\u00a0»',
      'images/2025/neuve.jpg': 'passe par un filtre de git («\u00a0lfs\u00a0»',
    },
  },
  {
    name: 'a picture is in Git LFS, and its pointer is what the folder has',
    make: () => {
      clone.commitFiltered('images/2025/photo.jpg');
      write('images/2025/photo.jpg', POINTER);
    },
    left: {},
  },
  {
    name: 'the commit asks for Git LFS, and the folder no longer',
    make: () => {
      clone.commitFiltered('images/2025/photo.jpg');
      write('.gitattributes', '* -text\n');
      write('images/2025/photo.jpg', 'retouchée\n');
      write('images/2025/neuve.jpg', 'neuve\n');
      retouched();
    },
    left: {
      'images/2025/photo.jpg': 'par un filtre de git («\u00a0lfs\u00a0»',
      'images/2025/neuve.jpg': 'par un filtre de git («\u00a0lfs\u00a0»',
      '.gitattributes': 'Encrier n’y touche pas',
    },
    taken: 1,
    after: ' M .gitattributes\n M images/2025/photo.jpg\n?? images/2025/neuve.jpg',
  },
  {
    name: 'an article is of another encoding in the folder',
    make: () => {
      clone.commitEncoded();
      utimesSync(at('posts/2025/deux.md'), 1, 1);
      write('posts/2025/un.md', inUtf16(postText(1, 'Un, revu')));
      write('posts/2025/trois.md', inUtf16(postText(3, 'Trois')));
    },
    left: {
      'posts/2025/un.md': 'est d’un autre codage dans ce dossier que dans git («\u00a0UTF-16\u00a0»',
      'posts/2025/trois.md': 'est d’un autre codage dans ce dossier que dans git («\u00a0UTF-16\u00a0»',
    },
  },
  {
    name: 'git ignores an article, a picture and folders of others',
    make: () => {
      write('.gitignore', '*.md\n/node_modules/\n*.log\n');
      run('add', '--all');
      run('commit', '--quiet', '--message=À ignorer');
      write('posts/2025/journal-intime.md', postText(6, 'Journal intime'));
      write('posts/prive/notes.md', postText(7, 'Notes'));
      write('node_modules/un/index.js', '');
      write('erreurs.log', '');
      retouched();
    },
    left: {
      'posts/2025/journal-intime.md': 'Git ignore ce fichier',
      'posts/prive/notes.md': 'Git ignore ce fichier',
    },
    taken: 1,
    after: '',
  },
];

describe('a folder that is opened for the first time', () => {
  it.each([...BRANCHES, ...FILES, ...CONVERTED])(
    '$name: nothing is lost, nothing is published',
    async (situation) => {
      const { make, ends, left = {}, taken = 0 } = situation;
      make();
      const before = { status: clone.status(), files: clone.files(), main: run('rev-parse', 'main') };
      const seen = await clone.opened(async ({ branch, look }) => ({ branch, ...(await look()) }));
      const says = (text: string): unknown => expect.stringContaining(text);
      expect({
        ...seen,
        left: Object.fromEntries(seen.left.map(({ path: file, reason }) => [file, reason])),
      }).toEqual({
        branch: 'main',
        paused: ends === undefined ? null : says(`«\u00a0git ${ends.join(' ')}\u00a0»`),
        taken,
        waiting: [],
        left: Object.fromEntries(Object.entries(left).map(([file, reason]) => [file, says(reason)])),
      });
      expect({ status: clone.status(), files: clone.files(), main: run('rev-parse', 'main') }).toEqual({
        ...before,
        status: situation.after ?? before.status,
      });
      if (ends === undefined) return;
      run(...ends);
      expect(await clone.opened(async ({ look }) => (await look()).paused)).toBe(null);
      expect(run('rev-parse', 'main')).toBe(before.main);
      expect(run('symbolic-ref', 'HEAD')).toBe('refs/heads/travail');
    },
  );
});

describe('a folder that is open', () => {
  it.each([
    ['another name', () => run('branch', '-m', 'travail', 'brouillons')],
    [
      'no name any more',
      () => {
        run('switch', '--quiet', 'main');
        run('branch', '--quiet', '-D', 'travail');
      },
    ],
  ])('says how to make the work branch again that somebody gave %s', async (_, act) => {
    const paused = await clone.opened(async ({ look }) => {
      act();
      const before = (await look()).paused;
      run('switch', '--quiet', '-c', 'travail');
      return [before, (await look()).paused];
    });
    expect(paused).toEqual([expect.stringContaining('par «\u00a0git switch -c travail\u00a0»'), null]);
  });
});

describe('a folder that is left on the published branch while it is open', () => {
  it('pauses, says that a start ends that too, and loses nothing by it', async () => {
    const paused = await clone.opened(async ({ look }) => {
      retouched();
      await look();
      run('switch', '--quiet', 'main');
      write('posts/2025/deux.md', postText(2, 'Deux, revu'));
      run('commit', '--quiet', '--all', '--message=À la main');
      return (await look()).paused;
    });
    expect(paused).toContain('ou quittez Encrier et rouvrez-le');
    const { left, paused: after } = await clone.opened(async ({ look, mergePublished }) => {
      await mergePublished();
      return look();
    });
    expect([after, left, run('symbolic-ref', '--short', 'HEAD')]).toEqual([null, [], 'travail']);
    for (const [file, title] of Object.entries({ un: 'Un, revu', deux: 'Deux, revu' }))
      expect(run('show', `travail:posts/2025/${file}.md`)).toContain(title);
    expect(await clone.opened(async ({ look }) => (await look()).taken)).toBe(0);
    expect(clone.status()).toBe('');
  });
});

describe('a copy of an article’s file, in the folder', () => {
  it.each([
    ['readers have', 'posts/2025/un.md', postText(1, 'Un')],
    ['waits', 'posts/2025/tue.md', postText(3, 'Tué')],
  ])('is left until its id is gone, and takes no place of the one that %s', async (_, file, text) => {
    const copy = file.replace('.md', '-2.md');
    await clone.opened(async ({ look, pending }) => {
      write(file, text);
      await look();
      write(copy, text);
      write(file, `${text}Suite.\n`);
      const reason: unknown = expect.stringContaining(`une copie de ${file}\u00a0`);
      expect(await look()).toMatchObject({ taken: 1, left: [{ path: copy, reason, kind: 'fault' }] });
      const texts = [...(await pending.waiting()).posts.values()];
      expect(texts.map((one) => one.file.path)).toEqual([file]);
      expect(run('show', `travail:${file}`)).toContain('Suite.');
      write(copy, text.replace(/id: .*\n/, ''));
      expect(await look()).toMatchObject({ taken: 1, left: [] });
      expect((await pending.waiting()).posts.size).toBe(2);
    });
  });

  it('takes its place where that one is gone', async () => {
    const [file, other] = ['posts/2025/un.md', 'posts/2025/une.md'];
    await clone.opened(async ({ look }) => {
      rmSync(at(file));
      await look();
      write(other, postText(1, 'Un, autrement'));
      await look();
      expect(run('ls-tree', '-r', '--name-only', 'travail')).toContain(other);
    });
  });
});
