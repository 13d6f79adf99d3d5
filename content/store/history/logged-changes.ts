import { createBreathing } from '../breathe.ts';
import { runGit } from '../git-program.ts';
import { isRegularFile } from '../tree.ts';
import { type ChangedFile, type CommitChanges, isFollowed } from './commit-changes.ts';

/** Of a merge, all that differs from any of its parents (-m), whatever the repository's own settings say. */
const LOG = [
  ...['-c', 'log.showRoot=true', 'log', '--raw', '-z', '-m', '--no-renames', '--no-abbrev'],
  ...['--no-notes', '--no-decorate', '--no-color', '--format=%H %ct %P'],
];

/** What every commit up to `from` changed, as the git program says in one pass; null where there is none. */
export async function loggedChanges(
  gitDir: string,
  from: string,
  run: typeof runGit = runGit,
): Promise<readonly CommitChanges[] | null> {
  const printed = await run(gitDir, [...LOG, from, '--']);
  return printed === null ? null : parseLog(printed);
}

interface Reading extends Omit<CommitChanges, 'changes'> {
  readonly changed: Map<string, ChangedFile>;
}

const COMMIT = /^\n?([0-9a-f]{40}) (-?\d+) ([0-9a-f ]*)\n?$/;
const CHANGE = /^\n?:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) \w/;

/** Each commit's line comes once for each parent that it differs from; then status lines, each followed by a path. */
async function parseLog(printed: Buffer): Promise<readonly CommitChanges[]> {
  const breathe = createBreathing();
  const commits = new Map<string, Reading>();
  const tokens = nulEnded(printed);
  let reading: Reading | undefined;
  for (const token of tokens) {
    const pause = breathe();
    if (pause !== undefined) await pause;
    const [, id, seconds, parents = ''] = COMMIT.exec(token) ?? [];
    if (id !== undefined) {
      const known = commits.get(id);
      reading = known ?? { id, seconds: Number(seconds), parents: words(parents), changed: new Map() };
      commits.set(id, reading);
      continue;
    }
    const change = CHANGE.exec(token);
    if (change === null) continue;
    const changed = changedFile(tokens.next().value ?? '', change);
    if (changed !== null) reading?.changed.set(changed.path, changed);
  }
  return [...commits.values()].map(({ changed, ...commit }) => ({
    ...commit,
    changes: [...changed.values()],
  }));
}

function changedFile(
  path: string,
  [, oldMode = '', mode = '', oldId = '', id = '']: readonly string[],
): ChangedFile | null {
  if (!isFollowed(path)) return null;
  const was = isRegularFile({ mode: oldMode }) ? oldId : null;
  const blobId = isRegularFile({ mode }) ? id : null;
  return was === blobId ? null : { path, blobId };
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
