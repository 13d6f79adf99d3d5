import { runGit } from '../git-program.ts';
import { DEFAULT_MAX_OBJECT_BYTES } from '../objects/objects.ts';
import type { Quarantine } from './quarantine.ts';

/** Longest that the git program may work on a pack, in milliseconds. */
const LONGEST_MS = 20 * 60_000;
const SETTINGS = ['pack.writeReverseIndex=false', 'core.commitGraph=false', 'core.fsync=none'];

export interface GitChecking {
  readonly gitDir: string;
  readonly git?: typeof runGit;
  readonly signal?: AbortSignal;
}

type At = Pick<Quarantine, 'folder'>;

function run({ gitDir, git = runGit, signal }: GitChecking, args: readonly string[], at: At, input = '') {
  const limits = { longestMs: LONGEST_MS, ...(signal === undefined ? {} : { signal }) };
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  return git(gitDir, [...settings, ...args], { ...limits, input, objectsFolder: at.folder });
}

/**
 * Has the git program index a received pack, with every check it knows of. With `isWhole`, false too when an object of the
 * pack needs one that is not in it. False says nothing of the pack: git may be absent, or stricter than we are.
 */
export async function indexWithGit(
  checking: GitChecking,
  quarantine: Quarantine,
  { isWhole }: { readonly isWhole: boolean },
): Promise<boolean> {
  const connected = isWhole ? ['--check-self-contained-and-connected'] : [];
  const args = ['index-pack', '--strict', ...connected, '-o', quarantine.index, quarantine.pack];
  if ((await run(checking, args, quarantine)) === null) return false;
  const sizes = ['cat-file', '--batch-check=%(objectsize)', '--batch-all-objects', '--unordered', '--buffer'];
  const listed = await run(checking, sizes, quarantine);
  return listed !== null && isNothingLarge(listed.toString('latin1'));
}

function isNothingLarge(sizes: string): boolean {
  return sizes.split('\n').every((size) => Number(size) <= DEFAULT_MAX_OBJECT_BYTES);
}

/** Has the git program see whether all that a commit needs is there. False says nothing: git may be absent. */
export async function isCompleteForGit(
  checking: GitChecking,
  at: At,
  { commit, known }: { readonly commit: string; readonly known: readonly string[] },
): Promise<boolean> {
  const input = [commit, ...known.map((id) => `^${id}`), ''].join('\n');
  return (await run(checking, ['rev-list', '--objects', '--quiet', '--stdin'], at, input)) !== null;
}

/**
 * Has the git program write a pack of all that a commit needs and `without` do not. Its file, in the quarantine; null when
 * git could not.
 */
export async function packWithGit(
  checking: GitChecking,
  quarantine: Quarantine,
  { commit, without }: { readonly commit: string; readonly without: readonly string[] },
): Promise<string | null> {
  const input = [commit, ...without.map((id) => `^${id}`), ''].join('\n');
  const base = quarantine.pack.replace(/\.pack$/, '');
  const args = ['pack-objects', '--revs', '--delta-base-offset', '-q', base];
  const name = (await run(checking, args, quarantine, input))?.toString('latin1').trim() ?? '';
  return /^[0-9a-f]{40}$/.test(name) ? `${base}-${name}.pack` : null;
}
