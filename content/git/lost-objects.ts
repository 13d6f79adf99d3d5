import { ContentError, hasCode } from '#content/model/errors.ts';
import { createBreathing, runLimited } from './concurrency.ts';
import { askGit } from './git-program.ts';
import { type GitObject, isObjectId } from './objects/object-id.ts';
import { linksOf } from './objects/object-links.ts';
import type { ObjectStore } from './objects/objects.ts';
import { listRefs } from './refs/refs.ts';

/** A large repository on a slow disk, with everything else going first. */
const LONGEST_MS = 6 * 60 * 60 * 1000;
const MAX_PARALLEL = 4;

export interface LostObjectsSearch {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'tryRead'>;
  /** Ends the search, which then throws. */
  readonly signal: AbortSignal;
  /** How the git program is asked; where it gives no answer we walk ourselves. */
  readonly git?: typeof askGit;
}

/** By id, the objects that are missing or damaged. */
export type LostObjects = ReadonlyMap<
  string,
  {
    /** Whether a ref leads to it, so that a clone and a backup need it. */
    readonly isNeeded: boolean;
    /** Whether a line of a reflog names it. */
    readonly isInLogs: boolean;
  }
>;

/**
 * Reads all that a repository holds, by the git program at a low priority, else what its refs lead to, by ourselves in small
 * steps. What the git program complains of is read once more before it counts as lost.
 */
export async function findLostObjects(search: LostObjectsSearch): Promise<LostObjects> {
  const told = await complaints(search, []);
  if (told === null) return walk(search);
  const lost = await unreadable(search.objects, new Set(idsIn(told, ANY)));
  if (lost.length === 0) return new Map();
  // What only reflogs lead to is no part of a clone.
  const needed = new Set(idsIn((await complaints(search, ['--no-reflogs'])) ?? told, NEEDED));
  const inLogs = new Set(idsIn(told, IN_LOGS));
  return new Map(lost.map((id) => [id, { isNeeded: needed.has(id), isInLogs: inLogs.has(id) }]));
}

/** What the git program says of a repository, '' when it finds nothing; null when it does not answer. */
async function complaints(
  { gitDir, signal, git = askGit }: LostObjectsSearch,
  more: readonly string[],
): Promise<string | null> {
  const args = ['fsck', '--full', '--no-dangling', '--no-progress', ...more];
  const end = await git(gitDir, args, { longestMs: LONGEST_MS, isBackground: true, signal });
  signal.throwIfAborted();
  if (end.kind !== 'ended') return null;
  return end.code === 0 ? '' : `${end.stdout.toString('latin1')}\n${end.stderr.toString('latin1')}`;
}

/** Of these, those that cannot be read. */
export async function unreadable(
  objects: Pick<ObjectStore, 'tryRead'>,
  ids: Iterable<string>,
): Promise<readonly string[]> {
  const lost: string[] = [];
  await runLimited([...ids], MAX_PARALLEL, async (id) => {
    if ((await read(objects, id)) === 'lost') lost.push(id);
  });
  return lost.sort();
}

const ANY = /\b([0-9a-f]{40})\b/g;
/** What git fsck says of an object that something needs, and of one that a ref names (git-fsck(1)). */
const NEEDED = /(?:^missing [a-z]+ |invalid sha1 pointer )([0-9a-f]{40})\b/gm;

const IN_LOGS = /invalid reflog entry ([0-9a-f]{40})\b/g;

function idsIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, id]) => id ?? []);
}

/** One that is too large to be read is not lost. */
async function read(objects: Pick<ObjectStore, 'tryRead'>, id: string) {
  try {
    return (await objects.tryRead(id)) ?? 'lost';
  } catch (error) {
    if (hasCode(error, 'invalid')) return 'too-large';
    if (hasCode(error, 'corrupt')) return 'lost';
    throw error;
  }
}

async function walk({ gitDir, objects, signal }: LostObjectsSearch): Promise<LostObjects> {
  const breathe = createBreathing();
  const waiting = [...(await listRefs(gitDir)).values()].filter(isObjectId);
  const seen = new Set(waiting);
  const lost = new Map<string, { readonly isNeeded: true; readonly isInLogs: false }>();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    await breathe();
    signal.throwIfAborted();
    const object = await read(objects, id);
    if (object === 'lost') lost.set(id, { isNeeded: true, isInLogs: false });
    else if (object !== 'too-large') {
      for (const next of namedBy({ ...object, id })) {
        if (!seen.has(next)) waiting.push(next);
        seen.add(next);
      }
    }
  }
  return lost;
}

/** The objects that an object names; none of what is damaged in another way than being lost. */
function namedBy(object: GitObject & { readonly id: string }): readonly string[] {
  try {
    return linksOf(object).map(({ id }) => id);
  } catch (error) {
    if (error instanceof ContentError) return [];
    throw error;
  }
}
