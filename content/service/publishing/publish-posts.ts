import type { HistoryIndex } from '#content/history/history-index.ts';
import { type CommitAction, commitMessage } from '../../contract/commit-sentences.ts';
import { sentenceOf } from '../../contract/french.ts';
import type { LeftPost } from '../../contract/publishing.ts';
import type { FileChange } from '../../model/change-set.ts';
import { ContentError, hasCode } from '../../model/errors.ts';
import { REDIRECTS_FILE } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { checkSlugFree } from '../posts/find-post.ts';
import { editVersion, type ReadVersion } from '../posts/post-version.ts';
import { redirectsAfter, writeUntilDone } from '../posts/write-post.ts';
import { currentRedirects } from '../redirects.ts';
import { authorView } from '../waiting/author-view.ts';
import type { PendingContext } from '../waiting/pending-keeping.ts';
import { appliedVersion, isOfAClock } from '../waiting/pending-versions.ts';
import type { CallContext } from '../workspace.ts';
import { imagesToBringBack } from './publish-images.ts';

export interface PublishingContext extends PendingContext {
  readonly history: Pick<HistoryIndex, 'at'>;
}

export interface Published {
  readonly published: readonly { readonly id: string; readonly title: string }[];
  readonly left: readonly LeftPost[];
}

/** A post as it is, and as readers are to see it. */
interface Publication {
  readonly before: SnapshotPost;
  /** Whether only the work branch has it. */
  readonly isUnpublished: boolean;
  readonly version: ReadVersion;
  readonly isMinor: boolean;
  readonly note: string | null;
  /** The commit of the work branch that it is of; null when nothing waited. */
  readonly from: string | null;
}

interface Plan {
  readonly publications: readonly Publication[];
  readonly left: readonly LeftPost[];
}

/**
 * Publishes posts as one commit: their pending versions are brought in, drafts become published, under the date of now where
 * the author chose none. What cannot be (another text in the way, an address that is taken) is left as it is, with the reason,
 * and the others go on. Called again it changes nothing, and makes no commit.
 */
export async function publishPosts(
  posts: PublishingContext,
  { ids }: { readonly ids: readonly string[] },
  caller: CallContext,
): Promise<Published> {
  posts.workspace.requireWritable();
  const { publications, left } = await writeUntilDone(posts.workspace, async (snapshot) => {
    const plan = await planOf(posts, snapshot, ids);
    return (await commitPlan(posts, snapshot, plan, caller)) ? plan : null;
  });
  // What was kept anew meanwhile goes on waiting.
  if (publications.length > 0) await posts.pending.settle();
  return { published: publications.map(({ version }) => nameOf(version.post)), left };
}

async function planOf(posts: PublishingContext, snapshot: Snapshot, ids: readonly string[]): Promise<Plan> {
  const publications: Publication[] = [];
  const left: LeftPost[] = [];
  for (const id of new Set(ids)) {
    try {
      const publication = await publicationOf(posts, snapshot, id);
      refuseTaken(publication, publications);
      publications.push(publication);
    } catch (error) {
      const refused = refusalOf(error);
      if (refused === null) throw error;
      const { snapshot: seen } = await authorView(posts, snapshot);
      const title = seen.posts.find((post) => post.id === id)?.title ?? 'Article supprimé';
      left.push({ id, title, reason: reasonOf(refused), isClash: hasCode(refused, 'conflict') });
    }
  }
  return { publications, left };
}

async function publicationOf(posts: PublishingContext, snapshot: Snapshot, id: string): Promise<Publication> {
  const { wasMerged: _, commit: from, ...applied } = await appliedVersion(posts, snapshot, id);
  const { before, isUnpublished } = applied;
  const version = publishedVersion(before, applied.version, posts.workspace.clock());
  const view = await authorView(posts, snapshot);
  if (isUnpublished || version.post.slug !== before.slug)
    checkSlugFree(view.addresses, version.post.slug, id);
  return { ...applied, version, from };
}

/** What readers have already becomes what its pending version says, be it a withdrawal; a draft is published. */
function publishedVersion(before: SnapshotPost, version: ReadVersion, now: number): ReadVersion {
  if (before.isPublished) return version;
  const { publishedAt } = version.post;
  const isDateless = before.published === null && isOfAClock(version.post) && (publishedAt ?? 0) <= now;
  const published = isDateless ? new Date(now).toISOString() : null;
  const edit = { isPublished: true, ...(published === null ? {} : { published }) };
  return editVersion(version, { edit, id: before.id, now, publishedElsewhere: null });
}

/** Two posts of one publication may want the same address. */
function refuseTaken({ version, before, isUnpublished }: Publication, others: readonly Publication[]): void {
  const { slug } = version.post;
  if (!isUnpublished && slug === before.slug) return;
  if (others.some((other) => other.version.post.slug === slug))
    throw new ContentError('slug-taken', { slug });
}

function refusalOf(error: unknown): ContentError | null {
  return error instanceof ContentError ? error : null;
}

function reasonOf(error: ContentError): string {
  return hasCode(error, 'conflict') ? CLASHING : sentenceOf(error.code, error.data);
}

const CLASHING =
  'Il a été modifié ici et ailleurs, aux mêmes endroits\u00a0: ouvrez-le pour réunir les deux versions.';

/** False when another program's commit came first. */
async function commitPlan(
  { workspace, history }: PublishingContext,
  snapshot: Snapshot,
  { publications }: Plan,
  { author }: CallContext,
): Promise<boolean> {
  const changed = publications.filter(isChanged);
  if (changed.length === 0) return true;
  const now = workspace.clock();
  const current = await currentRedirects(workspace, snapshot);
  const led = changed.reduce<Uint8Array | null>(
    (bytes, { before, version }) => redirectsAfter(now, bytes, { before, after: version.post }),
    current,
  );
  const shown = changed.map(({ version }) => version).filter(({ post }) => post.isPublished);
  const from = fromOf(changed);
  const images = await imagesToBringBack({ workspace, history }, snapshot, { versions: shown, from });
  const changes = [...changed.flatMap(filesOf), ...redirectsFile(current, led), ...images];
  return workspace.commit({ changes, message: commitMessage(actionOf(changed)), author }, snapshot);
}

function isChanged({ before, isUnpublished, version }: Publication): boolean {
  return isUnpublished || before.path !== version.path || before.revision !== version.post.revision;
}

function filesOf({ before, isUnpublished, version }: Publication): readonly FileChange[] {
  const moved = isUnpublished || before.path === version.path ? [] : [{ path: before.path, bytes: null }];
  return [{ path: version.path, bytes: version.bytes }, ...moved];
}

function redirectsFile(before: Uint8Array | null, after: Uint8Array | null): readonly FileChange[] {
  if (after === null || (before !== null && Buffer.compare(before, after) === 0)) return [];
  return [{ path: REDIRECTS_FILE, bytes: after }];
}

function actionOf(changed: readonly Publication[]): CommitAction {
  const [only, ...others] = changed;
  const publishes = fromOf(changed);
  if (only === undefined || others.length > 0) {
    const posts = changed.map((one) => ({
      ...nameOf(one.version.post),
      ...{ isMinor: isNoNews(one), note: one.note },
    }));
    return { kind: 'publish-posts', posts, publishes };
  }
  const { before, version } = only;
  const kind = !before.isPublished ? 'publish' : version.post.isPublished ? 'apply' : 'unpublish';
  return { kind, post: nameOf(version.post), isMinor: isNoNews(only), note: only.note, publishes };
}

function fromOf(changed: readonly Publication[]): string | null {
  return changed.find(({ from }) => from !== null)?.from ?? null;
}

/** A first publication is news whatever was said of it. */
function isNoNews({ before, isMinor }: Publication): boolean {
  return isMinor && before.isPublished;
}

function nameOf({ id, title }: SnapshotPost): { readonly id: string; readonly title: string } {
  return { id, title };
}
