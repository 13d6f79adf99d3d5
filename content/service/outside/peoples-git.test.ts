import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishedBranch } from '#content/folder/git-state.ts';
import { repairRepository } from '#content/git/recovery.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { pathIndexOf } from '../../testing/path-index.ts';
import { postText, SETTINGS } from '../../testing/posts.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '../../testing/temporary-repository.ts';
import { createLiveContent } from '../live-content.ts';
import { openWorkingClone } from '../waiting/working-clone.ts';
import { createWorkspace } from '../workspace.ts';
import { createOutsideEdits } from './outside-edits.ts';

const AUTHOR = { name: 'Camille Test', email: 'camille@exemple.fr' };

let place: TemporaryFolder;
/** What `git clone` made of a repository of two articles, and is opened for the first time. */
let folder: string;

const at = (file: string): string => path.join(folder, file);
const run = (...args: readonly string[]): string => git(args, { cwd: folder });
const status = (): string => run('status', '--porcelain', '--untracked-files=all');

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), content);
}

beforeEach(() => {
  place = createTemporaryFolder();
  const origin = path.join(place.path, 'origin');
  git(['init', '--quiet', '--initial-branch=main', origin], { cwd: place.path });
  folder = origin;
  const files = {
    ...SETTINGS,
    'posts/2025/un.md': postText(1, 'Un'),
    'posts/2025/deux.md': postText(2, 'Deux'),
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  run('add', '--all');
  run('commit', '--quiet', '--message=Premier');
  folder = path.join(place.path, 'articles');
  git(['clone', '--quiet', '--no-local', `file://${origin}`, folder], { cwd: place.path });
});
afterEach(() => place.remove());

/** Opens the folder as the desktop does, looks, does something, and closes it. */
async function opened<Value>(act: (desk: Desk) => Promise<Value>): Promise<Value> {
  const gitDir = at('.git');
  const branch = await publishedBranch(gitDir, 'travail');
  const { readOnly } = await repairRepository({ gitDir, branch, foreignLockAgeMs: 0 });
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const clone = await openWorkingClone({
    ...{ folder, branch, committer: AUTHOR, clock: Date.now, onError, isWritable: readOnly === null },
  });
  const { repository, pending, workTree } = clone;
  const { objects, head } = repository;
  const live = createLiveContent({
    ...{ gitDir, branch, objects, head, onError },
    history: pathIndexOf({ gitDir, objects }),
    cache: createSnapshotCache(path.join(place.path, 'snapshot-cache')),
  });
  await live.open();
  const workspace = createWorkspace({ repository, live, clock: Date.now, readOnly });
  const edits = createOutsideEdits({
    ...{ workspace, pending, workTree, gitDir, committer: AUTHOR, author: () => AUTHOR },
    ...{ stillForMs: 0, onError, say: onError },
  });
  try {
    return await act({ branch, readOnly, ...clone, look: edits.look, workspace });
  } finally {
    await edits.close();
    await live.close();
    await clone.close();
    expect(errors).toEqual([]);
  }
}
interface Desk extends Awaited<ReturnType<typeof openWorkingClone>> {
  readonly branch: string;
  readonly readOnly: string | null;
  readonly look: ReturnType<typeof createOutsideEdits>['look'];
  readonly workspace: ReturnType<typeof createWorkspace>;
}

/** Each file with its content, links by where they lead. */
function files(below = ''): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(at(below), { withFileTypes: true })) {
    const file = path.join(below, entry.name);
    if (entry.name === '.git') continue;
    if (entry.isDirectory()) Object.assign(found, files(file));
    else found[file] = entry.isSymbolicLink() ? readlinkSync(at(file)) : readFileSync(at(file), 'latin1');
  }
  return found;
}

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
      git(['rebase', '--quiet', '--interactive', 'HEAD~1'], { cwd: folder, env });
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
  { name: 'only some folders are checked out', make: () => void run('sparse-checkout', 'set', 'images') },
  {
    name: 'a killed git left its lock',
    make: () => {
      retouched();
      write('.git/index.lock', '');
    },
    ...{ taken: 1, after: '' },
  },
  {
    name: 'a submodule stands below posts',
    make: () => {
      const origin = path.join(place.path, 'origin');
      run('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin, 'posts/autre');
      run('commit', '--quiet', '--message=Un sous-module');
      write('posts/autre/posts/2025/un.md', 'retouché dans le sous-module');
    },
  },
  {
    name: 'posts is a link to another folder',
    make: () => {
      renameSync(at('posts'), path.join(place.path, 'ailleurs'));
      symlinkSync(path.join(place.path, 'ailleurs'), at('posts'));
    },
    left: {
      'posts/2025/deux.md': 'N’est pas un fichier ordinaire',
      'posts/2025/un.md': 'N’est pas un fichier ordinaire',
      posts: 'N’est pas un fichier ordinaire',
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
    ...{ taken: 1, after: '' },
  },
];

describe('a folder that is opened for the first time', () => {
  it.each([...BRANCHES, ...FILES])('$name: nothing is lost, nothing is published', async (situation) => {
    const { make, ends, left = {}, taken = 0 } = situation;
    make();
    const before = { status: status(), files: files(), main: run('rev-parse', 'main') };
    const seen = await opened(async ({ branch, look }) => ({ branch, ...(await look()) }));
    const says = (text: string): unknown => expect.stringContaining(text);
    expect({
      ...seen,
      left: Object.fromEntries(seen.left.map(({ path: file, reason }) => [file, reason])),
    }).toEqual({
      branch: 'main',
      paused: ends === undefined ? null : says(`« git ${ends.join(' ')} »`),
      taken,
      waiting: [],
      left: Object.fromEntries(Object.entries(left).map(([file, reason]) => [file, says(reason)])),
    });
    expect({ status: status(), files: files(), main: run('rev-parse', 'main') }).toEqual({
      ...before,
      status: situation.after ?? before.status,
    });
    if (ends === undefined) return;
    run(...ends);
    expect(await opened(async ({ look }) => (await look()).paused)).toBe(null);
    expect(run('rev-parse', 'main')).toBe(before.main);
    expect(run('symbolic-ref', 'HEAD')).toBe('refs/heads/travail');
  });
});

describe('a picture of the site itself', () => {
  it('is published as settings are, where another program puts another one in its place', async () => {
    const portrait = 'images/2025/portrait.jpg';
    const named = SETTINGS['site.yml'].replace('about: À propos', `about: À propos, portrait: /${portrait}`);
    write(portrait, 'portrait');
    write('images/2025/autre.jpg', 'autre');
    write('site.yml', named);
    run('add', '--all');
    run('commit', '--quiet', '--message=Portrait');
    await opened(async ({ look, workTree, mergePublished }) => {
      write(portrait, 'retouché');
      write('images/2025/autre.jpg', 'retouchée');
      expect(await look()).toMatchObject({ taken: 2, left: [] });
      await look();
      await mergePublished();
      await workTree.follow();
    });
    expect([
      run('show', `main:${portrait}`),
      run('diff', '--name-only', 'main', 'travail'),
      status(),
    ]).toEqual(['retouché', 'images/2025/autre.jpg', '']);
  });
});
