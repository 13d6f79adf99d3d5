import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startBlindApp } from '#desktop/testing/blind-app.ts';
import { startApp } from '#desktop/testing/running-app.ts';
import type { Figures } from './bounds.ts';
import { type Corpus, makeCorpus } from './corpus.ts';
import { median } from './load.ts';
import { memoryOf } from './process.ts';

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
  readonly corpus: Corpus;
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
export async function benchDesktop(count: number, note: (text: string) => void): Promise<Figures<'desktop'>> {
  const desk = makeDesk(count);
  const starts: number[] = [];
  for (let round = 0; round <= STARTS; round += 1) {
    note(`start ${round} of ${STARTS}${round === 0 ? ', which fills the caches' : ''}`);
    const ms = await timedStart(desk);
    if (round > 0) starts.push(ms);
  }
  note(`${SAVES} saves`);
  const { saves, memory } = await timedSaves(desk);
  desk.corpus.remove();
  return {
    list: median(starts),
    save: median(saves.map(({ acknowledged }) => acknowledged)),
    files: median(saves.map(({ followed }) => followed)),
    memory: memory / MB,
  };
}

function makeDesk(count: number): Desk {
  const corpus = makeCorpus(count);
  const place = (name: string) => join(corpus.dataDir, '..', name);
  const [folder, userData] = [place('articles'), place('settings')];
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', corpus.gitDir, folder]);
  execFileSync('git', ['remote', 'remove', 'origin'], { cwd: folder });
  rmSync(corpus.gitDir, { recursive: true });
  makeDrafts(folder);
  mkdirSync(userData);
  writeFileSync(join(userData, 'settings.json'), JSON.stringify({ folder, author: AUTHOR }));
  return { corpus, folder, userData };
}

/** A save of what readers see waits as a pending version and moves no file: articles that are saved are drafts. */
function makeDrafts(folder: string): void {
  const listed = execFileSync('git', ['ls-files', 'posts'], { cwd: folder }).toString().trim().split('\n');
  for (const file of listed.slice(-DRAFTS).map((path) => join(folder, path)))
    writeFileSync(file, readFileSync(file, 'utf8').replace('isPublished: true', 'isPublished: false'));
  const who = ['-c', `user.name=${AUTHOR.name}`, '-c', `user.email=${AUTHOR.email}`];
  execFileSync('git', [...who, 'commit', '--quiet', '--all', '--message', 'Brouillons'], { cwd: folder });
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
    const begun = performance.now();
    await app.client.updatePost({ id: post.id, content: `${content}\n\nMarque ${round}.\n` });
    const acknowledged = performance.now();
    while (indexOf(folder) === before) await pause(1);
    saves.push({ acknowledged: acknowledged - begun, followed: performance.now() - acknowledged });
    await pause(BREATH_MS);
  }
  const memory = memoryOf(app.pid, 'VmHWM');
  await app.quit();
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: folder }).toString();
  if (status !== '') throw new Error(`git status is not clean:\n${status}`);
  return { saves, memory };
}

/** Says another thing each time the index was written, which is the last that follows a save. */
function indexOf(folder: string): string {
  const { ino, mtimeMs } = statSync(join(folder, '.git', 'index'));
  return `${ino} ${mtimeMs}`;
}
