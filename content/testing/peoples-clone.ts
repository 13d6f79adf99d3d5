import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { publishedBranch } from '#content/folder/git-state.ts';
import { repairRepository } from '#content/git/recovery.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { createLiveContent } from '../service/live-content.ts';
import { openWorkingClone } from '../service/waiting/working-clone.ts';
import { createWorkspace } from '../service/workspace.ts';
import { type OpenOutside, openOutside } from './outside-edits.ts';
import { pathIndexOf } from './path-index.ts';
import { postText, SETTINGS } from './posts.ts';
import { createTemporaryFolder, git } from './temporary-repository.ts';

const AUTHOR = { name: 'Camille Test', email: 'camille@exemple.fr' };

/** Of the picture « photo ». */
export const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update('photo\n').digest('hex')}\nsize 6\n`;

/** What `git clone` makes of a repository of two articles, and the git program in it. */
export function createPeoplesClone() {
  const place = createTemporaryFolder();
  const [origin, folder] = [path.join(place.path, 'origin'), path.join(place.path, 'articles')];
  const errors: unknown[] = [];
  const at = (file: string): string => path.join(folder, file);
  const run = (...args: readonly string[]): string => git(args, { cwd: folder });
  git(['init', '--quiet', '--initial-branch=main', origin], { cwd: place.path });
  const first = { 'posts/2025/un.md': postText(1, 'Un'), 'posts/2025/deux.md': postText(2, 'Deux') };
  for (const [file, text] of Object.entries({ ...SETTINGS, ...first })) write(file, text, origin);
  git(['add', '--all'], { cwd: origin });
  git(['commit', '--quiet', '--message=Premier'], { cwd: origin });
  git(['clone', '--quiet', '--no-local', `file://${origin}`, folder], { cwd: place.path });

  function write(file: string, content: string | Uint8Array, top = folder): void {
    mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
    writeFileSync(path.join(top, file), content);
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

  /** Opens the folder as the desktop does, does something, and closes it. */
  async function opened<Value>(act: (desk: PeoplesDesk) => Promise<Value>): Promise<Value> {
    const gitDir = at('.git');
    const branch = await publishedBranch(gitDir, 'travail');
    const { readOnly } = await repairRepository({ gitDir, branch, foreignLockAgeMs: 0 });
    const onError = (error: unknown): void => void errors.push(error);
    const clone = await openWorkingClone({
      folder,
      branch,
      committer: AUTHOR,
      clock: Date.now,
      onError,
      isWritable: readOnly === null,
    });
    const { repository, pending, workTree } = clone;
    const { objects } = repository;
    const live = createLiveContent({
      repository,
      onError,
      history: pathIndexOf({ gitDir, objects }),
      cache: createSnapshotCache(path.join(place.path, 'snapshot-cache')),
    });
    await live.open();
    const workspace = createWorkspace({ repository, live, pending, readOnly });
    const edits = openOutside({
      workspace,
      workTree,
      author: () => AUTHOR,
      onError,
    });
    try {
      return await act({ branch, ...clone, look: edits.look });
    } finally {
      await edits.close();
      await live.close();
      await clone.close();
    }
  }

  return {
    folder,
    origin,
    at,
    run,
    write,
    files,
    opened,
    /** A place beside it. */
    beside: (name: string): string => path.join(place.path, name),
    status: (): string => run('status', '--porcelain', '--untracked-files=all'),

    /** Commits the picture « photo » as `git lfs install` says, with a filter that cleans and smudges as that one does. */
    commitFiltered(file: string): void {
      const line = POINTER.trim().replaceAll('\n', '\\n').replaceAll('/', '\\/');
      run('config', 'filter.lfs.clean', `sed -e '/^version/,$b' -e 's/.*/${line}/'`);
      run('config', 'filter.lfs.smudge', 'sed -n -e 1s/.*/photo/p');
      write('.gitattributes', '*.jpg filter=lfs\n*.txt.md working-tree-encoding=UTF-16\n');
      write(file, 'photo\n');
      run('add', '--all');
      run('commit', '--quiet', '--message=Une photo');
    },

    /** Commits the articles so that git checks them out in UTF-16. */
    commitEncoded(): void {
      write('.gitattributes', '*.md working-tree-encoding=UTF-16\n');
      for (const file of Object.keys(first)) write(file, inUtf16(readFileSync(at(file), 'utf8')));
      run('add', '--all');
      run('commit', '--quiet', '--message=Un autre codage');
    },

    /** Answers what failed on the way. */
    remove(): readonly unknown[] {
      place.remove();
      return errors;
    },
  };
}

export type PeoplesClone = ReturnType<typeof createPeoplesClone>;

interface PeoplesDesk extends Awaited<ReturnType<typeof openWorkingClone>> {
  /** What it takes for the published branch. */
  readonly branch: string;
  readonly look: OpenOutside['look'];
}

export function inUtf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, 'utf16le');
}
