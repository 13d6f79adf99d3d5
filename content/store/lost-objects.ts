import { ContentError, hasCode } from '../model/errors.ts';
import { createBreathing } from './breathe.ts';
import { parseCommit } from './commit-object.ts';
import { askGit } from './git-program.ts';
import { isObjectId } from './objects/object-id.ts';
import type { ObjectStore } from './objects/objects.ts';
import { listRefs } from './refs/refs.ts';
import { runLimited } from './run-limited.ts';
import { parseTree } from './tree.ts';

/** A large repository on a slow disk, with everything else going first. */
const LONGEST_MS = 6 * 60 * 60 * 1000;
const MAX_PARALLEL = 4;
const SUBMODULE = '160000';

export interface LostObjectsSearch {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'tryRead'>;
  /** Ends the search, which then throws. */
  readonly signal: AbortSignal;
  /** How the git program is asked; where it gives no answer we walk ourselves. */
  readonly git?: typeof askGit;
}

/** By id, the objects that are missing or damaged; whether a ref leads to it, so that a clone and a backup need it. */
export type LostObjects = ReadonlyMap<string, { readonly isNeeded: boolean }>;

/**
 * Reads all that a repository holds, by the git program at a low priority, else what its refs lead to, by ourselves in small
 * steps. What the git program complains of is read once more before it counts as lost.
 */
export async function findLostObjects(search: LostObjectsSearch): Promise<LostObjects> {
  const { gitDir, objects, signal, git = askGit } = search;
  const args = ['fsck', '--full', '--no-dangling', '--no-progress', '--no-reflogs'];
  const answer = await git(gitDir, args, { longestMs: LONGEST_MS, isBackground: true, signal });
  signal.throwIfAborted();
  if (answer === null) return walk(search);
  if (answer.code === 0) return new Map();
  const told = `${answer.stdout.toString('latin1')}\n${answer.stderr.toString('latin1')}`;
  const needed = new Set(idsIn(told, NEEDED));
  const lost = await unreadable(objects, new Set(idsIn(told, ANY)));
  return new Map(lost.map((id) => [id, { isNeeded: needed.has(id) }]));
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
  const lost = new Map<string, { readonly isNeeded: true }>();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    await breathe();
    signal.throwIfAborted();
    const object = await read(objects, id);
    if (object === 'lost') lost.set(id, { isNeeded: true });
    else if (object !== 'too-large') {
      for (const next of namedBy(id, object)) {
        if (!seen.has(next)) waiting.push(next);
        seen.add(next);
      }
    }
  }
  return lost;
}

/** The objects that an object names; none of what is damaged in another way than being lost. */
function namedBy(
  id: string,
  { type, bytes }: { readonly type: string; readonly bytes: Buffer },
): readonly string[] {
  try {
    if (type === 'tree')
      return parseTree(bytes, `tree ${id}`)
        .filter(({ mode }) => mode !== SUBMODULE)
        .map((entry) => entry.id);
    if (type !== 'commit') return [];
    const { tree, parents } = parseCommit(id, bytes);
    return [tree, ...parents];
  } catch (error) {
    if (error instanceof ContentError) return [];
    throw error;
  }
}
