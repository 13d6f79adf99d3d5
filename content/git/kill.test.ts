import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom } from '#content/testing/random.ts';
import { rounds } from '#content/testing/rounds.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { TYPESCRIPT } from '#content/testing/typescript-program.ts';
import { initBareRepository } from './bare-repository.ts';
import { repairRepository } from './recovery.ts';

const WRITER = fileURLToPath(new URL('../testing/kill-writer.ts', import.meta.url));
const KILLS = rounds({ few: 3, all: 40 });

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = createTemporaryFolder();
  await initBareRepository(folder.path, 'main');
});
afterEach(() => folder.remove());

/** Starts a writer, kills it after it acknowledged `commits` and `afterMs` milliseconds more; what it acknowledged. */
function runAndKill(
  commits: number,
  afterMs: number,
): Promise<{ readonly acknowledged: string[]; readonly errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...TYPESCRIPT, WRITER, folder.path], { stdio: 'pipe' });
    let output = '';
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      const before = output.split('\n').length;
      output += chunk.toString();
      const after = output.split('\n').length;
      if (before <= commits + 1 && after > commits + 1) setTimeout(() => child.kill('SIGKILL'), afterMs);
    });
    child.on('error', reject);
    child.on('close', () => {
      resolve({ acknowledged: output.split('\n').filter((line) => /^[0-9a-f]{40}$/.test(line)), errors });
    });
  });
}

describe('a writer killed at random', () => {
  it('loses no acknowledged commit and starts again by itself', async () => {
    const acknowledged: string[] = [];
    const random = createRandom(20260928);
    for (let kill = 0; kill < KILLS; kill++) {
      const run = await runAndKill(random.below(24), random.below(12));
      expect(run.errors).toBe('');
      acknowledged.push(...run.acknowledged);
    }
    const { readOnly } = await repairRepository({ gitDir: folder.path, branch: 'main' });
    const history = new Set(git(['rev-list', 'main'], { cwd: folder.path }).split('\n'));
    expect({
      readOnly,
      missing: acknowledged.filter((id) => !history.has(id)),
      fsck: git(['fsck', '--full', '--strict', '--no-dangling'], { cwd: folder.path }),
      leftovers: git(['count-objects', '-v'], { cwd: folder.path }).match(/garbage: .*/)?.[0],
      roots: git(['rev-list', '--max-parents=0', 'main'], { cwd: folder.path }).split('\n').length,
    }).toEqual({ readOnly: null, missing: [], fsck: '', leftovers: 'garbage: 0', roots: 1 });
  });
});
