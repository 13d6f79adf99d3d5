import type {
  PostStage,
  PostWait,
  PublishedPost,
  Publishing,
  WaitingPost,
} from '#content/contract/publishing.ts';
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
import { momentInWords } from '../in-words.ts';

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
export function effectOf(post: WaitingPost): string {
  const { a, e } = postWords(post);
  if (post.scheduledFor !== undefined) return `Programmé${e} pour le ${momentInWords(post.scheduledFor)}`;
  if (post.waits === 'publication') return 'Première publication';
  return `${post.waits === 'change' ? 'Modification' : 'Retrait'} d’${a} en ligne`;
}

/** What the button does to those that are chosen of `all`. */
export function publishLabel(chosen: readonly WaitingPost[], all: number): string {
  const [first] = chosen;
  if (first === undefined) return 'Publier';
  const isWithdrawal = chosen.every(({ waits }) => waits === 'withdrawal');
  const isForLater = chosen.every(({ scheduledFor }) => scheduledFor !== undefined);
  const verb = isWithdrawal ? 'Retirer' : isForLater ? 'Programmer' : 'Publier';
  const from = isWithdrawal ? ' du site' : '';
  if (chosen.length === all && all > 1) return `Tout ${verb.toLowerCase()}${from} (${all})`;
  const { this: this_, a } = postWords(first);
  const one = all === 1 ? this_ : a;
  return `${verb} ${chosen.length === 1 ? one : countedPosts(countKinds(chosen))}${from}`;
}

type Exchange = Pick<SyncState, 'isFollowing' | 'fault' | 'error'>;

type OnTheirWay = Pick<Publishing, 'unsent' | 'leaving' | 'settings' | 'unconfirmed' | 'unconfirmedLeaving'>;

/** What the bar says; null when nothing waits and nothing is on its way. */
export function publishWords(
  { waiting, ...way }: Pick<Publishing, 'waiting'> & OnTheirWay,
  { isFollowing, fault, error }: Exchange,
): string | null {
  if (waiting.length > 0) return waitingWords(waiting);
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

function waitingWords(waiting: readonly WaitingPost[]): string {
  const leaving = countKinds(waiting.filter(({ waits }) => waits === 'withdrawal'));
  const coming = countKinds(waiting.filter(({ waits }) => waits !== 'withdrawal'));
  return [
    ...(isAny(coming) ? [`${countedPosts(coming)} à publier`] : []),
    ...(isAny(leaving) ? [`${countedPosts(leaving)} à retirer du site`] : []),
  ].join(', ');
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
export function publishedWords(
  done: readonly Pick<PublishedPost, 'isPage' | 'isWithdrawn'>[],
  left: readonly OfKind[],
): string {
  const [first] = left;
  if (done.length === 0 && first !== undefined) {
    const { this: this_, e } = postWords(first);
    return left.length === 1 ? `${capitalized(this_)} n’a pas été publié${e}` : 'Rien n’a été publié';
  }
  const published = countKinds(done.filter(({ isWithdrawn }) => isWithdrawn !== true));
  const withdrawn = countKinds(done.filter(({ isWithdrawn }) => isWithdrawn === true));
  return [
    ...(isAny(published) ? [`${countedPosts(published)} publié${endingOf(published)}`] : []),
    ...(isAny(withdrawn) ? [`${countedPosts(withdrawn)} retiré${endingOf(withdrawn)} du site`] : []),
    ...(left.length === 0 ? [] : [`${left.length} à revoir`]),
  ].join(', ');
}
