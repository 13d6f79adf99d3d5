import type { PostStage, PostWait, Publishing } from '#content/contract/publishing.ts';
import type { SyncState } from '#content/contract/sync-operations.ts';
import {
  capitalized,
  countedPosts,
  countKinds,
  endingOf,
  type OfKind,
  type PostCounts,
  postWords,
} from '#content/model/post-words.ts';

/** The four words of an article's way to its readers (docs/design.md, Remotes and publishing). */
export const STAGE_NAMES: Readonly<Record<PostStage, string>> = {
  draft: 'Brouillon',
  ready: 'Prêt',
  sent: 'Envoyé',
  live: 'En ligne',
};

/** What is said beside that word. */
export const WAIT_NAMES: Readonly<Record<PostWait, string | null>> = {
  publication: null,
  change: 'Modification en attente',
  withdrawal: 'Retrait en attente',
};

/** What publishing a post does to it. */
export const WAIT_EFFECTS: Readonly<Record<PostWait, (post: OfKind) => string>> = {
  publication: () => 'Première publication',
  change: (post) => `Modification d’${postWords(post).a} en ligne`,
  withdrawal: (post) => `Retrait d’${postWords(post).a} en ligne`,
};

type Exchange = Pick<SyncState, 'isFollowing' | 'fault' | 'error'>;

type OnTheirWay = Pick<Publishing, 'unsent' | 'leaving' | 'settings' | 'unconfirmed' | 'unconfirmedLeaving'>;

/** What the bar says; null when nothing waits and nothing is on its way. */
export function publishWords(
  { waiting, ...way }: Pick<Publishing, 'waiting'> & OnTheirWay,
  { isFollowing, fault, error }: Exchange,
): string | null {
  if (waiting.length > 0) return `${countedPosts(countKinds(waiting))} à publier`;
  const unsent = unsentWords(way);
  if (unsent !== null) {
    if (!isFollowing) return null;
    if (fault === 'offline') return `Hors ligne\u00a0: ${unsent}`;
    return error === null ? 'Envoi en cours…' : unsent;
  }
  const { unconfirmed, unconfirmedLeaving: leaving } = way;
  if (isAny(unconfirmed)) return `${countedPosts(unconfirmed)} bientôt en ligne`;
  if (!isAny(leaving)) return null;
  return `${countedPosts(leaving)} bientôt retiré${endingOf(leaving)}`;
}

/** What is decided and not there yet; null when all is. */
function unsentWords({ unsent, leaving, settings }: OnTheirWay): string | null {
  const parts = [
    ...(isAny(unsent) ? [`${countedPosts(unsent)} à envoyer`] : []),
    ...(isAny(leaving) ? [`${countedPosts(leaving)} à retirer du site`] : []),
    ...(settings ? ['réglages à envoyer'] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/** The same at length, for what was decided already. */
export function onTheirWay(
  { hasSite, ...way }: OnTheirWay & Pick<Publishing, 'hasSite'>,
  { isFollowing, error }: Exchange,
): readonly string[] {
  const { unconfirmed, unconfirmedLeaving: leaving } = way;
  const unsent = unsentWords(way);
  return [
    ...(isFollowing ? [] : [NO_REMOTE]),
    ...(isFollowing && unsent !== null
      ? [`${capitalized(unsent)}. ${error ?? 'L’envoi est en cours.'}`]
      : []),
    ...(isAny(unconfirmed) && hasSite ? [arrivedWords(unconfirmed)] : []),
    ...(isAny(leaving) && hasSite ? [leavingWords(leaving)] : []),
  ];
}

/** Whether there is a post at all. */
export function isAny({ articles, pages }: PostCounts): boolean {
  return articles + pages > 0;
}

function arrivedWords(counts: PostCounts): string {
  const isOne = counts.articles + counts.pages === 1;
  const { e, them } = postWords({ isPage: counts.articles === 0 });
  return isOne
    ? `${countedPosts(counts)} est arrivé${e}\u00a0: le site ne ${them} montre pas encore.`
    : `${countedPosts(counts)} sont arrivé${endingOf(counts)}\u00a0: le site ne les montre pas encore.`;
}

function leavingWords(counts: PostCounts): string {
  const are = counts.articles + counts.pages === 1 ? 'est' : 'sont';
  return `${countedPosts(counts)} ${are} retiré${endingOf(counts)}\u00a0: le site n’en tient pas encore compte.`;
}

const NO_REMOTE =
  'Ce dossier n’est relié à aucun site\u00a0: ce que vous publiez est prêt, et partira quand il le sera.';

/** What a publication did, for the author. */
export function publishedWords(published: readonly OfKind[], left: readonly OfKind[]): string {
  const [first] = left;
  if (published.length === 0 && first !== undefined) {
    const { this: this_, e } = postWords(first);
    return left.length === 1 ? `${capitalized(this_)} n’a pas été publié${e}` : 'Rien n’a été publié';
  }
  const counts = countKinds(published);
  const done = `${countedPosts(counts)} publié${endingOf(counts)}`;
  return left.length === 0 ? done : `${done}, ${left.length} à revoir`;
}
