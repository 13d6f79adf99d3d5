import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#content/testing/eventually.ts';
import { plainImage } from '#content/testing/images.ts';
import { createRandom } from '#content/testing/random.ts';
import { rounds } from '#content/testing/rounds.ts';
import { cleanGitEnvironment } from '#content/testing/temporary-repository.ts';
import { type ContentFolder, createContentFolder } from '../testing/content-folder.ts';
import { ROOT, starterSettings } from '../testing/running-server.ts';

const TEXTS = 240;
const PICTURES = 60;

let folder: ContentFolder;
let source: string;
beforeEach(async () => {
  folder = createContentFolder(starterSettings());
  source = join(folder.path, 'ancien-blog');
  mkdirSync(source);
  for (let number = 0; number < PICTURES; number += 1) {
    const bytes = plainImage(80, 60, `#40${(100 + number).toString(16)}78`).jpeg();
    writeFileSync(join(source, `vue-${number}.jpg`), await bytes.toBuffer());
  }
  for (let number = 0; number < TEXTS; number += 1)
    writeFileSync(
      join(source, `article-${number}.md`),
      `---\ntitle: Article ${number}\ndate: 2019-05-12T08:00:00Z\n---\nTexte ${number}.\n\n![Vue](vue-${number % PICTURES}.jpg)\n`,
    );
});
afterEach(() => folder.remove());

/** The command in a process of its own. */
function start(dataDir: string) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(ROOT, 'scripts/import.ts'), source, '--yes', '--publish'],
    { cwd: ROOT, env: { ...cleanGitEnvironment(), DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const said: string[] = [];
  child.stdout.on('data', (bytes: Buffer) => said.push(bytes.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return { child, ended, said: () => said.join('') };
}

const objects = ({ gitDir }: ContentFolder): number =>
  readdirSync(join(gitDir, 'objects'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;
const treeOf = ({ git }: ContentFolder) => git('ls-tree', '-r', 'main');

describe('an import whose process is killed', () => {
  it('ends in the same content once it is begun again, and the repository is whole', async () => {
    const calm = createContentFolder(starterSettings());
    try {
      const whole = start(calm.path);
      expect(await whole.ended).toBe(0);
      expect(whole.said()).toContain(`Publiés\u00a0: ${TEXTS}`);
      const random = createRandom(16);
      const before = objects(folder);
      const most = objects(calm) - before;
      for (let kills = rounds({ few: 2, all: 10 }); kills > 0; kills -= 1) {
        // Those that it writes before it is killed, of all that there are to write.
        const target = objects(folder) + 1 + random.below(Math.ceil(most / 6));
        const running = start(folder.path);
        let isOver = false;
        void running.ended.then(() => {
          isOver = true;
        });
        await eventually(() => isOver || objects(folder) >= target, Boolean);
        running.child.kill('SIGKILL');
        await running.ended;
      }
      const last = start(folder.path);
      expect(await last.ended).toBe(0);
      expect(treeOf(folder)).toBe(treeOf(calm));
      expect(folder.git('fsck', '--strict', '--no-dangling')).toBe('');
    } finally {
      calm.remove();
    }
  });
});
