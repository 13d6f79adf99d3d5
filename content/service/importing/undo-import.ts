import { createEntryLookup, fileId } from '#content/git/tree-differences.ts';
import { isShownAt } from '#content/snapshot/snapshot-state.ts';
import { commitTrailers } from '../../contract/commit-trailers.ts';
import { movedFile } from '../../model/change-set.ts';
import { imageMeant, isPagePath, postAddress, REDIRECTS_FILE } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { indexOf } from '../../model/post-index.ts';
import { pageOf } from '../../model/post-words.ts';
import { oldAddress, type Redirect } from '../../model/redirects.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { ContentContext, PostsContext } from '../content-context.ts';
import { imagesOfSite } from '../post-references.ts';
import { editVersion, type ReadVersion, readFile } from '../posts/post-version.ts';
import { commitPosts, type PostChange } from '../posts/write-post.ts';
import { editedRedirects } from '../redirects.ts';
import { authorView } from '../waiting/author-view.ts';
import type { Plan } from '../waiting/work-branch.ts';
import type { CallContext, Workspace } from '../workspace.ts';
import type { ImportFolder, ReplacedText, ReturningText } from './import-folder.ts';
import type { ImportWork } from './import-job.ts';
import { readProvenance } from './provenance.ts';
import { PER_COMMIT } from './publish-import.ts';
import { seenPosts } from './write-texts.ts';

type UndoContext = PostsContext & Pick<ContentContext, 'origin'>;

/** What is undone, and by whom. */
type Undoing = Pick<ImportWork, 'decided' | 'at' | 'caller'>;

/**
 * Takes back what an import wrote and nobody changed since, from readers too where it was published, with the pictures that
 * nothing shows any more and the lines of redirects.yml that lead nowhere then. A text whose place it took is there again. All of it
 * stays in history. What is stopped, or whose program ends, goes on when it is asked for again. Answers the titles of what stays.
 */
export async function takeBack(
  context: UndoContext,
  folder: ImportFolder,
  { decided, at, caller }: Undoing,
): Promise<readonly string[]> {
  const { workspace } = context;
  const taking = { importId: folder.id, caller };
  const redirects = await folder.redirects.noted();
  const replaced = await replacedBy(folder);
  const own = decided.filter(({ fate }) => fate === 'new' || fate === 'changed');
  const left: string[] = [];
  for (let from = 0; from < own.length && !at.stopping.signal.aborted; from += PER_COMMIT) {
    const some = own.slice(from, from + PER_COMMIT);
    await putBack(context, folder, taking);
    const stayed = await workspace.write(async (snapshot) => {
      const { stayed, ways } = await waysBack(context, snapshot, { replaced, decided: some });
      await changeWaiting(
        context,
        ways.flatMap(({ waiting }) => waiting ?? []),
        taking,
      );
      await folder.returning.note(ways.flatMap(({ returning }) => returning ?? []));
      const posts = ways.flatMap(({ published }) => published ?? []);
      if (posts.length === 0) return stayed;
      const before = posts.flatMap((post) => post.before ?? []);
      const removed = posts.flatMap((post) => (post.after === null ? (post.before ?? []) : []));
      await commitPosts(workspace, snapshot, {
        posts,
        action: { kind: 'undo-import', posts: before, import: folder.id, isMinor: true },
        author: caller.author,
        forgotten: new Set(removed.flatMap(linesTo(snapshot, redirects))),
      });
      return stayed;
    });
    left.push(...stayed);
    at.progress = { ...at.progress, done: from + some.length };
  }
  await putBack(context, folder, taking);
  if (!at.stopping.signal.aborted) await removePictures(context, { folder, caller, redirects });
  return left;
}

/** What an import took the place of, by the article's id. */
async function replacedBy({ replaced }: ImportFolder): Promise<ReadonlyMap<string, ReplacedText>> {
  return new Map((await replaced.noted()).toReversed().map((one) => [one.id, one]));
}

/** Puts texts that waited back beside what is published of them again, whichever program published that. */
async function putBack(context: PostsContext, folder: ImportFolder, taking: Taking): Promise<void> {
  await context.workspace.pending.mergePublished();
  const replaced = await replacedBy(folder);
  const files = new Map<string, WaitingFile>();
  for (const { id, published } of await folder.returning.noted()) {
    const former = replaced.get(id);
    if (former === undefined) continue;
    const back = await readFile(context.workspace, { path: former.path, id: former.blob });
    // Each program that took it back said so.
    files.set(`${id} ${published}`, { path: former.path, id: published, post: back.post, back });
  }
  await changeWaiting(context, [...files.values()], taking);
}

/** A file of the work branch, with the id of the blob it is. */
interface WaitingFile {
  readonly path: string;
  readonly id: string;
  readonly post: { readonly id: string; readonly title: string };
  /** What takes its place; null for nothing. */
  readonly back: ReadVersion | null;
}

/** What undoes a text of an import, in this order. */
interface WayBack {
  readonly waiting?: WaitingFile;
  readonly published?: PostChange;
  /** What is to wait beside that again. */
  readonly returning?: ReturningText;
}

async function waysBack(
  context: PostsContext,
  snapshot: Snapshot,
  { replaced, decided }: Pick<Undoing, 'decided'> & { readonly replaced: ReadonlyMap<string, ReplacedText> },
): Promise<{ readonly stayed: readonly string[]; readonly ways: readonly WayBack[] }> {
  const { version, isAsWritten } = await seenPosts(context.workspace);
  const { byId } = indexOf(snapshot.posts);
  const stayed: string[] = [];
  const ways: WayBack[] = [];
  for (const { id, fate, text } of decided) {
    const found = await version(id);
    if (found === null) continue;
    const from = readProvenance(found.post.importedFrom);
    const former = replaced.get(id);
    // What an earlier import wrote is that one's to take back.
    if (fate === 'changed' && (from?.source !== text.digest || former === undefined)) continue;
    if (from?.source !== text.digest || !isAsWritten(found)) stayed.push(found.post.title);
    else ways.push(await wayBack(context.workspace, { found, shown: byId.get(id), former: former ?? null }));
  }
  return { stayed, ways };
}

interface Standing {
  /** The text that the import wrote. */
  readonly found: ReadVersion;
  /** What is published of its article. */
  readonly shown: SnapshotPost | undefined;
  readonly former: ReplacedText | null;
}

async function wayBack(
  { read, clock }: Pick<Workspace, 'read' | 'clock'>,
  { found: { path, post }, shown, former }: Standing,
): Promise<WayBack> {
  const file = { path, id: post.revision, post };
  const isPublished = shown?.revision === post.revision;
  if (former === null) {
    const published = shown === undefined ? {} : { published: { before: shown, after: null } };
    // What waits beside what is published goes first: nobody is to be asked about it.
    return isPublished ? published : { waiting: { ...file, back: null }, ...published };
  }
  const back = await readFile({ read }, { path: former.path, id: former.blob });
  if (shown === undefined || !isPublished) return { waiting: { ...file, back } };
  // Where readers had none of it, a draft stays of what they got since.
  const hidden = { edit: { isPublished: false }, id: post.id, now: clock() };
  const after =
    former.live === null
      ? editVersion(back, hidden)
      : await readFile({ read }, { path: former.path, id: former.live });
  const isWhole = after.post.revision === former.blob;
  const returning = { id: post.id, published: after.post.revision };
  return { published: { before: shown, after }, ...(isWhole ? {} : { returning }) };
}

/** The addresses of the old site from which redirects.yml leads to an article: its own, and of what the import wrote. */
function linesTo({ redirects }: Snapshot, lines: readonly Redirect[]) {
  return (post: SnapshotPost): readonly string[] =>
    [...post.formerAddresses.map(oldAddress), ...lines.map(([from]) => from)].flatMap((from) =>
      from !== null && redirects.get(from) === postAddress(post) ? [from] : [],
    );
}

/** Those lines that say what the import wrote, and lead to nothing that readers see once these images are gone. */
function leadingNowhere(
  { redirects, images, posts }: Snapshot,
  lines: readonly Redirect[],
  { gone, now }: { readonly gone: ReadonlySet<string>; readonly now: number },
): readonly string[] {
  const index = indexOf(posts);
  const isThere = (to: string): boolean => {
    const image = imageMeant(to, undefined);
    return image === null ? isShownAt(to, index, now) : images.has(image) && !gone.has(image);
  };
  return lines.flatMap(([from, to]) => (redirects.get(from) === to && !isThere(to) ? [from] : []));
}

interface Taking {
  readonly importId: string;
  readonly caller: CallContext;
}

/** Only of files that are as they were read. */
async function changeWaiting(
  { workspace }: PostsContext,
  files: readonly WaitingFile[],
  { importId, caller }: Taking,
): Promise<void> {
  if (files.length === 0) return;
  await workspace.changeWaiting(caller.author, async ({ tree }) => {
    const entryOf = createEntryLookup(workspace.objects, tree);
    const entries = await Promise.all(files.map(({ path }) => entryOf(path)));
    const asRead = files.filter(({ id }, at) => fileId(entries[at] ?? null) === id);
    return {
      changes: asRead.flatMap((file) => movedFile(file, file.back)),
      action: {
        kind: 'undo-import',
        posts: asRead.map(({ path, post: { id, title } }) => ({
          id,
          title,
          ...pageOf({ isPage: isPagePath(path) }),
        })),
        import: importId,
        isMinor: true,
      },
      value: undefined,
    };
  });
}

interface Removing {
  readonly folder: ImportFolder;
  readonly caller: CallContext;
  /** The lines of redirects.yml that the import wrote, of what is no article. */
  readonly redirects: readonly Redirect[];
}

/** Those that it brought and nothing shows any more, of whichever branch has them; and the lines that lead nowhere then. */
async function removePictures(context: UndoContext, { folder, caller, redirects }: Removing): Promise<void> {
  const { workspace } = context;
  const taken = (await folder.pictures.noted()).flatMap(
    ([, address]) => imageMeant(address, undefined) ?? [],
  );
  const unused = await unshown(context, await workspace.current(), taken);
  const brought = await broughtBy(context, folder.id, unused);
  await workspace.change(caller.author, async (snapshot) => {
    const gone = await unshown(context, snapshot, brought);
    const { changes, action, value } = deletionOf([...gone].filter((image) => snapshot.images.has(image)));
    const lines = leadingNowhere(snapshot, redirects, { gone, now: workspace.clock() });
    if (lines.length === 0) return { changes, action, value };
    const { bytes } = await editedRedirects(workspace, snapshot, (edits) => lines.forEach(edits.taken));
    const edit = { path: REDIRECTS_FILE, bytes };
    return {
      changes: [...changes, edit],
      value,
      action: changes.length === 0 ? { kind: 'edit-redirects' } : action,
    };
  });
  if (brought.size === 0) return;
  await workspace.pending.mergePublished();
  const published = await workspace.current();
  const still = [...(await unshown(context, published, brought))].filter(
    (image) => !published.images.has(image),
  );
  await workspace.changeWaiting(caller.author, () => Promise.resolve(deletionOf(still)));
}

/** Those of these images that are there, and that neither an article, nor a text that waits, nor site.yml shows. */
async function unshown(
  { workspace, references, origin }: UndoContext,
  published: Snapshot,
  images: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const { snapshot, versions } = await authorView(workspace, published);
  const used = await references.byImage({ posts: [...snapshot.posts, ...versions.values()] });
  const ofSite = imagesOfSite(snapshot.site, origin);
  return new Set(
    [...images].filter((image) => snapshot.images.has(image) && !used.has(image) && !ofSite.has(image)),
  );
}

function deletionOf(images: readonly string[]): Plan<undefined> {
  return {
    changes: images.map((path) => ({ path, bytes: null })),
    action: { kind: 'delete-images', count: images.length },
    value: undefined,
  };
}

/** The images that an import put where they are: the very same may have been there before, or its author may have been quicker. */
async function broughtBy(
  { workspace, history }: PostsContext,
  importId: string,
  images: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const brought = new Set<string>();
  if (images.size === 0) return brought;
  const { commit: main } = await workspace.current();
  const { changesOf } = await history.withWaiting({ main, work: (await workspace.pending.waiting()).work });
  const isOfImport = new Map<string, boolean>();
  for (const image of images) {
    const changes = changesOf(image);
    const gone = changes.findIndex(({ blobId }) => blobId === null);
    const first = (gone === -1 ? changes : changes.slice(0, gone)).at(-1)?.commit;
    if (first === undefined) continue;
    if (!isOfImport.has(first)) {
      const { message } = await workspace.objects.readCommit(first);
      isOfImport.set(first, commitTrailers(message).importId === importId);
    }
    if (isOfImport.get(first) === true) brought.add(image);
  }
  return brought;
}
