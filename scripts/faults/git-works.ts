import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TYPESCRIPT } from '#content/testing/typescript-program.ts';
import { killWithDescendants } from '../programs/program.ts';
import { mustGit, runGit } from '../programs/repository.ts';
import { lastAsked, type WorkContext, workOf } from './author-works.ts';
import { postFile } from './texts.ts';
import { type Work, WrongAnswer } from './work.ts';

export interface GitWorkOptions extends Pick<WorkContext, 'ledger' | 'random' | 'longestPauseMs'> {
  readonly slug: string;
}

interface Started {
  /** Told of the program, so that it can be killed. */
  readonly onStart: (child: ChildProcess) => void;
}

interface Clone {
  readonly clone: string;
  /** Where it pushes to. */
  readonly address: () => string;
}

const BRANCH = 'refs/heads/main';
const PACKER = fileURLToPath(new URL('pack-again.ts', import.meta.url));
const LONGEST_PACKING_MS = 400;

/** What git says when somebody else was quicker, or holds the lock, or the server went away. */
const AGAIN =
  /fetch first|non-fast-forward|cannot lock ref|failed to update ref|Unable to create|incorrect old value|fatal: unable to access|RPC failed|unexpected disconnect|hung up|remote end|early EOF|occupé|plus rapide|entre-temps|failed to lock|reference already exists/i;

/** Begins with what is there, commits in a clone and pushes. */
export function pushingWork({ clone, address }: Clone, options: GitWorkOptions): Work {
  const { ledger, slug } = options;
  let number = lastAsked(ledger, slug);

  /** Commits the next number; what an earlier push did not get through is written anew: nobody was told that it had arrived. */
  async function commit(): Promise<void> {
    const file = join(clone, `posts/2026/${slug}.md`);
    number += 1;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, postFile(slug, number));
    await mustGit(clone, ['add', '--all']);
    await mustGit(clone, ['commit', '--quiet', '--message', `Pousser ${number}`]);
  }

  async function fetch(): Promise<boolean> {
    const fetched = await runGit(clone, ['fetch', '--quiet', address(), 'main']);
    if (!fetched.isDone) refused(fetched.complaints, 'fetching');
    else await mustGit(clone, ['reset', '--quiet', '--hard', 'FETCH_HEAD']);
    return fetched.isDone;
  }

  async function push(): Promise<boolean> {
    const pushed = await runGit(clone, ['push', '--quiet', address(), 'HEAD:main']);
    if (!pushed.isDone) refused(pushed.complaints, 'pushing');
    return pushed.isDone;
  }

  return workOf(options, 'pushes', async () => {
    if (!(await fetch())) return;
    await commit();
    ledger.asked('article', slug, number);
    if (!(await push())) return;
    ledger.kept('commit', await mustGit(clone, ['rev-parse', 'HEAD']));
    ledger.confirmed('article', slug, number);
  });
}

interface CommitOptions extends GitWorkOptions, Started {
  /** What the machine's clock says, for git; null for now. */
  readonly date: string | null;
}

/** `git gc` takes away a folder of objects that it emptied, where another git was about to write into it: that one is asked once more. */
const writtenBesideGc: typeof mustGit = (...asked) => mustGit(...asked).catch(() => mustGit(...asked));

/** Commits straight to the server's repository with the git program, as an operator's script does. */
export function committingWork(gitDir: string, { date, onStart, ...options }: CommitOptions): Work {
  const { ledger, slug } = options;
  const dates = date === null ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const env = { GIT_INDEX_FILE: join(gitDir, '..', '..', `index-${slug}`), ...dates };
  let number = lastAsked(ledger, slug);
  return workOf(options, date === null ? 'git commits' : 'git commits of another year', async () => {
    number += 1;
    const parent = await mustGit(gitDir, ['rev-parse', BRANCH]);
    await mustGit(gitDir, ['read-tree', parent], { env });
    const blob = await writtenBesideGc(gitDir, ['hash-object', '-w', '--stdin'], {
      input: postFile(slug, number),
    });
    const entry = `100644,${blob},posts/2026/${slug}.md`;
    await mustGit(gitDir, ['update-index', '--add', '--cacheinfo', entry], { env });
    const tree = await writtenBesideGc(gitDir, ['write-tree'], { env });
    const commit = await writtenBesideGc(gitDir, ['commit-tree', tree, '-p', parent, '-m', 'Essai'], { env });
    ledger.asked('article', slug, number);
    const moved = await runGit(gitDir, ['update-ref', BRANCH, commit, parent], { onStart });
    if (!moved.isDone) {
      refused(moved.complaints, 'committing');
      return;
    }
    ledger.kept('commit', commit);
    ledger.confirmed('article', slug, number);
  });
}

/** Packs the repository again and again, as housekeeping and operators do; one that is killed leaves half a pack. */
export function packingWork(
  gitDir: string,
  { onStart, ...options }: Pick<WorkContext, 'random' | 'longestPauseMs'> & Started,
): Work {
  return workOf(options, 'packing', async () => {
    const packed = await runGit(gitDir, ['-c', 'core.fsync=all', 'repack', '-d', '-l', '-q'], { onStart });
    if (!packed.isDone && packed.complaints !== '') throw new Error(`packing: ${packed.complaints}`);
  });
}

/**
 * Packs as the server's housekeeping does, in a process of its own that is killed in the middle, with its git or without: what
 * it leaves is for the next start to put right.
 */
export function ownPackingWork(
  gitDir: string,
  { random, onStart }: Pick<WorkContext, 'random'> & Started,
): Work {
  return workOf({ random, longestPauseMs: 1 }, 'own packing', async () => {
    const packer = spawn(process.execPath, [...TYPESCRIPT, PACKER, gitDir], { stdio: 'pipe' });
    onStart(packer);
    let complaints = '';
    packer.stderr.setEncoding('utf8').on('data', (piece: string) => (complaints += piece));
    const ended = once(packer, 'close');
    await Promise.race([once(packer.stdout, 'data'), ended]);
    await Promise.race([pause(random.below(LONGEST_PACKING_MS)), ended]);
    if (random.oneIn(2)) packer.kill('SIGKILL');
    else killWithDescendants(packer);
    await ended;
    if (packer.signalCode !== 'SIGKILL') throw new WrongAnswer(`packing: ${complaints.slice(0, 400)}`);
  });
}

/** Throws when git was refused for a reason that trying again does not mend. (git calls a connection cut at the wrong moment a failed authentication.) */
function refused(complaints: string, what: string): void {
  if (complaints !== '' && !AGAIN.test(complaints)) throw new Error(`${what}: ${complaints.slice(0, 400)}`);
}
