import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

  it('ends what it runs where npm ended the shell between them, which tells nobody', async () => {
    const waits = `process.once('SIGTERM', () => process.exit(console.log('told'))); setInterval(() => {}, 1000); console.log('runs');`;
    writeFileSync(join(project, 'dist/server/import.js'), waits);
    const script = join(project, 'scripts/run-built.mjs');
    const env = { ...process.env, npm_lifecycle_event: 'import' };
    const shell = spawn('sh', ['-c', `'${process.execPath}' '${script}' import; true`], { env });
    await once(shell.stdout, 'readable');
    shell.kill('SIGKILL');
    expect(await text(shell.stdout)).toBe('runs\ntold\n');
  });

  it('says what to do where nothing is built', () => {
    const { stderr, status } = run('import');
    expect(stderr).toContain('npm run build');
    expect(status).toBe(1);
  });
});
