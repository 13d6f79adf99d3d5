import { commitMessage } from '../../contract/commit-sentences.ts';
import type { ObjectStore } from '../../store/objects/objects.ts';
import type { PendingVersions } from '../../store/pending/pending.ts';
import type { Clash } from './clash.ts';
import type { OpenClash } from './open-clashes.ts';

interface KeepOptions {
  readonly objects: ObjectStore;
  readonly pending: Pick<PendingVersions, 'read' | 'keep'>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The commits a merge was made from. */
interface From {
  readonly base: string;
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
  { kind, postId, title, base, theirs }: Clash,
  from: From,
): Promise<boolean> {
  if (kind !== 'text' || postId === null || base === null || theirs === null) return false;
  const present = await pending.read(postId);
  if (present !== null) return present.version?.file.blobId === theirs.id;
  const { author } = await objects.readCommit(from.theirs);
  const { bytes } = await objects.read(theirs.id);
  const left = theirs.path === base.path ? [] : [{ path: base.path, bytes: null }];
  return pending.keep({
    ...{ id: postId, replaces: null, base: from.base, author },
    changes: [{ path: theirs.path, bytes }, ...left],
    message: commitMessage({ kind: 'keep', post: { id: postId, title } }),
  });
}
