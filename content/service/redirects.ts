import { fileIdAt } from '#content/git/tree-differences.ts';
import type { Deletion } from '#content/history/deletions.ts';
import type { RedirectEdits } from '../files/redirects-file.ts';
import type { Person } from '../model/change-set.ts';
import { hasCode } from '../model/errors.ts';
import { addressOfPath, isPostPath, postAddress, postNamedBy, REDIRECTS_FILE } from '../model/paths.ts';
import type { SnapshotPost } from '../model/post.ts';
import { GONE, type Redirect } from '../model/redirects.ts';
import { isLostAt, type Snapshot, wasShown } from '../model/snapshot.ts';
import type { Workspace } from './workspace.ts';

/** The bytes of redirects.yml; what is known of it where the repository lost them; null when there is none. */
async function currentRedirects(
  workspace: Pick<Workspace, 'read'>,
  snapshot: Snapshot,
): Promise<Uint8Array | null> {
  const { redirectsId, redirects, derivedRedirects } = snapshot;
  if (redirectsId === '') return null;
  if (!isLostAt(snapshot, REDIRECTS_FILE)) return workspace.read(redirectsId);
  const derived = new Set(derivedRedirects.map(([from]) => from));
  const said = [...redirects].filter(([from]) => !derived.has(from));
  return Buffer.from(said.map(([from, to]) => `${from}: ${to}\n`).join(''));
}

/** redirects.yml, and what changes make of it: the same where they change nothing. Null for no file. */
export async function editedRedirects(
  workspace: Pick<Workspace, 'read'>,
  snapshot: Snapshot,
  edit: (edits: RedirectEdits) => void,
): Promise<{ readonly current: Uint8Array | null; readonly bytes: Uint8Array | null }> {
  const current = await currentRedirects(workspace, snapshot);
  const isWhollyRead = !snapshot.problems.some(({ path }) => path === REDIRECTS_FILE);
  // Loaded when there is something to write: a YAML library is long to load for a start.
  const { editRedirects } = await import('../files/redirects-file.ts');
  return { current, bytes: editRedirects(current, edit, isWhollyRead ? snapshot.redirects : undefined) };
}

/** The addresses that led to a post before its file was deleted, and where they are to lead. */
export async function ledToDeleted(
  { objects }: Pick<Workspace, 'objects'>,
  { before: commit, path }: Pick<Deletion, 'before' | 'path'>,
  post: SnapshotPost,
): Promise<readonly Redirect[]> {
  const id = await fileIdAt(objects, { commit, path: REDIRECTS_FILE });
  const file = id === null ? null : await objects.tryRead(id);
  const { parseRedirectsFile } = await import('../files/redirects-file.ts');
  const said = file === null ? null : parseRedirectsFile(file.bytes).redirects;
  const [was, is] = [addressOfPath(path), postAddress(post)];
  return [...(said ?? [])].flatMap(([from, to]): readonly Redirect[] =>
    to === was && from !== is ? [[from, is]] : [],
  );
}

/**
 * Writes into redirects.yml, in one commit, where addresses lead that other programs changed: what was derived from
 * their commits then outlives the cache and reaches every clone. Answers how many. Nothing to write makes no commit.
 */
export async function recordRedirects(
  workspace: Pick<Workspace, 'change' | 'read' | 'clock'>,
  author: Person,
): Promise<number> {
  return workspace.change(author, async (snapshot) => {
    const action = { kind: 'edit-redirects' } as const;
    const redirects = recordable(snapshot);
    if (redirects.length === 0) return { changes: [], action, value: 0 };
    const posts = addressesAt(snapshot, workspace.clock());
    const { bytes } = await editedRedirects(workspace, snapshot, (edits) =>
      state(edits, redirects, { posts, said: snapshot.redirects }),
    );
    return { changes: [{ path: REDIRECTS_FILE, bytes }], action, value: redirects.length };
  });
}

/** Addresses that posts have, and whether readers see them there. */
type Addresses = ReadonlyMap<string, boolean>;

function addressesAt({ posts }: Snapshot, now: number): Addresses {
  return new Map(posts.map((post) => [postAddress(post), wasShown(post, now)]));
}

interface Known {
  readonly posts: Addresses;
  /** Where addresses lead already. */
  readonly said: ReadonlyMap<string, string>;
}

/**
 * What redirects.yml is to say. Of the address of a hidden post, a tag or a category it says that it is gone, and nothing of what leads there;
 * one that leads to a hidden post is gone itself where that post’s own address is, else leads there for the day it is shown.
 */
function state(edits: RedirectEdits, redirects: readonly Redirect[], { posts, said }: Known): void {
  for (const [from, to] of redirects) {
    // A tag or category may come back, as a hidden post may.
    const mayReturn = posts.has(from) || postNamedBy(from) === null;
    if (to === GONE) edits.lead(from, to, mayReturn ? 'none' : 'leading');
    else if (posts.get(to) === true) edits.moved(from, to);
    else if (said.has(to)) edits.hidden(from);
    else edits.lead(from, to, 'leading');
  }
}

interface RecorderOptions {
  readonly workspace: Pick<Workspace, 'change' | 'read' | 'clock'>;
  readonly author: Person;
  /** How long after a commit that changed addresses they are written, in milliseconds. */
  readonly delayMs?: number;
  readonly onError: (error: unknown) => void;
}

/** Long enough for a series of pushes to end: each of our commits makes the pusher fetch before the next. */
const DELAY_MS = 10 * 60_000;

/**
 * Has {@link recordRedirects} follow some time after a snapshot that derived where addresses lead. Until then, and where
 * the repository cannot be written, they are kept with the cached snapshot only.
 */
export function createRedirectRecorder({ workspace, author, delayMs = DELAY_MS, onError }: RecorderOptions) {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  async function record(): Promise<void> {
    timer = null;
    try {
      await recordRedirects(workspace, author);
    } catch (error) {
      if (!hasCode(error, 'read-only')) onError(error);
    }
  }

  return {
    /** To be told of each snapshot that readers get. */
    notice(snapshot: Snapshot): void {
      if (timer !== null || recordable(snapshot).length === 0) return;
      timer = setTimeout(() => {
        running = record();
      }, delayMs);
      timer.unref();
    },
    /** Lets what runs end; what waits is for the next start. */
    async close(): Promise<void> {
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}

/**
 * What may be written for good: addresses of articles, and of the tags and categories they had. A post that seems deleted may only be unreadable under a new name: as long as a post's
 * file cannot be read, none is called gone.
 */
function recordable(snapshot: Snapshot): readonly Redirect[] {
  const isAllRead = !snapshot.problems.some(({ path }) => isPostPath(path));
  const topics = [...snapshot.formerTopics].filter((address) => !snapshot.redirects.has(address));
  const left = [...snapshot.derivedRedirects, ...topics.map((address): Redirect => [address, GONE])];
  return left.filter(([, to]) => to !== GONE || isAllRead);
}
