import { createEntryLookup, fileId } from '#content/git/tree-differences.ts';
import { isShownAt } from '#content/snapshot/snapshot-state.ts';
import { commitTrailers } from '../../contract/commit-trailers.ts';
import { imageMeant, postAddress, REDIRECTS_FILE } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { indexOf } from '../../model/post-index.ts';
import { oldAddress, type Redirect } from '../../model/redirects.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { ContentContext, PostsContext } from '../content-context.ts';
import { imagesOfSite } from '../post-references.ts';
import { commitPosts } from '../posts/write-post.ts';
import { editedRedirects } from '../redirects.ts';
import { authorView } from '../waiting/author-view.ts';
import type { Plan } from '../waiting/work-branch.ts';
import type { CallContext } from '../workspace.ts';
import type { ImportFolder } from './import-folder.ts';
import type { ImportWork } from './import-job.ts';
import { readProvenance } from './provenance.ts';
import { PER_COMMIT } from './publish-import.ts';
import { seenPosts } from './write-texts.ts';

type UndoContext = PostsContext & Pick<ContentContext, 'origin'>;

/** What is undone, and by whom. */
type Undoing = Pick<ImportWork, 'decided' | 'at' | 'caller'>;

/**
 * Takes back what an import brought and nobody changed since, from readers too where it was published, with the pictures that
 * nothing shows any more and the lines of redirects.yml that lead nowhere then. All of it stays in history. What was there before and
 * the import updated stays. What is stopped, or whose program ends, goes on when it is asked for again. Answers the titles of what stays.
 */
export async function takeBack(
  context: UndoContext,
  folder: ImportFolder,
  { decided, at, caller }: Undoing,
): Promise<readonly string[]> {
  const { workspace } = context;
  const taking = { importId: folder.id, caller };
  const redirects = await folder.redirects.noted();
  const own = decided.filter(({ fate }) => fate === 'new' || fate === 'changed');
  const left: string[] = [];
  for (let from = 0; from < own.length && !at.stopping.signal.aborted; from += PER_COMMIT) {
    const some = own.slice(from, from + PER_COMMIT);
    const stayed = await workspace.write(async (snapshot) => {
      const { stayed, gone } = await standing(context, some);
      const { byId } = indexOf(snapshot.posts);
      const shown = gone.flatMap(({ id }) => byId.get(id) ?? []);
      // What waits beside what is published goes first: nobody is to be asked about it.
      await removeWaiting(
        context,
        gone.filter(({ id, revision }) => byId.get(id)?.revision !== revision),
        taking,
      );
      if (shown.length === 0) return stayed;
      await commitPosts(workspace, snapshot, {
        posts: shown.map((before) => ({ before, after: null })),
        action: { kind: 'undo-import', posts: shown, import: folder.id, isMinor: true },
        author: caller.author,
        forgotten: new Set(shown.flatMap(linesTo(snapshot, redirects))),
      });
      return stayed;
    });
    left.push(...stayed);
    at.progress = { ...at.progress, done: from + some.length };
  }
  await workspace.pending.mergePublished();
  if (!at.stopping.signal.aborted) await removePictures(context, { folder, caller, redirects });
  return left;
}

/** What is there of these texts of an import: the titles of those that stay, and those that go. */
async function standing(
  { workspace }: PostsContext,
  decided: Undoing['decided'],
): Promise<{ readonly stayed: readonly string[]; readonly gone: readonly SnapshotPost[] }> {
  const { version, isAsWritten } = await seenPosts(workspace);
  const stayed: string[] = [];
  const gone: SnapshotPost[] = [];
  for (const { id, fate, text } of decided) {
    const found = await version(id);
    if (found === null) continue;
    const isOfSource = readProvenance(found.post.importedFrom)?.source === text.digest;
    if (fate === 'new' && isOfSource && isAsWritten(found)) gone.push(found.post);
    // A text that changed in the source and was not taken anew is no work of this import.
    else if (fate === 'new' || isOfSource) stayed.push(found.post.title);
  }
  return { stayed, gone };
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
async function removeWaiting(
  { workspace }: PostsContext,
  posts: readonly SnapshotPost[],
  { importId, caller }: Taking,
): Promise<void> {
  if (posts.length === 0) return;
  await workspace.changeWaiting(caller.author, async ({ tree }) => {
    const entryOf = createEntryLookup(workspace.objects, tree);
    const entries = await Promise.all(posts.map(({ path }) => entryOf(path)));
    const asRead = posts.filter(({ revision }, at) => fileId(entries[at] ?? null) === revision);
    return {
      changes: asRead.map(({ path }) => ({ path, bytes: null })),
      action: { kind: 'undo-import', posts: asRead, import: importId, isMinor: true },
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
