import type { Commit } from './commit-object.ts';
import { runGit } from './git-program.ts';
import type { ObjectStore } from './objects.ts';

/** One version of a file in history. */
export interface FileVersion {
  readonly path: string;
  readonly blobId: string;
  readonly mode: string;
  /** Whether this commit brought the file in, rather than changing it. */
  readonly isAddition: boolean;
  /** How many commits back in the walk, from 0. */
  readonly age: number;
}

interface Search {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  /** Versions reachable from this commit, itself included. */
  readonly from: string;
  /** Versions of this commit and its ancestors are left out; null leaves out none. */
  readonly until: string | null;
  readonly paths: readonly string[];
}

/** More paths than this are not named one by one on git's command line. */
const MAX_NAMED_PATHS = 500;

/** All versions of some files, newest first, in one walk of history: by the git program, else by ourselves. */
export async function fileVersions(search: Search): Promise<readonly FileVersion[]> {
  const printed = await runGit(search.gitDir, logArguments(search));
  const wanted = new Set(search.paths);
  if (printed !== null) return parseRawLog(printed.toString('utf8')).filter(({ path }) => wanted.has(path));
  return walkFirstParents(search);
}

function logArguments({ from, until, paths }: Search): readonly string[] {
  const named = paths.length <= MAX_NAMED_PATHS ? paths : ['posts', 'site.yml', 'capacity.yml'];
  const raw = [
    'log',
    '--raw',
    '-z',
    '--no-renames',
    '--no-abbrev',
    '--full-history',
    '--format=%H',
    from,
    ...(until === null ? [] : [`^${until}`]),
  ];
  return ['--literal-pathspecs', ...raw, '--', ...named];
}

/** The entries of `git log --raw -z`: a status line, then the path, each ended by NUL. */
export function parseRawLog(text: string): FileVersion[] {
  const versions: FileVersion[] = [];
  const tokens = text.split('\0');
  let age = -1;
  for (let at = 0; at < tokens.length; at += 1) {
    if (/^\n?[0-9a-f]{40}\n?$/.test(tokens[at] ?? '')) age += 1;
    const [, mode, , blobId, status] =
      /^\n?:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) (\w)/.exec(tokens[at] ?? '') ?? [];
    if (mode === undefined || blobId === undefined) continue;
    at += 1;
    const path = tokens[at];
    if (path !== undefined && status !== 'D')
      versions.push({ path, blobId, mode, isAddition: status === 'A', age });
  }
  return versions;
}

async function walkFirstParents({ objects, from, until, paths }: Search): Promise<readonly FileVersion[]> {
  const versions: FileVersion[] = [];
  let newer = new Map<string, FileVersion>();
  let commitId: string | undefined = from;
  for (let age = 0; commitId !== undefined && commitId !== until; age += 1) {
    const commit: Commit = await objects.readCommit(commitId);
    const here = new Map<string, FileVersion>();
    for (const path of paths) {
      const entry = await entryAt(objects, commit.tree, path);
      if (entry !== null) here.set(path, { path, ...entry, isAddition: false, age });
    }
    versions.push(...endedVersions(newer, here));
    newer = here;
    commitId = commit.parents[0];
  }
  versions.push(...endedVersions(newer, new Map()));
  return versions;
}

/** The versions that start between an older commit and the next newer one. */
function endedVersions(
  newer: ReadonlyMap<string, FileVersion>,
  older: ReadonlyMap<string, FileVersion>,
): readonly FileVersion[] {
  return [...newer.values()]
    .filter((version) => older.get(version.path)?.blobId !== version.blobId)
    .map((version) => ({ ...version, isAddition: !older.has(version.path) }));
}

async function entryAt(
  objects: ObjectStore,
  treeId: string,
  path: string,
): Promise<{ readonly blobId: string; readonly mode: string } | null> {
  let at = { blobId: treeId, mode: '40000' };
  for (const part of path.split('/')) {
    if (at.mode !== '40000' && at.mode !== '040000') return null;
    const entry = (await objects.readTree(at.blobId)).find(({ name }) => name === part);
    if (entry === undefined) return null;
    at = { blobId: entry.id, mode: entry.mode };
  }
  return at;
}
