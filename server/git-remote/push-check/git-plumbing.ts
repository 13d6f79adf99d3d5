import { callGit } from '#content/git/git-program.ts';

/** As long as a push may take (server/git-remote/git-backend.ts), in milliseconds. */
const LONGEST_MS = 20 * 60_000;

export interface NewCommit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
}

/**
 * The commits that these ids bring and no ref of the repository holds yet, newest first. To be called in the environment
 * of a hook: only there does git see what was pushed.
 */
export async function newCommits(ids: readonly string[]): Promise<readonly NewCommit[]> {
  const args = ['rev-list', '--no-commit-header', '--format=%H %T %P', '--stdin', '--not', '--all'];
  const output = await runHere(args, `${ids.join('\n')}\n`);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', tree = '', ...parents] = line.split(' ');
      return { id, tree, parents: parents.filter((parent) => parent !== '') };
    });
}

/** Whether history leads from one commit back to the other. */
export async function isAncestor(older: string, younger: string): Promise<boolean> {
  const output = await runHere(['rev-list', '--max-count=1', older, `^${younger}`], '');
  return output === '';
}

interface Place {
  readonly commit: string;
  readonly folder: string;
}

/** The files of a folder, at a commit, that hold one of these texts. */
export async function filesHolding(
  texts: readonly string[],
  { commit, folder }: Place,
): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const patterns = texts.flatMap((text) => ['-e', text]);
  const args = ['grep', '--files-with-matches', '--null', '--ignore-case', '--fixed-strings', ...patterns];
  const output = await runHere([...args, commit, '--', folder], '', NOTHING_FOUND);
  return output
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.slice(commit.length + 1));
}

/** What git grep ends with when nothing matches. */
const NOTHING_FOUND = 1;

async function runHere(args: readonly string[], input: string, noneCode = 0): Promise<string> {
  const end = await callGit(args, { input, longestMs: LONGEST_MS });
  if (end.kind === 'ended' && (end.code === 0 || end.code === noneCode)) return end.stdout.toString('utf8');
  throw new Error('git cannot tell what was pushed', { cause: end });
}
