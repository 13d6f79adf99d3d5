import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repairRepository } from '#content/git/recovery.ts';
import { createRandom } from '#content/testing/random.ts';
import { rounds } from '#content/testing/rounds.ts';
import { createTemporaryClone, type TemporaryClone } from '#content/testing/temporary-clone.ts';
import { TYPESCRIPT } from '#content/testing/typescript-program.ts';

const FOLLOWER = fileURLToPath(new URL('../testing/kill-follower.ts', import.meta.url));
const KILLS = rounds({ few: 3, all: 30 });

let clone: TemporaryClone;
beforeEach(async () => {
  clone = await createTemporaryClone();
});
afterEach(() => clone.remove());

/** Starts a follower, kills it `afterMs` milliseconds after it acknowledged a commit; what it acknowledged. */
function runAndKill(
  afterMs: number,
): Promise<{ readonly acknowledged: readonly string[]; readonly errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...TYPESCRIPT, FOLLOWER, clone.folder], { stdio: 'pipe' });
    let output = '';
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      const isFirst = output.split('\n').length <= 2;
      output += chunk.toString();
      if (isFirst && output.split('\n').length > 2) setTimeout(() => child.kill('SIGKILL'), afterMs);
    });
    child.on('error', reject);
    child.on('close', () =>
      resolve({ acknowledged: output.split('\n').filter((line) => /^[0-9a-f]{40}$/.test(line)), errors }),
    );
  });
}

describe('a clone whose writer is killed at random', () => {
  it('loses no save, takes no half-followed file for somebody’s own, and ends clean', async () => {
    const acknowledged: string[] = [];
    const random = createRandom(20261003);
    for (let kill = 0; kill < KILLS; kill++) {
      const run = await runAndKill(random.below(120));
      expect(run.errors).toBe('');
      acknowledged.push(...run.acknowledged);
    }
    await repairRepository({ gitDir: clone.gitDir, branch: 'main' });
    await (await clone.open()).close();
    const history = new Set(clone.git('rev-list', 'main').split('\n'));
    expect({
      missing: acknowledged.filter((id) => !history.has(id)),
      status: clone.git('status', '--porcelain'),
      fsck: clone.git('fsck', '--full', '--strict', '--no-dangling'),
      errors: clone.errors,
    }).toEqual({ missing: [], status: '', fsck: '', errors: [] });
  });
});
