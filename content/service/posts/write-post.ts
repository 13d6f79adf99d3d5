import type { HistoryIndex } from '#content/history/history-index.ts';
import { type CommitAction, commitMessage, type PostActionKind } from '../../contract/commit-sentences.ts';
import type { RedirectEdits } from '../../files/redirects-file.ts';
import { movedFile, type Person, type TreeChange } from '../../model/change-set.ts';
import { addressOfPath, pathWithSlug, postAddress, REDIRECTS_FILE } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { pageOf } from '../../model/post-words.ts';
import { GONE, oldAddress, type Redirect } from '../../model/redirects.ts';
import { isLostAt, type Moments, type Snapshot, wasShown } from '../../model/snapshot.ts';
import { editedRedirects, ledToDeleted } from '../redirects.ts';
import type { WaitingFile } from '../waiting/work-branch.ts';
import type { Workspace } from '../workspace.ts';
import { lostFile } from './find-post.ts';
import { type PostVersion, type ReadVersion, tryReadVersion } from './post-version.ts';

interface PostChange {
  /** The post as it is; null when it is new. */
  readonly before: SnapshotPost | null;
  /** Its file as it is to be, read already or not; null to remove it. */
  readonly after: PostVersion | ReadVersion | null;
  /** The address of the post that takes the place of one that is removed. */
  readonly heir?: string | null;
}

interface PostsCommit {
  readonly posts: readonly PostChange[];
  readonly action: CommitAction;
  readonly author: Person;
  /** Other files that go into the same commit. */
  readonly besides?: readonly TreeChange[];
  /** Old addresses, and where they lead from now on, unless redirects.yml leads them elsewhere. */
  readonly former?: readonly Redirect[];
  /** Old addresses that redirects.yml is to say nothing of any more. */
  readonly forgotten?: ReadonlySet<string>;
}

/** Makes one commit of changes to posts, redirects included. */
export async function commitPosts(
  workspace: Workspace,
  snapshot: Snapshot,
  { posts, action, author, besides = [], former = [], forgotten = NONE }: PostsCommit,
): Promise<void> {
  const now = workspace.clock();
  const { current, bytes } = await editedRedirects(workspace, snapshot, (edits) => {
    readdressAll(edits, now, posts);
    noteFormer(edits, [...posts.flatMap(formerOf), ...former], forgotten);
  });
  const isWritten = bytes !== null && (bytes !== current || isLostAt(snapshot, REDIRECTS_FILE));
  const redirects = isWritten ? [{ path: REDIRECTS_FILE, bytes }] : [];
  const changes = [
    ...besides,
    ...posts.flatMap(({ before, after }) => movedFile(before, after)),
    ...redirects,
  ];
  await workspace.commit({ changes, message: commitMessage(action), author }, snapshot);
}

const NONE: ReadonlySet<string> = new Set();

/** The addresses that a post had on another site lead to it once it is published; lines of those it had then are its author’s by now. */
function formerOf({ before, after }: PostChange): readonly Redirect[] {
  const post = after === null ? null : postOf(after);
  if (post === null || !post.isPublished) return [];
  const written = before?.isPublished === true ? before.formerAddresses : [];
  return post.formerAddresses.flatMap((address): readonly Redirect[] => {
    const from = written.includes(address) ? null : oldAddress(address);
    return from === null || from === '/' ? [] : [[from, postAddress(post)]];
  });
}

/** Null where its file cannot be read. */
function postOf(version: PostVersion | ReadVersion): SnapshotPost | null {
  return 'post' in version ? version.post : (tryReadVersion(version)?.post ?? null);
}

/** Of one address several times the last counts. One that went with a deleted post may lead on again. */
function noteFormer(edits: RedirectEdits, former: readonly Redirect[], forgotten: ReadonlySet<string>): void {
  const wanted = former.filter(([from]) => (edits.ledTo(from) ?? GONE) === GONE && !forgotten.has(from));
  for (const [from, to] of wanted) edits.lead(from, to, 'none');
  for (const from of forgotten) edits.taken(from);
}

/** A post as the published branch has it, and as it is to have it. */
export interface Publication {
  readonly before: SnapshotPost;
  /** Whether only the work branch has it. */
  readonly isUnpublished: boolean;
  /** The text that waited and that it is, or resolves; null for none. */
  readonly waited: Pick<WaitingFile, 'basedOn' | 'savedAt'> | null;
  readonly version: ReadVersion;
  /** Whether it is to be no news to readers. */
  readonly isMinor: boolean;
  /** What readers are to be told. */
  readonly note: string | null;
  /** The commit of the work branch whose text it is, or resolves; null for none. */
  readonly from: string | null;
  /** Whether a picture that it shows is published with it. */
  readonly hasNewPicture?: boolean;
}

/** What is published of an import: no news to readers, who knew it on another site. */
export interface OfImport {
  readonly id: string;
  /** Where other addresses of that site lead, from this commit on. */
  readonly former: readonly Redirect[];
}

interface Publishing {
  readonly workspace: Workspace;
  readonly history: Pick<HistoryIndex, 'at'>;
}

interface PublicationsCommit extends Pick<PostsCommit, 'author' | 'besides'> {
  /** Each a change. */
  readonly publications: readonly Publication[];
  /** What they do, unless the publications say it. */
  readonly action?: CommitAction | undefined;
  readonly imported?: OfImport | undefined;
}

/** Makes one commit of publications. */
export async function commitPublications(
  posts: Publishing,
  snapshot: Snapshot,
  { publications, imported, action = actionOf(publications, imported), ...commit }: PublicationsCommit,
): Promise<void> {
  const former = [...(imported?.former ?? [])];
  for (const publication of publications) former.push(...(await knownBefore(posts, snapshot, publication)));
  const changes = publications.map(({ before, isUnpublished, version }) => ({
    before: isUnpublished ? null : before,
    after: version,
  }));
  await commitPosts(posts.workspace, snapshot, { ...commit, posts: changes, action, former });
}

/** The addresses that readers knew a post by which another commit deleted, and that are to lead to it again. */
async function knownBefore(
  { workspace, history }: Publishing,
  snapshot: Snapshot,
  { isUnpublished, waited, version: { post } }: Publication,
): Promise<readonly Redirect[]> {
  const basedOn = waited?.basedOn ?? null;
  if (!isUnpublished || basedOn === null) return [];
  const { path } = basedOn;
  const deletion = (await history.at(snapshot.commit)).changesOf(path).find(({ blobId }) => blobId === null);
  if (deletion === undefined) return [];
  const [before = deletion.commit] = (await workspace.objects.readCommit(deletion.commit)).parents;
  const [was, is] = [addressOfPath(path), postAddress(post)];
  const own = was !== is && snapshot.redirects.get(was) === GONE ? [[was, is] as const] : [];
  return [...own, ...(await ledToDeleted(workspace, { before, path }, post))];
}

/** Whether there is anything to commit of it. */
export function isChange(
  snapshot: Snapshot,
  { before, isUnpublished, version, hasNewPicture = false }: Publication,
): boolean {
  return (
    isUnpublished || hasNewPicture || !isUnchanged(before, version) || lostFile(snapshot, before) !== null
  );
}

function actionOf(changed: readonly Publication[], imported: OfImport | undefined): CommitAction {
  const [only, ...others] = changed;
  const publishes = changed.find(({ from }) => from !== null)?.from ?? null;
  if (imported !== undefined) {
    const posts = changed.map(({ version }) => ({ ...nameOf(version), isMinor: true }));
    return { kind: 'publish-posts', posts, publishes, import: imported.id };
  }
  if (only === undefined || others.length > 0) {
    const posts = changed.map(({ version, isMinor, note }) => ({ ...nameOf(version), isMinor, note }));
    return { kind: 'publish-posts', posts, publishes };
  }
  const { before, version, isMinor, note, from } = only;
  const isApplied = from !== null && before.isPublished && version.post.isPublished;
  const kind: PostActionKind = isApplied ? 'apply' : kindOf(before, version.post);
  return { kind, post: nameOf(version), isMinor, note, publishes };
}

/** What a sentence names a post by. */
export function nameOf({ post }: ReadVersion): {
  readonly id: string;
  readonly title: string;
  readonly isPage?: true;
} {
  return { id: post.id, title: post.title, ...pageOf(post) };
}

export function isUnchanged(before: SnapshotPost, { post }: ReadVersion): boolean {
  return post.revision === before.revision && post.path === before.path;
}

export function kindOf(
  before: SnapshotPost,
  after: SnapshotPost,
): 'publish' | 'unpublish' | 'update' | 'move' {
  if (before.isPublished !== after.isPublished) return after.isPublished ? 'publish' : 'unpublish';
  return postAddress(before) === postAddress(after) ? 'update' : 'move';
}

/** When readers see a version, and where; one whose file cannot be read goes on being seen as it was. */
function seenAfter(before: SnapshotPost | null, after: PostChange['after']): SeenPost | null {
  if (after === null) return null;
  const post = postOf(after) ?? before;
  return post === null ? null : { ...post, path: after.path };
}

type SeenPost = Moments & Pick<SnapshotPost, 'path'>;

/** What changes of posts make of redirects.yml, where one may take the address that another leaves: through one that nobody has. */
function readdressAll(edits: RedirectEdits, now: number, posts: readonly PostChange[]): void {
  const left = new Set(posts.flatMap(({ before }) => (before === null ? [] : addressOfPath(before.path))));
  const entering: (PostChange & { readonly before: SnapshotPost })[] = [];
  for (const post of posts) {
    const { before, after } = post;
    const isAlone = before === null || after === null || before.path === after.path;
    if (isAlone || !left.has(addressOfPath(after.path))) readdress(edits, now, post);
    else {
      const outside = pathWithSlug(before.path, before.id);
      readdress(edits, now, { before, after: { path: outside, bytes: after.bytes } });
      entering.push({ before: { ...before, path: outside }, after });
    }
  }
  for (const post of entering) readdress(edits, now, post);
  for (const { before } of entering) edits.taken(addressOfPath(before.path));
}

/**
 * What a change of one post makes of redirects.yml. An address that readers saw never ends without an answer; one that they never saw
 * gets none. `now` is in milliseconds since 1970.
 */
function readdress(edits: RedirectEdits, now: number, { before, after, heir = null }: PostChange): void {
  const seen = seenAfter(before, after);
  if (seen !== null) readdressSaved(edits, now, { before, after: seen });
  if (seen !== null || before === null) return;
  const address = addressOfPath(before.path);
  const was = wasShown(before, now);
  if (was && heir === null) edits.gone(address);
  else if (was && heir !== null) edits.moved(address, heir);
  else if (heir !== null) {
    // What readers knew of it, if anything, redirects.yml says.
    edits.taken(heir);
    edits.carried(address, heir);
  }
}

function readdressSaved(
  edits: RedirectEdits,
  now: number,
  { before, after }: { readonly before: SeenPost | null; readonly after: SeenPost },
): void {
  const [from, to] = [addressOfPath((before ?? after).path), addressOfPath(after.path)];
  const was = before !== null && wasShown(before, now);
  const is = wasShown(after, now);
  if (was && is) {
    if (from !== to) edits.moved(from, to);
    return;
  }
  if (was) edits.hidden(from);
  if (is) edits.taken(to);
  if (from !== to) edits.carried(from, to);
}
