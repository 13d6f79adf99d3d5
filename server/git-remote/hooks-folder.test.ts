import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { createHooksFolder } from './hooks-folder.ts';

let temporary: TemporaryFolder;
beforeEach(() => {
  temporary = createTemporaryFolder();
});
afterEach(() => temporary.remove());

function open(source: string) {
  const program = join(temporary.path, 'program.mjs');
  writeFileSync(program, source);
  return createHooksFolder({ folder: join(temporary.path, 'hooks'), program });
}

describe('createHooksFolder', () => {
  it('is ready for all who push at once the first time', async () => {
    const hooks = open(`process.stdout.write('encrier\\n');`);
    const ready = await Promise.all(Array.from({ length: 8 }, () => hooks.isReady()));
    expect([new Set(ready), readdirSync(hooks.folder)]).toEqual([new Set([true]), ['pre-receive']]);
  });

  it('is not ready while the program does not run', async () => {
    expect(await open('process.exitCode = 1;').isReady()).toBe(false);
  });
});
