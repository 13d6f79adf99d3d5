import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createBreathing } from '#content/git/concurrency.ts';
import { objectId } from '#content/git/objects/object-id.ts';
import { imagePathOfAddress } from '../../model/paths.ts';
import { GONE, type Redirect } from '../../model/redirects.ts';
import type { ContentContext, PostsContext } from '../content-context.ts';
import { commitPosts } from '../posts/write-post.ts';
import { publishPosts } from '../publishing/publish-posts.ts';
import type { CallContext } from '../workspace.ts';
import type { ImportFolder } from './import-folder.ts';
import type { ImportWork } from './import-job.ts';
import { presentPictures } from './pictures.ts';
import { addressOf, type DecidedText, listRedirects } from './plan.ts';
import { readProvenance } from './provenance.ts';
import type { SourceIndex } from './source-index.ts';
import { seenPosts } from './write-texts.ts';

export const PER_COMMIT = 100;

/** Deletes the starter's articles that are as they were written, as one commit; answers how many. */
export async function removeStarter(
  { workspace }: PostsContext,
  starterFolder: string,
  { author }: CallContext,
): Promise<number> {
  const blobs = await starterBlobs(starterFolder);
  const count = await workspace.write(async (snapshot) => {
    const posts = snapshot.posts.filter(({ revision }) => blobs.has(revision));
    if (posts.length === 0) return 0;
    await commitPosts(workspace, snapshot, {
      posts: posts.map((before) => ({ before, after: null })),
      action: { kind: 'delete-starter', posts },
      author,
    });
    return posts.length;
  });
  await workspace.pending.mergePublished();
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

interface WaitingTexts {
  readonly waiting: readonly DecidedText[];
  /** How many that this import took anew were changed here since: in them waits what somebody did. */
  readonly changed: number;
}

/** What waits of the texts that readers of the source saw, or were about to. What somebody changed of an article that readers have waits on. */
export async function waitingTexts(
  { workspace }: Pick<ContentContext, 'workspace'>,
  decided: readonly DecidedText[],
): Promise<WaitingTexts> {
  const { view, version, isAsWritten } = await seenPosts(workspace);
  const waiting: DecidedText[] = [];
  let changed = 0;
  for (const one of decided) {
    if (!wasSeen(one) || view.versions.get(one.id)?.isPublished !== true) continue;
    const edit = view.post(one.id)?.isPublished === true ? await version(one.id) : null;
    if (edit === null || isAsWritten(edit)) waiting.push(one);
    else if (one.fate === 'changed' && readProvenance(edit.post.importedFrom)?.source === one.text.digest)
      changed += 1;
  }
  return { waiting, changed };
}

function wasSeen({ text: { state } }: DecidedText): boolean {
  return state === 'published' || state === 'scheduled';
}

/** What is to be published of an import. */
interface ToPublish extends Pick<WaitingTexts, 'changed'> {
  readonly ids: readonly string[];
  /** Where other addresses of the old site lead. */
  readonly former: readonly Redirect[];
  /** How many of the import's articles are published. */
  readonly online: number;
}

/** Asked of what the import was read as, which publishing a thousand articles need not keep in memory. */
export async function textsToPublish(
  context: ContentContext,
  folder: ImportFolder,
  { index, decided }: Pick<ImportWork, 'index' | 'decided'>,
): Promise<ToPublish> {
  const { view } = await seenPosts(context.workspace);
  const { waiting, changed } = await waitingTexts(context, decided);
  const former = [
    ...listRedirects(index, decided),
    ...(await fileRedirects(
      index,
      decided,
      presentPictures(new Map(await folder.pictures.noted()), view.snapshot),
    )),
  ];
  const { posts } = await context.workspace.current();
  const shown = new Set(posts.map(({ id }) => id));
  const online = decided.filter(({ id, fate }) => fate === 'new' && shown.has(id)).length;
  return { ids: waiting.map(({ id }) => id), changed, former, online };
}

/** Publishes what was published at the source, by a hundred, one commit each, with the old site's addresses; no news to readers. */
export async function publishTexts(
  context: ContentContext,
  folder: ImportFolder,
  { ids: waiting, changed, former, online, at, caller }: ToPublish & Pick<ImportWork, 'at' | 'caller'>,
): Promise<void> {
  at.progress = { ...at.progress, total: waiting.length };
  const { redirects: said } = await context.workspace.current();
  await folder.redirects.note(former.filter(([old]) => !said.has(old)));
  // The end of a program may have come between a commit and what is noted of it.
  await folder.state.change((now) => ({
    ...now,
    report: { ...now.report, published: Math.max(now.report.published, online) },
  }));
  let published = 0;
  for (let from = 0; from < waiting.length && !at.stopping.signal.aborted; from += PER_COMMIT) {
    const ids = waiting.slice(from, from + PER_COMMIT);
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
  await leadFormer(context, former, caller);
  const left = waiting.length - published;
  await folder.state.change((now) => ({
    ...now,
    state: 'published',
    reason: [...notPublished(left), ...waitsOn(changed)].join(' ') || null,
    report: { ...now.report, toPublish: left },
  }));
}

/** Writes the old addresses that went with no publication: the texts may have gone on line by another way. */
async function leadFormer(
  { workspace }: PostsContext,
  former: readonly Redirect[],
  { author }: CallContext,
): Promise<void> {
  await workspace.write(async (snapshot) => {
    const left = former.filter(([from]) => (snapshot.redirects.get(from) ?? GONE) === GONE);
    if (left.length === 0) return;
    const action = { kind: 'edit-redirects' } as const;
    await commitPosts(workspace, snapshot, { posts: [], action, author, former: left });
  });
  await workspace.pending.mergePublished();
}

function notPublished(count: number): readonly string[] {
  if (count === 0) return [];
  const who =
    count === 1 ? 'Un article n’a pas pu être publié' : `${count} articles n’ont pas pu être publiés`;
  return [`${who}\u00a0: ouvrez la liste des articles pour voir pourquoi.`];
}

function waitsOn(count: number): readonly string[] {
  if (count === 0) return [];
  const [who, them] =
    count === 1
      ? ['Un texte a changé ici depuis l’import et attend encore', 'le']
      : [`${count} textes ont changé ici depuis l’import et attendent encore`, 'les'];
  return [`${who}\u00a0: publiez-${them} depuis la liste des articles.`];
}

/** Where the old site's pictures that readers saw, and the pages that showed one alone, lead. */
async function fileRedirects(
  { files, place }: SourceIndex,
  decided: readonly DecidedText[],
  taken: ReadonlyMap<string, string>,
): Promise<readonly Redirect[]> {
  const breathe = createBreathing();
  const shownBy = new Map<string, string>();
  const seen = new Set<string>();
  for (const one of decided) {
    await breathe(); // An old blog has ten thousand pictures.
    if (!wasSeen(one)) continue;
    for (const at of one.text.links) seen.add(at);
    for (const address of one.text.pictures) {
      const at = place(address);
      if (at === null) continue;
      seen.add(at);
      if (!shownBy.has(at)) shownBy.set(at, addressOf(one));
    }
  }
  const known = [...taken].filter(
    ([at, to]) => !at.startsWith('//') && seen.has(at) && imagePathOfAddress(to) !== null,
  );
  const others: Redirect[] = [];
  for (const { addresses, pages } of files) {
    await breathe();
    const places = addresses.flatMap((address) => place(address) ?? []).filter((at) => !at.startsWith('//'));
    const isSeen = places.some((at) => seen.has(at));
    const to = isSeen ? places.flatMap((at) => taken.get(at) ?? [])[0] : undefined;
    const article = places.map((at) => shownBy.get(at)).find((address) => address !== undefined);
    const lone = article ?? to;
    const sizes = to === undefined ? [] : places.map((at): Redirect => [at, to]);
    const shown = pages.flatMap((page): readonly Redirect[] => {
      const at = place(page);
      return lone === undefined || at === null || at === '/' || at.startsWith('//') ? [] : [[at, lone]];
    });
    others.push(...sizes, ...shown);
  }
  return [...known, ...others];
}
