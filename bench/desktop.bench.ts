import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startBlindApp } from '#desktop/testing/blind-app.ts';
import { startApp } from '#desktop/testing/running-app.ts';
import { memoryOf } from '#scripts/programs/program.ts';
import type { Figures } from './bounds.ts';
import { type Corpus, gitAs } from './corpus.ts';
import { type Bench, withCorpus } from './product.ts';
import { median, timed } from './requests.ts';

const STARTS = 7;
/** Of these articles, in turn. */
const DRAFTS = 41;
const SAVES = 100;
/** Between two saves, as an author makes them. */
const BREATH_MS = 300;
const MB = 1024 * 1024;
const AUTHOR = { name: 'Banc', email: 'banc@exemple.invalid' };

/** A folder of articles, and the settings of an app that has it open. */
interface Desk {
  readonly folder: string;
  readonly userData: string;
}

interface Saved {
  readonly acknowledged: number;
  readonly followed: number;
}

/**
 * The built app over a clone of so many articles, in the stand-in: from `node` to a window that shows its list, a save until it
 * is acknowledged and until files and index have followed, the memory of the program.
 */
export function benchDesktop({ posts, note }: Bench): Promise<Figures<'desktop'>> {
  return withCorpus({ posts }, async (corpus) => {
    const desk = makeDesk(corpus);
    const starts: number[] = [];
    for (let round = 0; round <= STARTS; round += 1) {
      note(`start ${round} of ${STARTS}${round === 0 ? ', which fills the caches' : ''}`);
      const ms = await timedStart(desk);
      if (round > 0) starts.push(ms);
    }
    note(`${SAVES} saves`);
    const { saves, memory } = await timedSaves(desk);
    return {
      list: median(starts),
      save: median(saves.map(({ acknowledged }) => acknowledged)),
      files: median(saves.map(({ followed }) => followed)),
      memory: memory / MB,
    };
  });
}

function makeDesk({ dataDir, gitDir }: Corpus): Desk {
  const place = (name: string) => join(dataDir, '..', name);
  const [folder, userData] = [place('articles'), place('settings')];
  gitAs(dataDir, ['clone', '--quiet', '--no-hardlinks', gitDir, folder]);
  gitAs(folder, ['remote', 'remove', 'origin']);
  rmSync(gitDir, { recursive: true });
  makeDrafts(folder);
  mkdirSync(userData);
  writeFileSync(join(userData, 'settings.json'), JSON.stringify({ folder, author: AUTHOR }));
  return { folder, userData };
}

/** The articles that are saved: what an author writes at is mostly not published yet. */
function makeDrafts(folder: string): void {
  const listed = gitAs(folder, ['ls-files', 'posts']).split('\n');
  for (const file of listed.slice(-DRAFTS).map((path) => join(folder, path)))
    writeFileSync(file, readFileSync(file, 'utf8').replace('isPublished: true', 'isPublished: false'));
  gitAs(folder, ['commit', '--quiet', '--all', '--message', 'Brouillons']);
}

/** From the start of the process to the first frame that holds a row of the list. */
async function timedStart({ userData }: Desk): Promise<number> {
  const startedAt = Date.now();
  const { page, quit } = await startApp({ userData });
  const shown = await page.waitForFunction(() =>
    document.querySelector('tbody tr') === null ? null : Date.now(),
  );
  const shownAt = await shown.jsonValue();
  await quit();
  return (shownAt ?? Number.NaN) - startedAt;
}

async function timedSaves({ folder, userData }: Desk) {
  const app = startBlindApp({ userData });
  await app.ready;
  const { posts } = await app.client.getPostTable({ state: 'draft', limit: DRAFTS });
  await pause(3000); // What a start does afterwards is done.
  const saves: Saved[] = [];
  for (let round = 0; round < SAVES; round += 1) {
    const post = posts[round % posts.length];
    if (post === undefined) throw new Error('no article to save');
    const { content } = await app.client.getEditablePost({ id: post.id });
    const before = indexOf(folder);
    const edit = { id: post.id, content: `${content}\n\nMarque ${round}.\n` };
    const acknowledged = await timed(() => app.client.updatePost(edit));
    const followed = await timed(async () => {
      while (indexOf(folder) === before) await pause(1);
    });
    saves.push({ acknowledged, followed });
    await pause(BREATH_MS);
  }
  const memory = memoryOf(app.pid, 'VmHWM');
  await app.quit();
  const status = gitAs(folder, ['status', '--porcelain']);
  if (status !== '') throw new Error(`git status is not clean:\n${status}`);
  return { saves, memory };
}

/** Says another thing each time the index was written, which is the last that follows a save. */
function indexOf(folder: string): string {
  const { ino, mtimeMs } = statSync(join(folder, '.git', 'index'));
  return `${ino} ${mtimeMs}`;
}
