import type { PostStage, PostWait, Publishing } from '#content/contract/publishing.ts';
import type { SyncState } from '#content/contract/sync-operations.ts';

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
export const WAIT_EFFECTS: Readonly<Record<PostWait, string>> = {
  publication: 'Première publication',
  change: 'Modification d’un article en ligne',
  withdrawal: 'Retrait d’un article en ligne',
};

type Exchange = Pick<SyncState, 'isFollowing' | 'fault' | 'error'>;

type OnTheirWay = Pick<Publishing, 'unsent' | 'leaving' | 'settings' | 'unconfirmed' | 'unconfirmedLeaving'>;

/** What the bar says; null when nothing waits and nothing is on its way. */
export function publishWords(
  { waiting, ...way }: Pick<Publishing, 'waiting'> & OnTheirWay,
  { isFollowing, fault, error }: Exchange,
): string | null {
  if (waiting.length > 0) return `${counted(waiting.length)} à publier`;
  const unsent = unsentWords(way);
  if (unsent !== null) {
    if (!isFollowing) return null;
    if (fault === 'offline') return `Hors ligne : ${unsent}`;
    return error === null ? 'Envoi en cours…' : unsent;
  }
  if (way.unconfirmed > 0) return `${counted(way.unconfirmed)} bientôt en ligne`;
  const { unconfirmedLeaving: leaving } = way;
  return leaving === 0 ? null : `${counted(leaving)} bientôt ${leaving === 1 ? 'retiré' : 'retirés'}`;
}

/** What is decided and not there yet; null when all is. */
function unsentWords({ unsent, leaving, settings }: OnTheirWay): string | null {
  const parts = [
    ...(unsent > 0 ? [`${counted(unsent)} à envoyer`] : []),
    ...(leaving > 0 ? [`${counted(leaving)} à retirer du site`] : []),
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
    ...(isFollowing && unsent !== null ? [`${sentence(unsent)}. ${error ?? 'L’envoi est en cours.'}`] : []),
    ...(unconfirmed > 0 && hasSite ? [arrivedWords(unconfirmed)] : []),
    ...(leaving > 0 && hasSite ? [leavingWords(leaving)] : []),
  ];
}

function arrivedWords(count: number): string {
  return count === 1
    ? '1 article est arrivé : le site ne le montre pas encore.'
    : `${counted(count)} sont arrivés : le site ne les montre pas encore.`;
}

function leavingWords(count: number): string {
  return `${counted(count)} ${count === 1 ? 'est retiré' : 'sont retirés'} : le site n’en tient pas encore compte.`;
}

const NO_REMOTE =
  'Ce dossier n’est relié à aucun site : ce que vous publiez est prêt, et partira quand il le sera.';

/** What a publication did, for the author. */
export function publishedWords(published: number, left: number): string {
  if (published === 0) return left === 1 ? 'Cet article n’a pas été publié' : 'Rien n’a été publié';
  const done = published === 1 ? '1 article publié' : `${published} articles publiés`;
  return left === 0 ? done : `${done}, ${left} à revoir`;
}

function counted(count: number): string {
  return count === 1 ? '1 article' : `${count} articles`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
