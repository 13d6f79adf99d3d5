import { hasCode } from '../../model/errors.ts';
import { isAncestor } from '../../store/remote/paint-history.ts';
import type { PendingMove, PendingThere } from '../../store/remote/pending-exchange.ts';
import { joinPending, type MeetOptions } from './join-pending.ts';

/** A pending version here, there, and as both had it last. */
interface Sides {
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly seen: string | null;
}

/**
 * Has our pending versions hold what the other side's do, whose commits are here already. What one side alone did since both
 * last agreed happens on the other: a new version, a changed one, a deletion. Changed by one and deleted by the other: it
 * stays. Changed by both: both changes in one version, else ours, with theirs in its history and under a backup ref. What
 * cannot be read, here or there, is left as it is. Answers what the other side is to be given.
 */
export async function meetPending(
  options: MeetOptions,
  there: PendingThere,
): Promise<readonly PendingMove[]> {
  const [here, seen] = [await options.pending.refs(), await options.seen.list()];
  const moves: PendingMove[] = [];
  for (const id of new Set([...here.keys(), ...there.keys(), ...seen.keys()])) {
    if ([here, there, seen].some((side) => side.get(id) === null)) continue;
    const sides = {
      ours: here.get(id) ?? null,
      theirs: there.get(id) ?? null,
      seen: seen.get(id) ?? null,
    };
    const met = await unlessDamaged(meetOne(options, id, sides));
    if (met === null) continue;
    if (met.ours !== sides.theirs) moves.push({ id, from: sides.theirs, to: met.ours });
  }
  return moves;
}

/** How many pending versions the other side has not as they are here, as far as the last exchange knows. */
export async function countUnsentPending({ pending, seen }: Pick<MeetOptions, 'pending' | 'seen'>) {
  const [here, agreed] = [await pending.refs(), await seen.list()];
  const ids = [...new Set([...here.keys(), ...agreed.keys()])];
  return ids.filter((id) => (here.get(id) ?? null) !== (agreed.get(id) ?? null)).length;
}

interface Met {
  /** What we hold now, and the other side is to hold. */
  readonly ours: string | null;
}

/** Null when our version changed meanwhile: the next exchange sees to it. */
async function meetOne(options: MeetOptions, id: string, sides: Sides): Promise<Met | null> {
  const { objects, seen } = options;
  const { ours, theirs } = sides;
  if (ours === theirs) {
    await seen.note(id, { from: sides.seen, to: ours });
    return null;
  }
  if (theirs === sides.seen) return send(options, id, sides);
  if (ours === sides.seen || ours === null) return take(options, id, sides);
  if (theirs === null) return { ours };
  if (await isAncestor(objects, ours, theirs)) return take(options, id, sides);
  if (await isAncestor(objects, theirs, ours)) return { ours };
  const joined = await joinPending(options, id, { ours, theirs });
  return joined === null ? null : { ours: joined };
}

/** A version that was dropped and made anew here does not follow theirs: a remote takes none that does not. */
async function send({ objects, pending }: MeetOptions, id: string, { ours, theirs }: Sides) {
  if (ours === null || theirs === null || (await isAncestor(objects, theirs, ours))) return { ours };
  const above = await pending.putAbove(id, { ours, theirs });
  return above === null ? null : { ours: above };
}

async function take({ pending, seen }: MeetOptions, id: string, sides: Sides): Promise<null> {
  const { ours, theirs } = sides;
  const isDone =
    theirs !== null
      ? await pending.take(id, { ours, theirs })
      : ours === null || (await pending.remove(id, ours));
  if (isDone) await seen.note(id, { from: sides.seen, to: theirs });
  return null;
}

async function unlessDamaged(work: Promise<Met | null>): Promise<Met | null> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'corrupt')) return null;
    throw error;
  }
}
