import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changing } from '#content/testing/change-sets.ts';
import {
  cleanGitEnvironment,
  createTemporaryFolder,
  git,
  type TemporaryFolder,
} from '#content/testing/temporary-repository.ts';
import { TYPESCRIPT } from '#content/testing/typescript-program.ts';
import { initBareRepository } from './bare-repository.ts';
import { type ContentRepository, createContentRepository } from './content-repository.ts';

const WRITER = fileURLToPath(new URL('../testing/kill-writer.ts', import.meta.url));
const SAVES = 40;
const run = promisify(execFile);

let folder: TemporaryFolder;
let repository: ContentRepository;
beforeEach(async () => {
  folder = createTemporaryFolder();
  await initBareRepository(folder.path, 'main');
  repository = createContentRepository({
    gitDir: folder.path,
    branch: 'main',
    committer: { name: 'Encrier', email: 'encrier@exemple.fr' },
    clock: Date.now,
  });
  await repository.commit(changing({ 'site.yml': 'a' }));
});
afterEach(() => {
  repository.close();
  folder.remove();
});

function write(writer: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const args = [...TYPESCRIPT, WRITER, folder.path, writer, String(SAVES)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', () => resolve(output.split('\n').filter((line) => /^[0-9a-f]{40}$/.test(line))));
  });
}

/** One commit as a script would make it: git's own compare-and-swap, again when somebody else was first. */
async function commitByGit(number: number): Promise<string> {
  const options = { cwd: folder.path, env: cleanGitEnvironment() };
  for (;;) {
    const tip = (await run('git', ['rev-parse', 'main'], options)).stdout.trim();
    const tree = ['commit-tree', `${tip}^{tree}`, '-p', tip, '-m', `Par git ${number}`];
    const id = (await run('git', tree, options)).stdout.trim();
    const isMoved = await run('git', ['update-ref', 'refs/heads/main', id, tip], options).then(
      () => true,
      () => false,
    );
    if (isMoved) return id;
  }
}

/** What is wrong with the repository, given the commits somebody was told are there. */
function faults(acknowledged: readonly string[]): unknown {
  const history = new Set(git(['rev-list', 'main'], { cwd: folder.path }).split('\n'));
  return {
    lost: acknowledged.filter((id) => !history.has(id)),
    unasked: history.size - acknowledged.length - 1,
    fsck: git(['fsck', '--full', '--strict', '--no-dangling'], { cwd: folder.path }),
  };
}

describe('several writers on one repository', () => {
  it('loses nothing between two processes of ours', async () => {
    const [a, b] = await Promise.all([write('a'), write('b')]);
    expect([a.length, b.length]).toEqual([SAVES, SAVES]);
    expect(faults([...a, ...b])).toEqual({ lost: [], unasked: 0, fsck: '' });
  });

  it('loses nothing beside the git program', async () => {
    const byGit = async (): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (let number = 0; number < 15; number++) ids.push(await commitByGit(number));
      return ids;
    };
    const saves = Array.from({ length: SAVES }, (_, n) =>
      repository.commit(changing({ [`posts/${n}.md`]: 'x' })),
    );
    const [theirs, ours] = await Promise.all([byGit(), Promise.all(saves)]);
    expect(faults([...theirs, ...ours])).toEqual({ lost: [], unasked: 0, fsck: '' });
  });
});
