import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { NODE_FLAGS } from '#scripts/node-flags.mjs';
import { ADMINISTRATOR, makeApplicationPassword, signIn } from './administrator.ts';
import { makeCorpus } from './corpus.ts';
import { fetchPage, median } from './load.ts';
import { startMeasured } from './process.ts';
import type { Table } from './table.ts';

const ROUNDS = 21;
const IDENTITY = ['-c', 'user.name=Banc', '-c', 'user.email=banc@exemple.invalid'];
const product = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
const run = promisify(execFile);

/**
 * `git push` of one edited article into the product, and from its end to the page that shows it; in turns with the same push
 * into git's own HTTP backend alone, without a check or a site.
 */
export async function benchPush(count: number, note: (text: string) => void): Promise<Table> {
  const corpus = makeCorpus(count);
  const server = await startMeasured('encrier', [...NODE_FLAGS, product], {
    DATA_DIR: corpus.dataDir,
    LOG_LEVEL: 'error',
    ...ADMINISTRATOR,
  });
  const password = await makeApplicationPassword(await signIn(server.port));
  const ours = `http://${ADMINISTRATOR.ADMIN_USERNAME}:${password}@127.0.0.1:${server.port}/content.git`;
  const plain = await startPlainRemote(corpus.gitDir);
  const clone = mkdtempSync(join(corpus.dataDir, '..', 'clone-'));
  await run('git', ['clone', '--quiet', ours, clone]);
  const pushes: number[] = [];
  const shown: number[] = [];
  const plainPushes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    note(`${count} articles: push ${round + 1} of ${ROUNDS}`);
    const path = corpus.paths[(round * 37) % corpus.paths.length] ?? '/';
    const mark = `Marque${round}`;
    await fetchPage(server.port, path);
    commitMark(clone, path, mark);
    pushes.push(await timedPush(clone, ours));
    shown.push(await untilShown(server.port, path, mark));
    plainPushes.push(await timedPush(clone, plain.url));
  }
  await server.stop();
  await plain.stop();
  corpus.remove();
  rmSync(clone, { recursive: true, force: true });
  const row = (what: string, times: readonly number[]) => [
    what,
    median(times).toFixed(1),
    Math.max(...times).toFixed(1),
  ];
  return {
    title: `A push and its page, ${count} posts (${ROUNDS} pushes of one article)`,
    head: ['', 'median ms', 'worst ms'],
    rows: [
      row('from the answer to the changed page', shown),
      row('git push to Encrier', pushes),
      row('git push to git http-backend alone', plainPushes),
      ['ratio of the two', (median(pushes) / median(plainPushes)).toFixed(2), ''],
    ],
  };
}

/** The same content behind git's own backend, as careful with the disk. */
async function startPlainRemote(gitDir: string) {
  const remote = await startLoopbackRemote();
  execFileSync('git', ['push', '--quiet', remote.gitDir, 'main'], { cwd: gitDir });
  remote.git('config', 'core.fsync', 'all');
  remote.git('config', 'http.receivepack', 'true');
  return remote;
}

/** Adds a word to one article of the clone. */
function commitMark(clone: string, path: string, mark: string): void {
  const slug = path.slice('/blog/'.length);
  const file = execFileSync('git', ['ls-files', `posts/*/${slug}.md`], { cwd: clone })
    .toString()
    .trim();
  appendFileSync(join(clone, file), `\n\n${mark}\n`);
  execFileSync('git', [...IDENTITY, 'commit', '--quiet', '-m', `Modifier ${slug}`, file], { cwd: clone });
}

/** Not synchronous: the plain remote answers in this process. */
async function timedPush(clone: string, address: string): Promise<number> {
  const started = performance.now();
  await run('git', ['push', '--quiet', address, 'HEAD:main'], { cwd: clone });
  return performance.now() - started;
}

async function untilShown(port: number, path: string, mark: string): Promise<number> {
  const answered = performance.now();
  while (!(await fetchPage(port, path)).body.includes(mark))
    if (performance.now() - answered > 10_000) throw new Error(`${path} did not change`);
  return performance.now() - answered;
}
