import { createBreathing } from '#content/git/concurrency.ts';
import { rivalryProblem } from '#content/snapshot/resolve-duplicates.ts';
import { parsePostFile } from '../../files/post-file.ts';
import { detached } from '../../model/detached.ts';
import { isImagePath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { indexOf } from '../../model/post-index.ts';
import { MOST_CHANGES } from '../../model/post-lists.ts';
import { type Problem, type Snapshot, withoutVersion } from '../../model/snapshot.ts';
import { type Addresses, takenAddresses } from '../posts/find-post.ts';
import type { FileAt } from '../syncing/tree-sides.ts';
import type { Workspace } from '../workspace.ts';
import { isClashing, type Waiting, type WaitingFile } from './work-branch.ts';

/** What its author works with: what is published, and what waits (docs/design.md, Two branches). */
export interface AuthorView {
  /** What waits, of which this is. */
  readonly waiting: Waiting;
  /** What is published, with drafts as the work branch has them, unless they clash; those that it alone has too, and the images that wait. */
  readonly snapshot: Snapshot;
  /** The same, where an address is taken too that a draft still has on the published branch. */
  readonly addresses: Addresses;
  /** The same, where an address is taken too that a text waits for. */
  readonly wanted: Addresses;
  /** Drafts of which a text waits, and takes the place of what is published: readers have nothing of them. By id, as their files say. */
  readonly drafts: ReadonlyMap<string, SnapshotPost>;
  /** What waits of posts, by id: beside the text that readers have, or that it clashes with; or that a draft is to be published; or that cannot be read. */
  readonly pending: ReadonlyMap<string, WaitingFile>;
  /** All that waits and can be read, by the same ids. Texts themselves are not kept: an import's are many. */
  readonly versions: ReadonlyMap<string, SnapshotPost>;
  /** All that waits and cannot be read, by the same ids: what is wrong with it first. */
  readonly unreadable: ReadonlyMap<string, Problem>;
  /** The post of `snapshot` with this id, without a look at the others. */
  readonly post: (id: string) => SnapshotPost | undefined;
}

type ViewSource = Pick<Workspace, 'read' | 'pending'>;

interface Seen {
  readonly snapshot: Snapshot;
  readonly waiting: Waiting;
}

/** What was last looked at: a publication makes a new snapshot, and most texts wait on. */
const views = new WeakMap<Workspace['pending'], Seen & { readonly view: Promise<AuthorView> }>();

/** The view of one snapshot; costs nothing while nothing else waits. A file of the work branch that cannot be read is no post, and a problem. */
export async function authorView(workspace: ViewSource, snapshot: Snapshot): Promise<AuthorView> {
  const waiting = await workspace.pending.waiting();
  const last = views.get(workspace.pending);
  if (last?.snapshot === snapshot && last.waiting === waiting) return last.view;
  const view = viewOf(workspace, { snapshot, waiting }, last?.view);
  views.set(workspace.pending, { snapshot, waiting, view });
  view.catch(() => views.delete(workspace.pending)); // What could not be read may be repaired.
  return view;
}

/** The same of what is published now. */
export async function currentView(workspace: ViewSource & Pick<Workspace, 'current'>): Promise<AuthorView> {
  return authorView(workspace, await workspace.current());
}

/** What the view before read of the same files is not read again. */
async function viewOf(
  workspace: ViewSource,
  { snapshot, waiting: all }: Seen,
  last: Promise<AuthorView> | undefined,
): Promise<AuthorView> {
  const { posts: waiting, files } = all;
  const before = (await last?.catch(() => null))?.versions;
  const images = [...files].flatMap(([path, id]) =>
    id !== null && isImagePath(path) ? [[path, id] as const] : [],
  );
  const lost = new Set(withoutVersion(snapshot).map(({ known }) => known?.id));
  const { byId } = indexOf(snapshot.posts);
  const isBeside = (id: string, waits: WaitingFile): boolean => {
    const post = byId.get(id);
    return lost.has(id) || (post !== undefined && (post.isPublished || isClashing(waits)));
  };
  const drafts = new Map<string, SnapshotPost>();
  const versions = new Map<string, SnapshotPost>();
  const unreadable = new Map<string, Problem>();
  const problems: Problem[] = [];
  const breathe = createBreathing();
  for (const [id, waits] of waiting) {
    await breathe(); // An import's are thousands.
    const version = await versionIn(waits.file, before?.get(id));
    if (!('id' in version)) {
      problems.push(...version.problems);
      for (const problem of version.problems.slice(0, 1)) unreadable.set(id, problem);
      continue;
    }
    versions.set(id, version);
    const other = byId.get(id);
    if (isBeside(id, waits)) {
      if (other !== undefined && isRival(other, waits))
        problems.push(rivalryProblem(version, { field: 'id', path: other.path }));
      continue;
    }
    // Of two files with one id, the other one is known by its path.
    if (version.id !== id) problems.push(rivalryProblem(version, { field: 'id', path: pathOf(version.id) }));
    else {
      drafts.set(id, version);
      // One of them is shown.
      if (other !== undefined && isRival(other, waits))
        problems.push(rivalryProblem(other, { field: 'id', path: version.path }));
    }
  }
  async function versionIn(
    { path, id: revision }: FileAt,
    known: SnapshotPost | undefined,
  ): Promise<SnapshotPost | { readonly problems: readonly Problem[] }> {
    if (known?.path === path && known.revision === revision) return known;
    const parsed = parsePostFile({ path, bytes: await workspace.read(revision) });
    return parsed.kind === 'problem' ? parsed : detached({ ...parsed.post, revision });
  }
  function pathOf(id: string): string {
    return waiting.get(id)?.file.path ?? byId.get(id)?.path ?? 'un autre';
  }
  await breathe();
  const isPending = (id: string, waits: WaitingFile): boolean =>
    isBeside(id, waits) || unreadable.has(id) || drafts.get(id)?.isPublished === true;
  const isAlike = drafts.size === 0 && images.length === 0 && problems.length === 0;
  const replaced = new Set([...drafts.keys()].flatMap((id) => byId.get(id) ?? []));
  const asDrafts = new Map([...drafts].map(([id, draft]) => [id, asDraft(draft)]));
  // Most often nothing waits: that costs nothing, however many posts there are.
  const posts =
    drafts.size === 0
      ? snapshot.posts
      : [...snapshot.posts.filter((post) => !replaced.has(post)), ...asDrafts.values()];
  const difference = { gone: [...replaced], added: [...asDrafts.values()] };
  // That of so many drafts as an import has is made when somebody asks.
  if (difference.gone.length + difference.added.length <= MOST_CHANGES)
    indexOf(posts, () => indexOf(snapshot.posts).after(posts, difference));
  const shown = isAlike
    ? snapshot
    : {
        ...snapshot,
        posts,
        images: new Map([...snapshot.images, ...images]),
        problems: [...snapshot.problems, ...problems],
      };
  await breathe();
  const taken = { ...shown, posts: snapshot.posts };
  return {
    waiting: all,
    snapshot: shown,
    addresses: takenAddresses(taken, [...asDrafts.values()]),
    wanted: takenAddresses(taken, [...asDrafts.values(), ...versions.values()]),
    drafts,
    versions,
    unreadable,
    pending: new Map([...waiting].filter(([id, waits]) => isPending(id, waits))),
    post: (id) => asDrafts.get(id) ?? byId.get(id),
  };
}

/** Whether nothing of what is published became the text that waits: the article has two files, as another program may write them. */
export function isRival(published: Pick<SnapshotPost, 'path'>, waits: WaitingFile): boolean {
  return waits.live === null && waits.basedOn === null && published.path !== waits.file.path;
}

/** No reader has it, whatever its file says that it is to become. */
function asDraft(post: SnapshotPost): SnapshotPost {
  return { ...post, isPublished: false };
}
