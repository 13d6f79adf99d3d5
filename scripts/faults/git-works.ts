import type { ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '#content/testing/random.ts';
import { mustGit, runGit } from './git-program.ts';
import type { Ledger, TextKind } from './ledger.ts';
import { postFile } from './texts.ts';
import type { Work } from './work.ts';

export interface OnStart {
  /** Told of the git program, so that it can be killed. */
  readonly onStart: (child: ChildProcess) => void;
}

export interface GitWorkOptions {
  readonly ledger: Ledger;
  readonly random: Random;
  readonly longestPauseMs: number;
  /** The slug of the article that only this work writes. */
  readonly slug: string;
}

const BRANCH = 'refs/heads/main';

/** What git says when somebody else was quicker, or holds the lock, or the server went away. */
const AGAIN =
  /fetch first|non-fast-forward|cannot lock ref|failed to update ref|Unable to create|incorrect old value|fatal: unable to access|RPC failed|unexpected disconnect|hung up|remote end|early EOF|occupé|plus rapide|entre-temps|failed to lock|reference already exists/i;

/** Commits in a clone and pushes through /content.git. */
export function pushingWork(clone: string, address: () => string, options: GitWorkOptions): Work {
  const { ledger, random, slug, longestPauseMs } = options;
  const file = `posts/2026/${slug}.md`;
  let number = nextNumber(ledger, slug);
  return {
    name: 'pushes',
    step: async () => {
      const remote = address();
      const fetched = await runGit(clone, ['fetch', '--quiet', remote, 'main']);
      if (!fetched.isDone) {
        refused(fetched.complaints, 'fetching');
        return;
      }
      // What an earlier push did not get through is written anew: nobody was told that it had arrived.
      await mustGit(clone, ['reset', '--quiet', '--hard', 'FETCH_HEAD']);
      number += 1;
      mkdirSync(join(clone, 'posts/2026'), { recursive: true });
      writeFileSync(join(clone, file), postFile(slug, number));
      await mustGit(clone, ['add', '--all']);
      await mustGit(clone, ['commit', '--quiet', '--message', `Pousser ${number}`]);
      ledger.asked('article', slug, number);
      const pushed = await runGit(clone, ['push', '--quiet', remote, 'HEAD:main']);
      if (!pushed.isDone) {
        refused(pushed.complaints, 'pushing');
        return;
      }
      ledger.kept('commit', await mustGit(clone, ['rev-parse', 'HEAD']));
      ledger.confirmed('article', slug, number);
      await pause(random.below(longestPauseMs));
    },
  };
}

/**
 * Commits in a second clone, brings in what others did (by a rebase or a merge, in turn) and pushes; what is refused is
 * pushed again with what came meanwhile.
 */
export function pullingWork(clone: string, address: () => string, options: GitWorkOptions): Work {
  const { ledger, random, slug, longestPauseMs } = options;
  let number = nextNumber(ledger, slug);
  return {
    name: 'pulls',
    step: async () => {
      number += 1;
      mkdirSync(join(clone, 'posts/2026'), { recursive: true });
      writeFileSync(join(clone, `posts/2026/${slug}.md`), postFile(slug, number));
      await mustGit(clone, ['add', '--all']);
      await mustGit(clone, ['commit', '--quiet', '--message', `Tirer ${number}`]);
      ledger.asked('article', slug, number);
      const how = number % 2 === 0 ? '--rebase' : '--no-rebase';
      for (;;) {
        await mustGit(clone, ['pull', '--quiet', '--no-edit', how, address(), 'main']);
        const pushed = await runGit(clone, ['push', '--quiet', address(), 'HEAD:main']);
        if (pushed.isDone) break;
        refused(pushed.complaints, 'pushing');
      }
      ledger.kept('commit', await mustGit(clone, ['rev-parse', 'HEAD']));
      ledger.confirmed('article', slug, number);
      await pause(random.below(longestPauseMs));
    },
  };
}

/** Commits straight to the server's repository with the git program, as an operator's script does. */
export function committingWork(
  gitDir: string,
  {
    ledger,
    random,
    slug,
    longestPauseMs,
    onStart,
    date,
  }: GitWorkOptions &
    OnStart & {
      /** What the machine's clock says, for git; null for now. */
      readonly date: string | null;
    },
): Work {
  const dates = date === null ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const env = { GIT_INDEX_FILE: join(gitDir, '..', '..', `index-${slug}`), ...dates };
  let number = nextNumber(ledger, slug);
  return {
    name: date === null ? 'git commits' : 'git commits of another year',
    step: async () => {
      number += 1;
      const parent = await mustGit(gitDir, ['rev-parse', BRANCH]);
      await mustGit(gitDir, ['read-tree', parent], { env });
      const blob = await mustGit(gitDir, ['hash-object', '-w', '--stdin'], { input: postFile(slug, number) });
      const entry = `100644,${blob},posts/2026/${slug}.md`;
      await mustGit(gitDir, ['update-index', '--add', '--cacheinfo', entry], { env });
      const tree = await mustGit(gitDir, ['write-tree'], { env });
      const commit = await mustGit(gitDir, ['commit-tree', tree, '-p', parent, '-m', 'Essai'], { env });
      ledger.asked('article', slug, number);
      const moved = await runGit(gitDir, ['update-ref', BRANCH, commit, parent], { onStart });
      if (!moved.isDone) {
        refused(moved.complaints, 'committing');
        return;
      }
      ledger.kept('commit', commit);
      ledger.confirmed('article', slug, number);
      await pause(random.below(longestPauseMs));
    },
  };
}

/** Packs the repository again and again, as housekeeping and operators do; one that is killed leaves half a pack. */
export function packingWork(
  gitDir: string,
  { random, longestPauseMs, onStart }: Pick<GitWorkOptions, 'random' | 'longestPauseMs'> & OnStart,
): Work {
  return {
    name: 'packing',
    step: async () => {
      const packed = await runGit(gitDir, ['-c', 'core.fsync=all', 'repack', '-d', '-l', '-q'], { onStart });
      if (!packed.isDone && packed.complaints !== '') throw new Error(`packing: ${packed.complaints}`);
      await pause(random.below(longestPauseMs));
    },
  };
}

/** Throws when git was refused for a reason that trying again does not mend. (git calls a connection cut at the wrong moment a failed authentication.) */
export function refused(complaints: string, what: string): void {
  if (complaints !== '' && !AGAIN.test(complaints)) throw new Error(`${what}: ${complaints.slice(0, 400)}`);
}

export function nextNumber(ledger: Ledger, slug: string, of: TextKind = 'article'): number {
  return ledger.texts().find(({ kind, name }) => kind === of && name === slug)?.asked ?? -1;
}
