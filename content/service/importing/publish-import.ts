import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { objectId } from '#content/git/objects/object-id.ts';
import { createEntryLookup, fileId } from '#content/git/tree-differences.ts';
import { commitMessage } from '../../contract/commit-sentences.ts';
import { imagePathOfAddress } from '../../model/paths.ts';
import { indexOf } from '../../model/post-index.ts';
import type { Redirect } from '../../model/redirects.ts';
import type { ContentContext, PostsContext } from '../content-context.ts';
import { imageMeant } from '../post-references.ts';
import { commitPosts } from '../posts/write-post.ts';
import { publishPosts } from '../publishing/publish-posts.ts';
import { authorView } from '../waiting/author-view.ts';
import type { CallContext } from '../workspace.ts';
import type { ImportFolder } from './import-folder.ts';
import type { Job } from './import-job.ts';
import { presentPictures } from './pictures.ts';
import { addressOf, type DecidedText, listRedirects } from './plan.ts';
import { readProvenance } from './provenance.ts';
import type { SourceIndex } from './source-index.ts';
import { isAsWritten, seenPosts } from './write-texts.ts';

interface Publishing {
  readonly index: SourceIndex;
  readonly decided: readonly DecidedText[];
  readonly at: Job;
  readonly caller: CallContext;
}

/** Articles of one commit. */
export const PER_COMMIT = 100;

interface Undoing {
  readonly importId: string;
  /** Its texts. */
  readonly decided: readonly DecidedText[];
  /** Addresses of ours that its pictures have. */
  readonly pictures: readonly string[];
  /** Lines of redirects.yml that it made for what is no article. */
  readonly redirects: readonly Redirect[];
  readonly signal: AbortSignal;
  readonly onDone: (count: number) => void;
}

/**
 * Takes back what an import wrote and nobody changed since, from readers too where it was published, with the lines of
 * redirects.yml it made and the pictures that nothing shows any more. All of it stays in history. Answers the titles of what stays.
 */
export async function takeBack(
  context: PostsContext,
  { importId, decided, pictures, redirects, signal, onDone }: Undoing,
  caller: CallContext,
): Promise<readonly string[]> {
  const { workspace, pending } = context;
  const own = decided.filter(({ fate }) => fate === 'new' || fate === 'changed');
  const left: string[] = [];
  let done = 0;
  for (let from = 0; from < own.length && !signal.aborted; from += PER_COMMIT) {
    const some = own.slice(from, from + PER_COMMIT);
    const stayed = await workspace.write(async (snapshot) => {
      const { version } = await seenPosts(context);
      const { byId } = indexOf(snapshot.posts);
      const staying: string[] = [];
      const published: (typeof snapshot.posts)[number][] = [];
      const waiting: WaitingFile[] = [];
      for (const { id, fate, text } of some) {
        const found = await version(id);
        if (found === null) continue;
        const from = readProvenance(found.post.importedFrom);
        // What an earlier import wrote is that one's to take back.
        if (fate === 'changed' && from?.source !== text.digest) continue;
        if (fate === 'changed' || from?.source !== text.digest || !isAsWritten(found, from.written)) {
          staying.push(found.post.title);
          continue;
        }
        const shown = byId.get(id);
        if (shown === undefined)
          waiting.push({ path: found.path, id: found.post.revision, post: found.post });
        else published.push(shown);
      }
      if (waiting.length > 0) await removeWaiting(context, waiting, { importId, caller });
      if (published.length === 0) return staying;
      const isDone = await commitPosts(workspace, snapshot, {
        posts: published.map((before) => ({ before, after: null })),
        action: { kind: 'undo-import', posts: published, import: importId, isMinor: true },
        author: caller.author,
        forgotten: new Set([
          ...published.flatMap(({ formerAddresses }) => formerAddresses),
          ...redirects.map(([old]) => old),
        ]),
      });
      return isDone ? staying : null;
    });
    await pending.mergePublished();
    left.push(...stayed);
    done += some.length;
    onDone(done);
  }
  if (!signal.aborted) await removePictures(context, { importId, pictures, caller });
  return left;
}

/** A file of the work branch, with the id of the blob it was read as. */
interface WaitingFile {
  readonly path: string;
  readonly id: string;
  readonly post: { readonly id: string; readonly title: string };
}

interface Taking {
  readonly importId: string;
  readonly caller: CallContext;
}

async function removeWaiting(
  { workspace, pending }: PostsContext,
  files: readonly WaitingFile[],
  { importId, caller }: Taking,
): Promise<void> {
  workspace.requireWritable();
  await pending.change(caller.author, async ({ tree }) => {
    const entryOf = createEntryLookup(workspace.objects, tree);
    const entries = await Promise.all(files.map(({ path: file }) => entryOf(file)));
    const asRead = files.filter(({ id }, at) => fileId(entries[at] ?? null) === id);
    if (asRead.length === 0) return null;
    return {
      changes: asRead.map(({ path: file }) => ({ path: file, bytes: null })),
      message: commitMessage({
        kind: 'undo-import',
        posts: asRead.map(({ post: { id, title } }) => ({ id, title })),
        import: importId,
        isMinor: true,
      }),
    };
  });
}

/** Those that no article shows any more, of whichever branch has them. */
async function removePictures(
  context: PostsContext,
  { pictures, caller }: Taking & { readonly pictures: readonly string[] },
): Promise<void> {
  const { workspace, pending, references } = context;
  const own = new Set(pictures.flatMap((address) => imageMeant(address, undefined) ?? []));
  const unused = async () => {
    const { snapshot } = await authorView(context, await workspace.current());
    const used = await references.byImage(snapshot);
    return [...own].filter((image) => snapshot.images.has(image) && !used.has(image));
  };
  const gone = new Set(await unused());
  if (gone.size === 0) return;
  const published = (images: ReadonlyMap<string, string>) => [...gone].filter((image) => images.has(image));
  await workspace.change(caller.author, ({ images }) => {
    const paths = published(images);
    return Promise.resolve({
      changes: paths.map((image) => ({ path: image, bytes: null })),
      action: { kind: 'delete-images', count: paths.length } as const,
      value: undefined,
    });
  });
  await pending.mergePublished();
  const { images } = await workspace.current();
  const waiting = [...gone].filter((image) => !images.has(image));
  const { files } = await pending.waiting();
  const still = waiting.filter((image) => files.get(image) != null);
  if (still.length === 0) return;
  await pending.change(caller.author, () =>
    Promise.resolve({
      changes: still.map((image) => ({ path: image, bytes: null })),
      message: commitMessage({ kind: 'delete-images', count: still.length }),
    }),
  );
}

/** Deletes the starter's articles that are as they were written, as one commit; answers how many. */
export async function removeStarter(
  { workspace, pending }: PostsContext,
  starterFolder: string,
  { author }: CallContext,
): Promise<number> {
  const blobs = await starterBlobs(starterFolder);
  const count = await workspace.write(async (snapshot) => {
    const posts = snapshot.posts.filter(({ revision }) => blobs.has(revision));
    if (posts.length === 0) return 0;
    const isDone = await commitPosts(workspace, snapshot, {
      posts: posts.map((before) => ({ before, after: null })),
      action: { kind: 'delete-starter', posts },
      author,
    });
    return isDone ? posts.length : null;
  });
  await pending.mergePublished();
  return count;
}

/** The ids of the starter's articles, as they were written. */
export async function starterBlobs(starterFolder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(path.join(starterFolder, 'posts'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.md'));
  const read = files.map(async ({ parentPath, name }) =>
    objectId('blob', await readFile(path.join(parentPath, name))),
  );
  return new Set(await Promise.all(read));
}

/** Publishes what was published at the source, by a hundred, one commit each, with the old site's addresses; no news to readers. */
export async function publishTexts(
  context: ContentContext,
  folder: ImportFolder,
  { index, decided, at, caller }: Publishing,
): Promise<void> {
  const { view } = await seenPosts(context);
  const waiting = decided.filter(({ id, text }) => {
    const version = view.versions.get(id);
    return version?.post.isPublished === true && (text.state === 'published' || text.state === 'scheduled');
  });
  at.progress = { ...at.progress, total: waiting.length };
  const former = [
    ...listRedirects(index, decided),
    ...fileRedirects(index, decided, presentPictures(await folder.takenPictures(), view.snapshot)),
  ];
  let published = 0;
  for (let from = 0; from < waiting.length && !at.stopping.signal.aborted; from += PER_COMMIT) {
    const ids = waiting.slice(from, from + PER_COMMIT).map(({ id }) => id);
    const done = await publishPosts(
      context,
      { ids, imported: { id: folder.id, former: from === 0 ? former : [] } },
      caller,
    );
    published += done.published.length;
    at.progress = { ...at.progress, done: from + ids.length };
    await folder.state.change((now) => ({
      ...now,
      report: { ...now.report, published: now.report.published + done.published.length },
    }));
  }
  if (at.stopping.signal.aborted) return;
  const left = waiting.length - published;
  await folder.state.change((now) => ({
    ...now,
    state: 'published',
    reason: left === 0 ? null : notPublished(left),
  }));
}

function notPublished(count: number): string {
  return `${count === 1 ? 'Un article n’a pas pu être publié' : `${count} articles n’ont pas pu être publiés`} : ouvrez la liste des articles pour voir pourquoi.`;
}

/** Where the old site's pictures, and the pages that showed one alone, lead. */
export function fileRedirects(
  { files, place }: SourceIndex,
  decided: readonly DecidedText[],
  taken: ReadonlyMap<string, string>,
): readonly Redirect[] {
  const shownBy = new Map<string, string>();
  for (const one of decided)
    for (const address of one.text.pictures) {
      const at = place(address);
      if (at !== null && !shownBy.has(at)) shownBy.set(at, addressOf(one));
    }
  const known = [...taken].filter(([at, to]) => !at.startsWith('//') && imagePathOfAddress(to) !== null);
  const others = files.flatMap(({ addresses, pages }): readonly Redirect[] => {
    const places = addresses.flatMap((address) => place(address) ?? []).filter((at) => !at.startsWith('//'));
    const to = places.map((at) => taken.get(at)).find((address) => address !== undefined);
    const article = places.map((at) => shownBy.get(at)).find((address) => address !== undefined);
    const lone = article ?? to;
    const sizes = to === undefined ? [] : places.map((at): Redirect => [at, to]);
    const shown = pages.flatMap((page): readonly Redirect[] => {
      const at = place(page);
      return lone === undefined || at === null || at === '/' || at.startsWith('//') ? [] : [[at, lone]];
    });
    return [...sizes, ...shown];
  });
  return [...known, ...others];
}
