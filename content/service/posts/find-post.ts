import { foldedName } from '#content/git/entry-names.ts';
import { reservedSlug } from '../../files/post-file.ts';
import { ContentError } from '../../model/errors.ts';
import { groupedBy } from '../../model/grouped.ts';
import { type Addressed, isPostPath, isReserved, slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { indexOf } from '../../model/post-index.ts';
import { type OfKind, postWords } from '../../model/post-words.ts';
import { freeSlug, isSlug, MAX_SLUG_LENGTH } from '../../model/slug.ts';
import { type LostPost, type Snapshot, withoutVersion } from '../../model/snapshot.ts';

/**
 * The post with this id; of one whose text is lost, what is known. Throws ContentError 'not-found', 'starting' while history is still
 * asked for some posts.
 */
export function postById(snapshot: Snapshot, id: string): SnapshotPost {
  const post = indexOf(snapshot.posts).byId.get(id);
  if (post !== undefined) return post;
  const lost = withoutVersion(snapshot).find(({ known }) => known?.id === id)?.known;
  if (lost) return lost;
  if (snapshot.searching.size > 0) throw new ContentError('starting', {});
  throw new ContentError('not-found', { what: 'Cet article' });
}

/** The file of a post when its bytes are lost, whatever stands for them; null for any other. */
export function lostFile(snapshot: Snapshot, post: SnapshotPost): LostPost | null {
  const lost = snapshot.lost.get(post.slug);
  return lost?.path === post.path ? lost : null;
}

/** Whether no version of a post's text can be read. */
export function isTextLost(snapshot: Snapshot, post: SnapshotPost): boolean {
  return lostFile(snapshot, post)?.object === post.revision;
}

/**
 * Refuses to save over a file that cannot be read: readers get its last readable version, and what a person wrote into
 * the file since then would be lost. It is already where the repository lost the bytes: writing it again is what helps.
 */
export function checkReadable(snapshot: Snapshot, post: SnapshotPost): void {
  const problem = snapshot.problems.find(
    ({ path, isServed }) => isServed !== true && (path === post.path || post.path.startsWith(`${path}/`)),
  );
  if (problem === undefined || (problem.object !== undefined && problem.path === post.path)) return;
  const where = problem.line === 0 ? '' : ` (ligne ${problem.line})`;
  const why = problem.reason.replace(/^\p{Lu}(?=\P{Lu})/u, (first) => first.toLowerCase());
  const reason = `Le fichier de ${postWords(post).this} ne peut pas être lu${where}\u00a0: ${why} Corrigez-le d’abord\u00a0; rien n’a été enregistré.`;
  throw new ContentError('invalid', { path: post.path, reason });
}

/** Refuses what can be no address, of an article or of a page. */
export function checkAddress(slug: string, isPage: boolean): void {
  const isTaken = isPage && isReserved(slug);
  if (isSlug(slug) && !isTaken) return;
  const reason = isTaken ? reservedSlug(slug) : badSlug(slug, isPage);
  throw new ContentError('invalid', { path: '', field: 'slug', reason });
}

function badSlug(slug: string, isPage: boolean): string {
  if (slug === '') return `Donnez une adresse ${postWords({ isPage }).to}.`;
  if (slug.length > MAX_SLUG_LENGTH)
    return `L’adresse est trop longue\u00a0: ${MAX_SLUG_LENGTH} caractères au plus.`;
  return `L’adresse «\u00a0${slug.slice(0, 60)}\u00a0» ne convient pas\u00a0: lettres minuscules sans accent, chiffres et traits d’union seulement, et pas un nom que Windows refuse.`;
}

/** Who has which address: what is published, and what is there beside it. */
export interface Addresses extends Snapshot {
  readonly holders: (slug: string) => readonly SnapshotPost[];
}

/** `beside` are posts that have an address or wait for one, be it that of another; in a snapshot each has its own. */
export function takenAddresses(snapshot: Snapshot, beside: readonly SnapshotPost[] = []): Addresses {
  const { bySlug } = indexOf(snapshot.posts);
  let others: ReadonlyMap<string, readonly SnapshotPost[]> | null = null;
  return {
    ...snapshot,
    posts: beside.length === 0 ? snapshot.posts : [...beside, ...snapshot.posts],
    holders(slug) {
      others ??= groupedBy(beside, (post) => post.slug);
      return [bySlug.get(slug) ?? [], others.get(slug) ?? []].flat();
    },
  };
}

/** Refuses an address whose slug another post has, an article or a page; `except` is the post that asks. */
export function checkSlugFree(addresses: Addresses, asked: Addressed, except: string | null): void {
  const fault = slugFault(addresses, asked, except);
  if (fault !== null) throw fault;
}

/** The same, answered: null where it is free. */
export function slugFault(
  addresses: Addresses,
  asked: Addressed,
  except: string | null,
): ContentError<'slug-taken'> | null {
  const { slug } = asked;
  if (!isSlugTaken(addresses, slug, except)) return null;
  return slugTaken(asked, addresses.holders(slug).find(({ id }) => id !== except) ?? {});
}

/** That a slug is another post's. */
export function slugTaken({ slug, isPage }: Addressed, holder: OfKind): ContentError<'slug-taken'> {
  if (holder.isPage !== true)
    return new ContentError('slug-taken', isPage ? { slug, by: 'article' } : { slug });
  return new ContentError('slug-taken', { slug, by: isPage ? 'other page' : 'page' });
}

/** The address, or the first beside it that no post has. */
export function freeSlugIn(addresses: Addresses, slug: string): string {
  return freeSlug(slug, (candidate) => !isSlugTaken(addresses, candidate, null));
}

/**
 * Whether a post has this address, a draft or a file that cannot be read included. A file `Article.md` has that of `article.md`:
 * some systems would have room for one of them only. One of which all is lost stands in nobody's way.
 */
function isSlugTaken(addresses: Addresses, slug: string, except: string | null): boolean {
  const isForgotten = (path: string): boolean =>
    withoutVersion(addresses).some((lost) => lost.path === path && lost.known === null);
  return (
    addresses.searching.has(slug) ||
    addresses.holders(slug).some(({ id }) => id !== except) ||
    addresses.problems.some(
      ({ path }) =>
        isPostPath(path) &&
        foldedName(slugOfPath(path)) === slug &&
        !isForgotten(path) &&
        !addresses.posts.some((post) => post.path === path && post.id === except),
    )
  );
}
