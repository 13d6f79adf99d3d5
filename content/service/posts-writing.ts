import type { CommitAction } from '../contract/commit-sentences.ts';
import { commitMessage } from '../contract/commit-sentences.ts';
import type { FileChange, Person } from '../model/change-set.ts';
import { ContentError, hasCode } from '../model/errors.ts';
import { REDIRECTS_FILE } from '../model/paths.ts';
import type { Snapshot, SnapshotPost } from '../model/snapshot.ts';
import { mayHaveBeenPublic } from './posts-states.ts';
import type { PostVersion } from './posts-versions.ts';
import type { Workspace } from './workspace.ts';

/** How redirects.yml changes with the addresses of posts; each gives the new bytes, or the same ones. */
export interface RedirectEdits {
  /** A post that readers may know went from one address to another. */
  moved(current: Uint8Array | null, fromSlug: string, toSlug: string): Uint8Array;
  /** A post that readers may know was deleted. */
  gone(current: Uint8Array | null, slug: string): Uint8Array;
  /** A new or restored post takes the address, whatever it led to before. */
  taken(current: Uint8Array | null, slug: string): Uint8Array;
}

/** Programs that commit between our reading and our writing are let pass this often. */
const MAX_ATTEMPTS = 12;

/** An attempt to write: null when another program's commit came first and it must be made again. */
export type Attempt<Value> = (snapshot: Snapshot) => Promise<Value | null>;

/** Makes attempts, each from the newest content, until one succeeds. Throws ContentError 'conflict' in the end. */
export async function writeUntilDone<Value>(
  workspace: Pick<Workspace, 'write' | 'refresh'>,
  attempt: Attempt<Value>,
): Promise<Value> {
  for (let left = MAX_ATTEMPTS; left > 0; left--) {
    const value = await workspace.write(attempt);
    if (value !== null) return value;
    await workspace.refresh();
  }
  throw new ContentError('conflict', { path: '' });
}

export interface PostChange {
  /** The post as it is; null when it is new. */
  readonly before: SnapshotPost | null;
  /** Its file as it is to be; null to remove it. */
  readonly after: PostVersion | null;
  readonly action: CommitAction;
  readonly author: Person;
  /** Other files that go into the same commit. */
  readonly besides?: readonly FileChange[];
}

interface Writer {
  readonly workspace: Workspace;
  readonly redirects: RedirectEdits;
}

/** Makes one commit of a change to a post, redirects included; false when another program's commit came first. */
export async function commitPost(
  writer: Writer,
  snapshot: Snapshot,
  { before, after, action, author, besides = [] }: PostChange,
): Promise<boolean> {
  const changes: FileChange[] = [...besides];
  if (after !== null) changes.push({ path: after.path, bytes: after.bytes });
  if (before !== null && before.path !== after?.path) changes.push({ path: before.path, bytes: null });
  const redirects = await redirectsChange(writer, snapshot, { before, slug: slugAfter(after) });
  if (redirects !== null) changes.push(redirects);
  try {
    await writer.workspace.commit({ changes, message: commitMessage(action), author }, snapshot);
    return true;
  } catch (error) {
    if (hasCode(error, 'conflict')) return false;
    throw error;
  }
}

function slugAfter(after: PostVersion | null): string | null {
  return after === null ? null : after.path.slice(after.path.lastIndexOf('/') + 1, -'.md'.length);
}

/** A post with its address before, and after; null for none. */
export interface AddressMove {
  readonly before: SnapshotPost | null;
  readonly slug: string | null;
}

async function redirectsChange(
  { workspace, redirects }: Writer,
  snapshot: Snapshot,
  move: AddressMove,
): Promise<FileChange | null> {
  if (move.before?.slug === move.slug) return null;
  const current = await currentRedirects(workspace, snapshot);
  const bytes = redirectsAfter({ redirects, now: workspace.clock() }, current, move);
  if (bytes === null || (current !== null && Buffer.compare(bytes, current) === 0)) return null;
  return { path: REDIRECTS_FILE, bytes };
}

/** The bytes of redirects.yml; null when there is none. */
export async function currentRedirects(
  workspace: Pick<Workspace, 'read'>,
  { redirectsId }: Snapshot,
): Promise<Uint8Array | null> {
  return redirectsId === '' ? null : workspace.read(redirectsId);
}

/** What a change of one address makes of redirects.yml; null for no file. */
export function redirectsAfter(
  { redirects, now }: { readonly redirects: RedirectEdits; readonly now: number },
  current: Uint8Array | null,
  { before, slug }: AddressMove,
): Uint8Array | null {
  if (before?.slug === slug) return current;
  if (before !== null && mayHaveBeenPublic(before, now))
    return slug === null ? redirects.gone(current, before.slug) : redirects.moved(current, before.slug, slug);
  return slug === null || current === null ? current : redirects.taken(current, slug);
}
