import { isPostPath, POSTS_FOLDER } from '../../model/paths.ts';
import { runGit } from '../git-program.ts';
import { type Deletion, type DeletionSearch, walkDeletions } from '../walk-deletions.ts';

/** Commits that delete are asked for up to this many: the bin is for what was deleted lately. */
const MAX_DELETING_COMMITS = 2000;

/**
 * The files of posts that commits removed, newest first: by the git program, else by ourselves as far as
 * walk-deletions.ts goes. A merge deletes nothing: what it brings together was deleted before it.
 */
export async function deletions(
  search: DeletionSearch,
  run: typeof runGit = runGit,
): Promise<readonly Deletion[]> {
  const { gitDir, from, until } = search;
  const known = until !== null && (await search.objects.has(until)) ? until : null;
  const printed = await run(gitDir, logArguments(from, known));
  const found =
    printed === null
      ? await walkDeletions({ ...search, until: known })
      : [...parseDeletions(printed.toString('utf8'))];
  return found.filter(({ path }) => isPostPath(path));
}

function logArguments(from: string, until: string | null): readonly string[] {
  const revisions = until === null ? [from] : [from, `^${until}`];
  const form = ['--raw', '-z', '--no-renames', '--no-abbrev', '--diff-filter=D', '--format=%H %ct %an'];
  const walk = ['--full-history', '--date-order', `--max-count=${MAX_DELETING_COMMITS}`];
  return ['log', ...form, ...walk, ...revisions, '--', POSTS_FOLDER];
}

const COMMIT = /^\n?([0-9a-f]{40}) (-?\d+) (.*)\n?$/;
const CHANGE = /^\n?:\d+ \d+ ([0-9a-f]+) [0-9a-f]+ D$/;

/** The entries of `git log --raw -z --format='%H %ct %an'`: a status line, then the path, each ended by NUL. */
function* parseDeletions(text: string): Generator<Deletion> {
  const tokens = text.split('\0').values();
  let commit = { commit: '', deletedAt: 0, deletedBy: '' };
  for (const token of tokens) {
    const [, id, seconds, deletedBy = ''] = COMMIT.exec(token) ?? [];
    if (id !== undefined) commit = { commit: id, deletedAt: Number(seconds) * 1000, deletedBy };
    const blobId = CHANGE.exec(token)?.[1];
    if (blobId !== undefined) yield { ...commit, blobId, path: tokens.next().value ?? '' };
  }
}
