import { createBreathing } from '#content/git/concurrency.ts';
import { runGit } from '#content/git/git-program.ts';
import type { EntryDifference } from '#content/git/tree-differences.ts';

/** A file, link or submodule that a commit has otherwise than one of its parents. */
interface LoggedDifference {
  readonly path: string;
  readonly was: LoggedEntry | null;
  readonly is: LoggedEntry | null;
}
type LoggedEntry = Pick<NonNullable<EntryDifference['is']>, 'id' | 'mode'>;

/** A commit, and how it differs from its parents, from each of them: what differs from two comes twice. */
export interface LoggedCommit {
  readonly id: string;
  readonly parents: readonly string[];
  /** The committer's, since 1970. */
  readonly seconds: number;
  readonly message: string;
  readonly differences: readonly LoggedDifference[];
}

interface LogRange {
  readonly gitDir: string;
  /** This commit and its ancestors. */
  readonly from: string;
  /** This commit and its ancestors are left out; null leaves out none. */
  readonly until: string | null;
}

/** Of a merge, all that differs from any of its parents (-m), whatever the repository's own settings say. */
const LOG = [
  ...['-c', 'log.showRoot=true', 'log', '--raw', '-z', '-m', '--no-renames', '--no-abbrev', '--full-history'],
  ...['--date-order', '--no-notes', '--no-decorate', '--no-color', '--format=%H %ct %P%n%B'],
];

/** Commits as the git program tells them in one pass, children before parents, else the newest first; null where there is none. */
export async function loggedCommits(
  { gitDir, from, until }: LogRange,
  run: typeof runGit = runGit,
): Promise<AsyncIterable<LoggedCommit> | null> {
  const left = until === null ? [] : [`^${until}`];
  const printed = await run(gitDir, [...LOG, from, ...left, '--']);
  return printed === null ? null : parseLog(printed);
}

interface Reading extends LoggedCommit {
  readonly differences: LoggedDifference[];
}

const COMMIT = /^\n?([0-9a-f]{40}) (-?\d+) ([0-9a-f ]*)\n([^]*)$/;
const CHANGE = /^\n?:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) \w/;
const ABSENT = '000000';

/** Each commit's line comes once for each parent that it differs from; then status lines, each followed by a path. */
async function* parseLog(printed: Buffer): AsyncGenerator<LoggedCommit> {
  const breathe = createBreathing();
  const tokens = nulEnded(printed);
  let reading: Reading | undefined;
  for (const token of tokens) {
    const pause = breathe();
    if (pause !== undefined) await pause;
    const [, id, seconds, parents = '', message = ''] = COMMIT.exec(token) ?? [];
    if (id !== undefined) {
      if (reading?.id === id) continue;
      if (reading !== undefined) yield reading;
      reading = { id, seconds: Number(seconds), parents: words(parents), message, differences: [] };
      continue;
    }
    const [, oldMode = '', mode = '', oldId = '', newId = ''] = CHANGE.exec(token) ?? [];
    if (mode === '') continue;
    const path = tokens.next().value ?? '';
    reading?.differences.push({ path, was: entry(oldMode, oldId), is: entry(mode, newId) });
  }
  if (reading !== undefined) yield reading;
}

function entry(mode: string, id: string): LoggedEntry | null {
  return mode === ABSENT ? null : { mode, id };
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

function* nulEnded(bytes: Buffer): Generator<string, undefined> {
  let start = 0;
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
  if (start < bytes.length) yield bytes.toString('utf8', start);
}
