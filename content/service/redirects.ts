import { commitMessage } from '../contract/commit-sentences.ts';
import type { Person } from '../model/change-set.ts';
import { hasCode } from '../model/errors.ts';
import { isPostPath, REDIRECTS_FILE } from '../model/paths.ts';
import { GONE, postAddress, type Redirect } from '../model/redirects.ts';
import { type Snapshot, wasShown } from '../model/snapshot.ts';
import type { RedirectEdits } from '../store/redirects-file.ts';
import type { Workspace } from './workspace.ts';

/**
 * Writes into redirects.yml, in one commit, where addresses lead that other programs changed: what was derived from
 * their commits then outlives the cache and reaches every clone. Answers how many. Nothing to write makes no commit; a
 * commit of another program that comes first is left for the next call.
 */
export async function recordRedirects(
  workspace: Pick<Workspace, 'write' | 'read' | 'commit' | 'clock'>,
  author: Person,
): Promise<number> {
  return workspace.write(async (snapshot) => {
    const redirects = recordable(snapshot);
    if (redirects.length === 0) return 0;
    const current = snapshot.redirectsId === '' ? null : await workspace.read(snapshot.redirectsId);
    // Loaded when there is something to write: a YAML library is long to load for a start.
    const { redirectEdits } = await import('../store/redirects-file.ts');
    const posts = addressesAt(snapshot, workspace.clock());
    const bytes = redirects.reduce<Uint8Array>(
      (edited, redirect) => recorded(redirectEdits, edited, { redirect, posts }),
      current ?? new Uint8Array(),
    );
    const message = commitMessage({ kind: 'edit-redirects' });
    try {
      await workspace.commit({ changes: [{ path: REDIRECTS_FILE, bytes }], message, author }, snapshot);
      return redirects.length;
    } catch (error) {
      if (hasCode(error, 'conflict')) return 0;
      throw error;
    }
  });
}

/** Addresses that posts have, and whether readers see them there. */
type Addresses = ReadonlyMap<string, boolean>;

function addressesAt({ posts }: Snapshot, now: number): Addresses {
  return new Map(posts.map((post) => [postAddress(post.slug), wasShown(post, now)]));
}

/** What is known of the address of a hidden post stays: nothing but that line says that it is gone. */
function recorded(
  edits: RedirectEdits,
  current: Uint8Array,
  { redirect: [from, to], posts }: { readonly redirect: Redirect; readonly posts: Addresses },
): Uint8Array {
  const [slug, target] = [slugOf(from), slugOf(to)];
  if (to === GONE) return posts.has(from) ? edits.hidden(current, slug) : edits.gone(current, slug);
  if (posts.get(to) === true) return edits.moved(current, slug, target);
  return edits.carried(edits.hidden(current, slug), slug, target);
}

function slugOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

interface RecorderOptions {
  readonly workspace: Pick<Workspace, 'write' | 'read' | 'commit' | 'clock'>;
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
 * What may be written for good. A post that seems deleted may only be unreadable under a new name: as long as a post's
 * file cannot be read, none is called gone.
 */
function recordable({ derivedRedirects, problems }: Snapshot): readonly Redirect[] {
  const isAllRead = !problems.some(({ path }) => isPostPath(path));
  return derivedRedirects.filter(([, to]) => to !== GONE || isAllRead);
}
