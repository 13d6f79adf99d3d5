import { isPointerAt, LFS_POINTER } from '#content/git/attributes.ts';
import { runLimited } from '#content/git/concurrency.ts';
import { isAncestor } from '#content/git/paint-history.ts';
import { treeDifferences } from '#content/git/tree-differences.ts';
import type { LeftOut } from '../contract/commit-trailers.ts';
import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import { checkPost } from '../model/checks/check-post.ts';
import { CHECKED_FIELDS, type CheckedPost } from '../model/checks/finding.ts';
import { ContentError, ifSound } from '../model/errors.ts';
import { quoted } from '../model/french-spaces.ts';
import { postAddress } from '../model/paths.ts';
import type { SnapshotPost } from '../model/post.ts';
import { mapFields, valueUnsaid } from '../model/post-fields.ts';
import { isPublic, type Problem, type Snapshot } from '../model/snapshot.ts';
import type { LostObject } from '../model/trouble.ts';
import type { ContentContext } from './content-context.ts';
import { imagesOfSite } from './post-references.ts';
import { currentView } from './waiting/author-view.ts';
import type { CallContext } from './workspace.ts';

/** A post nobody wrote anything of. */
const NEW_POST = mapFields(CHECKED_FIELDS, valueUnsaid) as CheckedPost; // Each field's own value.

/**
 * Answers what is worth mending of a post as its author has it now: the fields that are given, on those of the post
 * with this id when there is one. ContentError 'not-found' when no post has it. Saves nothing.
 */
export function createCheckOperations({
  workspace,
  origin,
}: Pick<ContentContext, 'workspace' | 'origin'>): Pick<
  Handlers<ContentOperations, CallContext>,
  'checkPost'
> {
  return {
    async checkPost({ id, isPage, ...given }) {
      const { snapshot } = await currentView(workspace);
      const { posts, redirects, images } = snapshot;
      const post = posts.find((candidate) => candidate.id === id);
      if (post === undefined && id !== undefined)
        throw new ContentError('not-found', { what: 'Cet article' });
      const saved = post === undefined ? NEW_POST : { ...post, content: await workspace.body(post) };
      const now = workspace.clock();
      const states = posts.map(
        (one) => [postAddress(one), isPublic(one, now) ? 'public' : 'hidden'] as const,
      );
      const checked = { ...edited(saved, given), ...(isPage === true ? { isPage } : {}) };
      return [...checkPost(checked, { origin, posts: new Map(states), redirects, images })];
    },
  };
}

type Given = { readonly [Field in (typeof CHECKED_FIELDS)[number]]?: CheckedPost[Field] | null | undefined };

/** An absent field is unchanged, null removes it (docs/design.md, Writing). */
function edited(saved: CheckedPost, given: Given): CheckedPost {
  const changed = CHECKED_FIELDS.filter((field) => given[field] !== undefined);
  // Each field is given a value of its own.
  return { ...saved, ...mapFields(changed, (field) => given[field] ?? NEW_POST[field]) } as CheckedPost;
}

interface Row extends Pick<Problem, 'path' | 'line' | 'reason'> {
  readonly post?: Pick<SnapshotPost, 'id' | 'title'>;
}

/** Images decoded at once when none was yet. */
const PARALLEL = 4;
/** Articles named by a problem of an image they share. */
const NAMED = 3;

/**
 * What is wrong in the repository: files that cannot be read or break a rule (the snapshot knows them), images that
 * are used and are not there, and image files that no page can show.
 */
export function createProblemOperations({
  workspace,
  describe,
  references,
  origin,
  troubles = () => [],
  lost = () => [],
}: Pick<ContentContext, 'workspace' | 'describe' | 'references' | 'origin' | 'troubles' | 'lost'>): Pick<
  Handlers<ContentOperations, CallContext>,
  'listProblems' | 'listTroubles'
> {
  async function unshownImages({ images }: Snapshot): Promise<readonly Row[]> {
    const rows: Row[] = [];
    await runLimited([...images], PARALLEL, async ([path, blobId]) => {
      if ((await describe(path, blobId)) !== null) return;
      const isPointer = await ifSound(isPointerAt(workspace.objects, blobId), false);
      rows.push({ path, line: 0, reason: isPointer ? LFS_POINTER : UNSHOWN });
    });
    return rows.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async function missingImages(snapshot: Snapshot): Promise<readonly Row[]> {
    const users = await references.byImage(snapshot);
    const ofSite = imagesOfSite(snapshot.site, origin);
    return [...new Set([...users.keys(), ...ofSite])]
      .filter((path) => !snapshot.images.has(path))
      .sort()
      .map((path) => {
        const posts = (users.get(path) ?? []).map(({ id, title }) => ({ id, title }));
        const named = [...posts.map(({ title }) => quoted(title)), ...(ofSite.has(path) ? ['site.yml'] : [])];
        const [post] = posts;
        return { path, line: 0, reason: missing(named), ...(post === undefined ? {} : { post }) };
      });
  }

  /** Published posts whose file a commit took from the work branch, which publishes nothing of that. */
  async function removedFromWork(): Promise<readonly Row[]> {
    const { objects, repository, pending } = workspace;
    const { commit, posts } = await workspace.current();
    const waiting = await pending.waiting();
    const { work } = waiting;
    // What is published since is not there yet, and nobody took it away.
    if (work === null || !(await isAncestor(objects, commit, work))) return [];
    const [before, after] = [await objects.readCommit(commit), await objects.readCommit(work)];
    const rows: Row[] = [];
    for await (const { path, is } of treeDifferences(objects, { before: before.tree, after: after.tree })) {
      const post = is === null ? posts.find((one) => one.path === path) : undefined;
      if (post !== undefined && !waiting.posts.has(post.id))
        rows.push({ path, line: 0, reason: removedReason(path, [repository.branch, pending.branch]) });
    }
    return rows;
  }

  return {
    async listProblems() {
      const { snapshot } = await currentView(workspace);
      const files = snapshot.problems.map(({ path, line, reason }) => ({ path, line, reason }));
      const told = new Set(snapshot.problems.flatMap(({ object }) => object ?? []));
      const objects = lost().filter(({ id }) => !told.has(id));
      const unshown = (await unshownImages(snapshot)).filter(({ path }) => !objects.some(isPresentAt(path)));
      const left = (await workspace.pending.leftOut()).map(leftOutRow);
      const removed = await removedFromWork();
      const images = [...(await missingImages(snapshot)), ...unshown];
      return [...files, ...left, ...removed, ...objects.map(lostRow), ...images];
    },
    listTroubles: () =>
      Promise.resolve(troubles().map(({ code, reason, remedy }) => ({ code, reason, remedy }))),
  };
}

function isPresentAt(path: string): (object: LostObject) => boolean {
  return (object) => object.isPresent && object.path === path;
}

function removedReason(path: string, [published, work]: readonly [string, string]): string {
  return `Un commit a ôté ce fichier de la branche «\u00a0${work}\u00a0»\u00a0: l’article reste tel qu’il est publié. Supprimez-le dans Encrier s’il doit quitter le site\u00a0; sinon, rendez-lui son fichier par «\u00a0git restore --source=${published} --staged --worktree ${path}\u00a0» puis «\u00a0git commit\u00a0».`;
}

function leftOutRow({ path, backup }: LeftOut): Row {
  const reason = `Le dépôt distant n’accepte pas ce fichier\u00a0: il est trop gros. Il n’est plus dans ce qui attend d’être publié, mais reste sous ${backup} avec tout ce qui l’entourait. Ajoutez-en une version plus légère.`;
  return { path, line: 0, reason };
}

function lostRow({ id, path, isPresent }: LostObject): Row {
  const what = isPresent ? 'Le contenu de ce fichier' : 'Une version passée de ce fichier';
  const remedy = isPresent ? 'Remettez-le' : 'Rendez l’objet au dépôt depuis un clone ou une sauvegarde';
  const reason =
    path === null
      ? `L’objet git ${id}, dont l’historique a besoin, est abîmé ou absent. ${remedy}.`
      : `${what} est abîmé ou absent dans le dépôt git (objet ${id}). ${remedy}.`;
  return { path: path ?? id, line: 0, reason };
}

const UNSHOWN =
  'Cette image ne peut pas être affichée\u00a0: le fichier est abîmé, ou d’un genre que le site refuse (SVG). Remplacez-la.';

/** `users` in French, at least one. */
function missing(users: readonly string[]): string {
  const others = users.length - NAMED;
  const named = users.slice(0, NAMED).join(', ');
  const more = others > 0 ? ` et ${others} ${others === 1 ? 'autre' : 'autres'}` : '';
  return `Cette image n’existe pas, et ${named}${more} l’utilise${users.length > 1 ? 'nt' : ''}. Remettez-la, ou changez l’adresse.`;
}
