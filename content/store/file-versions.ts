import { CAPACITY_FILE, POSTS_FOLDER, SITE_FILE } from '../model/paths.ts';
import { runGit } from './git-program.ts';
import { type FileVersion, type VersionSearch, walkHistory } from './walk-history.ts';

/**
 * The versions of some files, newest first, in one walk of history: by the git program, else by ourselves. Of a
 * merge, the versions that differ from any of its parents.
 */
export async function fileVersions(
  search: VersionSearch,
  run: typeof runGit = runGit,
): Promise<readonly FileVersion[]> {
  const known = search.until !== null && (await search.objects.has(search.until)) ? search.until : null;
  const printed = await run(search.gitDir, logArguments(search.from, known));
  if (printed === null) return walkHistory({ ...search, until: known });
  return [...parseRawLog(printed.toString('utf8'))].filter(search.isWanted);
}

function logArguments(from: string, until: string | null): readonly string[] {
  const revisions = until === null ? [from] : [from, `^${until}`];
  const form = ['--raw', '-z', '--no-renames', '--no-abbrev', '--format=%H %P'];
  const walk = ['--full-history', '--date-order', '-m'];
  return ['log', ...form, ...walk, ...revisions, '--', POSTS_FOLDER, SITE_FILE, CAPACITY_FILE];
}

const COMMIT = /^\n?[0-9a-f]{40} ([0-9a-f ]*)\n?$/;
const CHANGE = /^\n?:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) (\w)/;

/** The entries of `git log --raw -z --format='%H %P'`: a status line, then the path, each ended by NUL. */
function* parseRawLog(text: string): Generator<FileVersion> {
  const tokens = nulEnded(text);
  let age = -1;
  let isMerge = false;
  for (const token of tokens) {
    const commit = COMMIT.exec(token);
    if (commit !== null) {
      age += 1;
      isMerge = commit[1]?.includes(' ') === true;
    }
    const [, oldMode = '', mode = '', oldId = '', id = '', letter] = CHANGE.exec(token) ?? [];
    if (letter === undefined) continue;
    const path = tokens.next().value ?? '';
    if (letter !== 'D')
      yield { path, blobId: id, mode, status: letter === 'A' && !isMerge ? 'added' : 'changed', age };
    else if (!isMerge) yield { path, blobId: oldId, mode: oldMode, status: 'deleted', age };
  }
}

function* nulEnded(text: string): Generator<string, undefined> {
  let start = 0;
  for (let end = text.indexOf('\0'); end !== -1; end = text.indexOf('\0', start)) {
    yield text.slice(start, end);
    start = end + 1;
  }
  if (start < text.length) yield text.slice(start);
}
