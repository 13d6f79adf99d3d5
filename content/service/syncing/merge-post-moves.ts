import { mergePosts } from '#content/merge/merge-post.ts';
import type { FileChange } from '../../model/change-set.ts';
import { pickChanged } from '../../model/merge.ts';
import { isPostPath, slugOfPath } from '../../model/paths.ts';
import type { Clash, ClashKind, FileAt } from './clash.ts';
import type { Move } from './tree-sides.ts';

export interface Outcome {
  /** What is done to our tree. */
  readonly changes: readonly FileChange[];
  readonly clash: Clash | null;
}

export interface PostMoves {
  readonly key: string;
  readonly ours: Move;
  readonly theirs: Move;
}

export type ReadBlob = (id: string) => Promise<Uint8Array>;

const NOTHING: Outcome = { changes: [], clash: null };

/**
 * A post that both sides touched (docs/design.md, Merging prose). Deleted by both: gone. Deleted by one and changed by the other:
 * the text stays, and the author is asked. An address changed by one: the post has it, with the texts of both; changed
 * by both, each to another: ours, and the author is asked.
 */
export async function mergePostMoves(moves: PostMoves, read: ReadBlob): Promise<Outcome> {
  const { ours, theirs } = moves;
  const base = ours.before ?? theirs.before;
  if (ours.after === null && theirs.after === null) return NOTHING;
  if (ours.after === null && theirs.after !== null) return restored(moves, theirs.after, read);
  if (ours.after === null) return NOTHING;
  if (theirs.after === null) return { changes: [], clash: clashOf(moves, 'deleted-there', ours.after) };
  if (ours.after.id === theirs.after.id && ours.after.path === theirs.after.path) return NOTHING;
  return mergeBoth(moves, { base, ours: ours.after, theirs: theirs.after }, read);
}

async function restored(moves: PostMoves, after: FileAt, read: ReadBlob): Promise<Outcome> {
  return {
    changes: [{ path: after.path, bytes: await read(after.id) }],
    clash: clashOf(moves, 'deleted-here', after),
  };
}

interface Files {
  readonly base: FileAt | null;
  readonly ours: FileAt;
  readonly theirs: FileAt;
}

async function mergeBoth(moves: PostMoves, { base, ours, theirs }: Files, read: ReadBlob): Promise<Outcome> {
  const [mine, other] = [await read(ours.id), await read(theirs.id)];
  const start = base === null ? null : await read(base.id);
  const merged =
    start === null
      ? sameOrNull(mine, other)
      : mergePosts({ path: ours.path, base: start, ours: mine, theirs: other });
  if (merged?.kind !== 'merged') return { changes: [], clash: clashOf(moves, 'text', ours) };
  const path = mergedPath(base, ours, theirs);
  const at = path ?? ours.path;
  const isSame = at === ours.path && Buffer.compare(merged.bytes, mine) === 0;
  const left = at === ours.path ? [] : [{ path: ours.path, bytes: null }];
  return {
    changes: isSame ? [] : [{ path: at, bytes: merged.bytes }, ...left],
    clash: path === null ? clashOf(moves, 'renamed', ours) : null,
  };
}

function sameOrNull(ours: Uint8Array, theirs: Uint8Array): { kind: 'merged'; bytes: Uint8Array } | null {
  return Buffer.compare(ours, theirs) === 0 ? { kind: 'merged', bytes: ours } : null;
}

/** Where the post goes; null when each side gave it another address. Of two folders ours is as good as theirs. */
function mergedPath(base: FileAt | null, ours: FileAt, theirs: FileAt): string | null {
  if (slugOfPath(ours.path) === slugOfPath(theirs.path)) return ours.path;
  return base === null ? null : (pickChanged(base.path, ours.path, theirs.path)?.value ?? null);
}

function clashOf({ key, ours, theirs }: PostMoves, kind: ClashKind, { path }: FileAt): Clash {
  const base = ours.before ?? theirs.before;
  const postId = isPostPath(key) ? null : key;
  return { kind, path, postId, base, ours: ours.after, theirs: theirs.after };
}
