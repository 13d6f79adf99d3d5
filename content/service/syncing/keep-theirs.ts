import type { ObjectStore } from '#content/git/objects/objects.ts';
import { commitMessage } from '../../contract/commit-sentences.ts';
import { hasCode } from '../../model/errors.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import type { Clash } from './clash.ts';
import type { OpenClash } from './open-clashes.ts';

interface KeepOptions {
  readonly objects: ObjectStore;
  readonly pending: Pick<PendingVersions, 'read' | 'keep'>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The commit a merge takes in. */
interface From {
  readonly theirs: string;
}

/**
 * Puts their text of a disputed post where the author finds it: its pending version, to be merged on the conflict screen. A
 * post that has one already keeps that; their text is then in history, and the question names it.
 */
export async function keepTheirs(
  { objects, pending, now }: KeepOptions,
  clash: Clash,
  from: From,
): Promise<OpenClash> {
  const isPending = await keepAsPending({ objects, pending, now }, clash, from);
  return { ...clash, since: now, isPending };
}

async function keepAsPending(
  { objects, pending }: KeepOptions,
  { kind, postId, title, base, ours, theirs }: Clash,
  from: From,
): Promise<boolean> {
  if (kind !== 'text' || postId === null || base === null || ours === null || theirs === null) return false;
  const present = await pending.read(postId);
  if (present !== null) return present.file.id === theirs.id;
  const { author } = await objects.readCommit(from.theirs);
  const { bytes } = await objects.read(theirs.id);
  try {
    return await pending.keep({
      ...{ id: postId, replaces: ours, basedOn: base, author },
      file: { path: theirs.path, bytes },
      message: commitMessage({ kind: 'keep', post: { id: postId, title } }),
    });
  } catch (error) {
    // Another post waits for that address.
    if (hasCode(error, 'slug-taken')) return false;
    throw error;
  }
}
