import type { Overwritten } from '#content/folder/followed-file.ts';
import { refuseUnfiltered } from '#content/git/attributes.ts';
import { keepDropped } from '#content/git/own-refs.ts';
import { blobOf, createEntryLookup, fileIdAt, fileIdIn, treeOf } from '#content/git/tree-differences.ts';
import { blobAfter, bytesAfter, commitTree, type MadeTree, treeWith } from '#content/git/write-commit.ts';
import { type CommitAction, commitMessage, waitingMessage } from '../../contract/commit-sentences.ts';
import type { LeftFile } from '../../contract/outside.ts';
import { parseSiteFile } from '../../files/settings-file.ts';
import type { FileChange, Person, TreeChange } from '../../model/change-set.ts';
import { unless } from '../../model/errors.ts';
import { isImagePath, isPostPath, SITE_FILE } from '../../model/paths.ts';
import { indexOf } from '../../model/post-index.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { imagesOfSite, waitingImages } from '../post-references.ts';
import { mergeTrees } from '../syncing/merge-trees.ts';
import { questionText, statedOf } from '../syncing/stated-questions.ts';
import { askedOf, NOTHING_WAITS, type Plan, type WorkPlan, type WorkTip } from '../waiting/work-branch.ts';
import type { Workspace } from '../workspace.ts';
import { type OutsideItem, pairFiles, type TakenFile, unreadableReason } from './outside-files.ts';

/** The branch that another program's change goes to; what is published and was deleted goes from both (`gone`). */
export type Destination = 'waiting' | 'published' | 'gone';

/** What a branch holds before a change; `posts` are those that wait on it. */
type Tip = Pick<WorkTip, 'tree'> & Partial<Pick<WorkTip, 'posts'>>;

interface Taking {
  readonly author: Person;
  readonly where: Destination;
}

/**
 * Makes one commit of what another program did, merged with whatever was saved of the same files since (docs/design.md, Merging
 * prose). What does not go together is left alone, in the folder and in the branch: false; what no commit can have is 'invalid'. A file deleted there and changed here
 * stays, as in every merge. Articles and images wait on the work branch; what does not wait (`where`) goes to the published one.
 */
export async function takeUp(
  workspace: Workspace,
  item: OutsideItem,
  { author, where }: Taking,
): Promise<boolean> {
  if (where === 'gone') {
    await takeFromBoth(workspace, item, { author, filesOf: () => asSeen(workspace, item, author) });
    return true;
  }
  const plan = async (tip: Tip): Promise<WorkPlan<boolean>> => {
    const { tree, posts } = tip;
    await refuseUnfiltered(workspace.objects, tree, item.files.map(diskChange));
    const merged = await merge(workspace.objects, await atHome(workspace, item, tip), tree);
    const value = merged?.clashes.every(({ kind }) => kind === 'deleted-there') === true;
    return { changes: value ? merged.changes : [], value, ...asTakenUp(item, posts) };
  };
  return where === 'published' ? publish(workspace, author, plan) : workspace.changeWaiting(author, plan);
}

/** The same, at the address that its post has by now: what was written in the file that it had before is of that post. */
async function atHome(workspace: Workspace, item: OutsideItem, { tree, posts }: Tip): Promise<OutsideItem> {
  const [file, ...others] = item.files;
  // A new file is a copy, whatever id it has.
  if (file === undefined || others.length > 0 || posts === undefined) return item;
  if (file.base === null || file.disk === null) return item;
  if ((await fileIdIn(workspace.objects, tree, file.path)) !== null) return item;
  const path = await homeOf(workspace, item, posts);
  return path === null ? item : { ...item, files: [{ ...file, path }] };
}

/**
 * Has the work branch hold what was saved of a file while another program wrote in it, once git committed that program's file in its
 * place; what does not go together with it is asked about. Where git put a folder there, an article is put beside it, or where git
 * moved it to, and its author is told.
 */
export async function putBack(
  workspace: Workspace,
  author: Person,
  { path, base, lost }: Overwritten,
): Promise<void> {
  const { objects } = workspace;
  const before = base === null ? null : await diskFile(workspace, base);
  const disk = await diskFile(workspace, lost);
  const file = { path, base: before, disk };
  const [item] = pairFiles([file]);
  if (item === undefined) return;
  await workspace.changeWaiting(author, async ({ tree, posts }) => {
    const home = (await homeOf(workspace, item, posts)) ?? path;
    const merged =
      (await merge(objects, item, tree)) ??
      (await merge(objects, { ...item, files: [{ ...file, path: home }] }, tree));
    if (merged === null) return besideFolder(file, disk);
    // Of two between which one deleted the file, the text stays.
    const asked = merged.clashes.filter(({ kind }) => kind !== 'deleted-here' && kind !== 'deleted-there');
    const questions = asked.map((clash) => questionText(statedOf(clash)));
    const { changes } = merged;
    if (questions.length === 0) return { changes, value: undefined, ...asTakenUp(item, posts) };
    return { changes, action: { kind: 'merge-waiting', questions }, value: undefined };
  });
}

/** A file whose name a folder has by now. Only an article can have another one; what another file held is in history. */
function besideFolder(
  { path, base }: Pick<TakenFile, 'path' | 'base'>,
  { id, bytes }: NonNullable<TakenFile['disk']>,
): WorkPlan<undefined> {
  const isPost = isPostPath(path);
  const beside = isPost ? `${path.slice(0, -'.md'.length)}-${id.slice(0, 7)}.md` : path;
  const question = questionText({
    kind: isPost ? 'same-address' : 'file',
    path: beside,
    base: base === null ? null : { path, id: base.id },
    theirs: { path: beside, id },
  });
  return {
    changes: isPost ? [{ path: beside, bytes }] : [],
    action: { kind: 'merge-waiting', questions: [question] },
    value: undefined,
  };
}

async function diskFile({ read }: Workspace, id: string): Promise<NonNullable<TakenFile['disk']>> {
  return { id, bytes: await read(id) };
}

/** Those of the deleted files of which the work branch has what was deleted, and nothing that was written since. */
function asSeen(
  { objects, pending }: Workspace,
  { files, action }: OutsideItem,
  author: Person,
): Promise<OutsideItem['files']> {
  return pending.change(author, async ({ tree }) => {
    const value: TakenFile[] = [];
    for (const file of files)
      if ((await fileIdIn(objects, tree, file.path)) === file.base?.id) value.push(file);
    return { changes: [], action, value };
  });
}

/** Makes one commit of the files just as they are on disk, whatever the branch has there: the author says so. */
export function takeAsItIs(
  workspace: Workspace,
  item: OutsideItem,
  { author, where }: Taking,
): Promise<void> {
  if (where === 'waiting') return putOnWork(workspace, item, author);
  return takeFromBoth(workspace, item, { author, filesOf: () => Promise.resolve(item.files) });
}

interface FromBoth extends Pick<Taking, 'author'> {
  /** Those of its files that are taken. */
  readonly filesOf: () => Promise<OutsideItem['files']>;
}

/** Where the post of a file is on each branch. */
interface Places {
  readonly published: string;
  readonly waiting: string;
}

/** Where the post of a file is: elsewhere where its address waits to change, or changed meanwhile. Another file of its id is a copy. */
export async function placesOf(
  workspace: Workspace,
  { action }: Pick<OutsideItem, 'action'>,
  path: string,
): Promise<Places> {
  const here = { published: path, waiting: path };
  if (action.kind !== 'take-in') return here;
  const { id } = action.post;
  const { posts, work } = await workspace.pending.waiting();
  const waits = posts.get(id);
  const isThere = work !== null && (await fileIdAt(workspace.objects, { commit: work, path })) !== null;
  if (isThere && waits?.file.path !== path && waits?.live?.path !== path) return here;
  const known = waits === undefined ? indexOf((await workspace.current()).posts).byId.get(id) : waits.live;
  const published = known?.path ?? path;
  return { published, waiting: waits?.file.path ?? published };
}

/** A text that waits of what was deleted goes along. */
async function takeFromBoth(
  workspace: Workspace,
  item: OutsideItem,
  { author, filesOf }: FromBoth,
): Promise<void> {
  const { action } = item;
  const waiting = await publish(workspace, author, async () => {
    const changes: FileChange[] = [];
    const value: FileChange[] = [];
    for (const one of pairFiles(await filesOf()))
      for (const file of one.files) {
        const places = await placesOf(workspace, one, file.path);
        changes.push({ ...diskChange(file), path: places.published });
        value.push({ ...diskChange(file), path: places.waiting });
      }
    return { changes, action, value };
  });
  if (waiting.length === 0) return;
  await workspace.changeWaiting(author, async ({ tree, posts }) => {
    const changes = await differing(workspace, tree, waiting);
    return { changes, value: undefined, ...asTakenUp(item, posts) };
  });
}

async function putOnWork(workspace: Workspace, item: OutsideItem, author: Person): Promise<void> {
  await workspace.changeWaiting(author, async ({ tree, posts }) => {
    const wanted = new Map(item.files.map(diskChange).map((change) => [change.path, change]));
    const were = item.files.map(({ path }) => fileIdIn(workspace.objects, tree, path));
    const isMoved = (await Promise.all(were)).every((id) => id === null);
    const home = isMoved ? await homeOf(workspace, item, posts) : null;
    const [file, ...others] = item.files;
    if (home !== null) {
      // It was renamed in Encrier meanwhile: the text goes there.
      const isOne = file !== undefined && others.length === 0;
      wanted.set(home, { path: home, bytes: isOne ? (file.disk?.bytes ?? null) : null });
      if (isOne) wanted.set(file.path, { path: file.path, bytes: null });
    }
    const changes = await differing(workspace, tree, [...wanted.values()]);
    return { changes, value: undefined, ...asTakenUp(item, posts) };
  });
}

/** Those of the changes that a tree has not already. */
async function differing(
  { objects }: Workspace,
  tree: string,
  changes: readonly FileChange[],
): Promise<readonly FileChange[]> {
  const others: FileChange[] = [];
  for (const change of changes)
    if ((await fileIdIn(objects, tree, change.path)) !== blobAfter(change)) others.push(change);
  return others;
}

/** What is asked of its post goes on being asked, and readers are told what they were to be: whoever wrote in the file saw nothing of either. */
function asTakenUp({ action }: OutsideItem, posts: Tip['posts']): Omit<WorkPlan<never>, 'changes' | 'value'> {
  if (action.kind !== 'take-in') return { action };
  const { id: post } = action.post;
  const waits = posts?.get(post);
  if (waits === undefined) return { action };
  return {
    action: { ...action, note: waits.note },
    questions: askedOf(waits).map((from) => ({ ...from, post })),
  };
}

/** Where the post of a file is by now, when that is none of the item's files. */
async function homeOf(
  workspace: Workspace,
  { files, action }: OutsideItem,
  waiting: WorkTip['posts'],
): Promise<string | null> {
  if (action.kind !== 'take-in') return null;
  const { id } = action.post;
  const published = indexOf((await workspace.current()).posts).byId.get(id);
  const path = waiting.get(id)?.file.path ?? published?.path ?? null;
  return files.some((file) => file.path === path) ? null : path;
}

/**
 * Publishes what the work branch alone has of files that do not wait: settings, the pictures of the site itself that another one
 * takes the place of, and all that is neither article nor image. A settings file that cannot be read stays there, and what a published
 * file stands in the way of; both are answered.
 */
export async function publishOthers(
  workspace: Workspace,
  authorOf: () => Person,
): Promise<readonly LeftFile[]> {
  const { objects } = workspace;
  const waiting = await workspace.pending.waiting();
  if (waiting.files.size === 0) return [];
  const { images, site } = await workspace.current();
  const ofSite = imagesOfSite(site, undefined);
  const isOther = (path: string): boolean =>
    isImagePath(path)
      ? waiting.files.get(path) !== null && images.has(path) && ofSite.has(path)
      : !isPostPath(path);
  if (![...waiting.files.keys()].some(isOther)) return [];
  return publish(workspace, authorOf(), async ({ tree }) => {
    const left: LeftFile[] = [];
    const changes: TreeChange[] = [];
    // Where it is not done what waits is not what is to be published.
    const isMerged = await workspace.pending.mergePublished();
    const { work, files } = isMerged ? await workspace.pending.waiting() : NOTHING_WAITS;
    const entryOf = work === null ? () => null : createEntryLookup(objects, await treeOf(objects, work));
    for (const path of [...files.keys()].filter(isOther)) {
      const entry = blobOf(await entryOf(path));
      const change = entry === null ? { path, bytes: null } : { path, blob: entry.id, mode: entry.mode };
      const disk = entry === null ? null : await diskFile(workspace, entry.id);
      const isPlaced = (await treeOrNull(objects, tree, [change])) !== null;
      const reason = unreadableReason({ path, base: null, disk }) ?? (isPlaced ? null : IN_THE_WAY);
      if (reason === null) changes.push(change);
      else left.push({ path, reason, kind: 'fault' });
    }
    const { length: count } = changes;
    const name = changes[0]?.path.split('/').at(-1) ?? '';
    const action: CommitAction =
      count === 1 ? { kind: 'take-in-file', name } : { kind: 'take-in-files', count };
    return { changes, action, value: left };
  });
}

const IN_THE_WAY =
  'Un fichier publié a le nom de son dossier\u00a0: il sera publié quand celui-là aura un autre nom, ou aura été supprimé.';

/** Changes files of the published branch in one commit; images that changed settings name and that only wait go along. */
function publish<Value>(
  workspace: Workspace,
  author: Person,
  plan: (tip: Tip) => Promise<Plan<Value>>,
): Promise<Value> {
  return workspace.change(author, async (snapshot) => {
    const planned = await plan(await workspace.objects.readCommit(snapshot.commit));
    const images = await imagesOfSettings(workspace, snapshot, planned.changes);
    const given = new Set(planned.changes.map(({ path }) => path));
    const added = images.filter(({ path }) => !given.has(path));
    return { ...planned, changes: [...planned.changes, ...added] };
  });
}

async function imagesOfSettings(
  workspace: Workspace,
  snapshot: Snapshot,
  changes: readonly TreeChange[],
): Promise<readonly TreeChange[]> {
  const change = changes.find(({ path }) => path === SITE_FILE);
  const bytes = change === undefined ? null : await bytesAfter(workspace.objects, change);
  const site = bytes === null ? null : parseSiteFile(bytes);
  return site?.kind === 'ok' ? waitingImages(workspace, snapshot, imagesOfSite(site.value, undefined)) : [];
}

/**
 * Keeps the files as they are on disk within reach, before the branch's take their place: a commit beside the branch under
 * `refs/encrier/dropped/outside/` (content/git/own-refs.ts), which says so as those of the work branch do, so that no
 * repair takes it for the published branch's own. A deleted file leaves nothing to keep.
 */
export async function keepAside(
  { repository, objects, current }: Workspace,
  { files, action }: OutsideItem,
  author: Person,
): Promise<void> {
  const changes = files.map(diskChange).filter(({ bytes }) => bytes !== null);
  if (changes.length === 0) return;
  const { commit } = await current();
  const { tree: ours } = await objects.readCommit(commit);
  const tree = (await treeOrNull(objects, ours, changes)) ?? (await treeWith(objects, null, changes));
  const message = waitingMessage(commitMessage(action), []);
  await keepDropped(repository, await commitTree(repository, { tree, parents: [commit], message, author }));
}

/** What makes the branch hold both; null when a folder stands where a file is to be. */
async function merge(objects: Workspace['objects'], { files }: OutsideItem, ours: string) {
  const before = files.map(({ path, base }) => ({ path, bytes: base?.bytes ?? null }));
  const base = await treeOrNull(objects, ours, before);
  const theirs = await treeOrNull(objects, ours, files.map(diskChange));
  if (base === null || theirs === null) return null;
  await objects.write([...base.objects, ...theirs.objects]);
  return mergeTrees(objects, { base: base.id, ours, theirs: theirs.id });
}

function diskChange({ path, disk }: TakenFile): FileChange {
  return { path, bytes: disk?.bytes ?? null };
}

/** A tree with these files; null when a folder stands where a file is to be. */
function treeOrNull(
  objects: Workspace['objects'],
  tree: string,
  changes: readonly TreeChange[],
): Promise<MadeTree | null> {
  return unless(['conflict'], treeWith(objects, tree, changes), null);
}
