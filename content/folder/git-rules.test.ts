import { existsSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTemporaryClone, type TemporaryClone } from '#content/testing/temporary-clone.ts';
import { ignoredIn } from './git-rules.ts';

let clone: TemporaryClone;
beforeEach(async () => {
  clone = await createTemporaryClone();
});
afterEach(() => clone.remove());

it('what git passes over is asked without the program by which the folder’s settings would fetch what it lost', async () => {
  const mark = clone.at('ran');
  clone.write('.gitignore', '*.txt\n');
  clone.git('add', '--all');
  clone.git('commit', '--quiet', '--message', 'À la main');
  const rules = clone.git('rev-parse', 'HEAD:.gitignore').trim();
  clone.git('update-index', '--skip-worktree', '.gitignore');
  rmSync(clone.at('.gitignore'));
  rmSync(clone.at(`.git/objects/${rules.slice(0, 2)}/${rules.slice(2)}`));
  clone.git('config', 'extensions.partialClone', 'origin');
  clone.git('config', 'remote.origin.promisor', 'true');
  clone.git('config', 'remote.origin.url', `ext::touch ${mark}`);
  clone.git('config', 'protocol.ext.allow', 'always');
  expect(await ignoredIn(clone.at('.'), ['a.txt'])).toEqual(new Set());
  expect(existsSync(mark)).toBe(false);
});
