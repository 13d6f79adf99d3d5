import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MEMORY_SETTINGS, NODE_FLAGS } from './node-flags.mjs';

const TOLD = 'JSON.stringify([process.execArgv, process.env, process.argv.slice(2)])';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'encrier-run-built-'));
  for (const folder of ['scripts', 'dist/server']) mkdirSync(join(project, folder), { recursive: true });
  for (const name of ['run-built.mjs', 'node-flags.mjs', 'current-node.mjs'])
    copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(project, 'scripts', name));
});
afterEach(() => rmSync(project, { recursive: true }));

function run(...words: readonly string[]) {
  const script = join(project, 'scripts/run-built.mjs');
  return spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
}

describe('run-built', () => {
  it('runs a command with what the server is run with, and ends as it does', () => {
    writeFileSync(join(project, 'dist/server/import.js'), `console.log(${TOLD}); process.exitCode = 3;`);
    const { stdout, status } = run('import', 'a.xml', '--yes');
    expect(JSON.parse(stdout)).toEqual([
      NODE_FLAGS,
      expect.objectContaining(MEMORY_SETTINGS),
      ['a.xml', '--yes'],
    ]);
    expect(status).toBe(3);
  });

  it('says what to do where nothing is built', () => {
    const { stderr, status } = run('import');
    expect(stderr).toContain('npm run build');
    expect(status).toBe(1);
  });
});
