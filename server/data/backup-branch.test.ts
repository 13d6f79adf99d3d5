import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { zipOf } from '#content/testing/zips.ts';
import { backUp } from './back-up.ts';
import { noteOn } from './backup-file.ts';
import { restore } from './restore.ts';

/** As whoever runs the commands without the settings of the server has it. */
const SETTING = 'main';

let folder: TemporaryFolder;
let file: string;
beforeEach(() => {
  folder = createTemporaryFolder();
  file = join(folder.path, 'site.zip');
});
afterEach(() => folder.remove());

/** A DATA_DIR with an empty site on a branch. */
function makeData(branch: string): string {
  const dataDir = join(folder.path, 'data');
  const gitDir = join(dataDir, 'content.git');
  mkdirSync(gitDir, { recursive: true });
  git(['init', '--quiet', '--bare', `--initial-branch=${branch}`], { cwd: gitDir });
  const commit = git(['commit-tree', git(['mktree'], { cwd: gitDir }), '-m', 'Un'], { cwd: gitDir });
  git(['update-ref', `refs/heads/${branch}`, commit], { cwd: gitDir });
  return dataDir;
}

async function make(dataDir: string, isBranchGiven = false): Promise<void> {
  await backUp({ dataDir, branch: SETTING, isBranchGiven, file, say: () => undefined, clock: Date.now });
}

/** What is said, and what HEAD is then. */
async function bringBack(): Promise<{ readonly text: string; readonly head: string }> {
  const dataDir = join(folder.path, 'machine');
  const lines: string[] = [];
  await restore({ dataDir, branch: SETTING, file, say: (line) => lines.push(line), clock: Date.now });
  return { text: lines.join('\n'), head: readFileSync(join(dataDir, 'content.git/HEAD'), 'utf8').trim() };
}

describe('a backup by somebody who has not the CONTENT_BRANCH of the server', () => {
  it('is brought back on the branch of the site', async () => {
    await make(makeData('site'));
    const { text, head } = await bringBack();
    expect([head, text]).toEqual([
      'ref: refs/heads/site',
      expect.stringContaining('réglez CONTENT_BRANCH=site'),
    ]);
  });

  it.each([
    ['the branch of HEAD, though there is a main', false, 'site'],
    ['main where the setting says so', true, 'main'],
  ])('is of %s', async (_, isGiven, branch) => {
    const dataDir = makeData('site');
    const gitDir = join(dataDir, 'content.git');
    git(['update-ref', `refs/heads/${SETTING}`, 'refs/heads/site'], { cwd: gitDir });
    await make(dataDir, isGiven);
    expect((await bringBack()).head).toBe(`ref: refs/heads/${branch}`);
  });

  it('is refused where HEAD does not say which branch that is', async () => {
    const dataDir = makeData('site');
    git(['symbolic-ref', 'HEAD', 'refs/heads/ailleurs'], { cwd: join(dataDir, 'content.git') });
    await expect(make(dataDir)).rejects.toThrow('n’a pas de branche «\u00a0main\u00a0» (CONTENT_BRANCH)');
    expect(readdirSync(folder.path)).toEqual(['data']);
  });

  it('says how to clone that branch', () => {
    expect(noteOn({ format: 2, createdAt: '', branch: 'site', files: [] })).toContain(
      'git clone -b site content.bundle',
    );
  });
});

describe('one that a version before made, under the name of a branch that is not there', () => {
  /** Writes one of a site on a branch. */
  async function makeFormer(branch: string): Promise<void> {
    const bundle = join(folder.path, 'bundle');
    git(['bundle', 'create', '--quiet', bundle, '--all'], { cwd: join(makeData(branch), 'content.git') });
    const bytes = readFileSync(bundle);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const files = [{ name: 'content.bundle', bytes: bytes.length, sha256 }];
    const manifest = { format: 2, createdAt: '2026-11-20T08:00:00.000Z', branch: 'nulle-part', files };
    writeFileSync(file, await zipOf({ 'manifest.json': JSON.stringify(manifest), 'content.bundle': bytes }));
  }

  it('is brought back on that of the setting', async () => {
    await makeFormer(SETTING);
    const { text, head } = await bringBack();
    expect([head, text]).toEqual(['ref: refs/heads/main', expect.not.stringContaining('CONTENT_BRANCH')]);
  });

  it('asks for the setting, and is not called damaged', async () => {
    await makeFormer('site');
    await expect(bringBack()).rejects.toThrow(
      'n’a pas la branche «\u00a0nulle-part\u00a0»\u00a0: donnez le nom de celle du site par CONTENT_BRANCH',
    );
  });
});
