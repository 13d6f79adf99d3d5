import type { PostStage, PostWait, Publishing } from '#content/contract/publishing.ts';
import type { SyncState } from '#content/contract/sync-operations.ts';

/** The four words of an article's way to its readers (DESIGN.md, Remotes and publishing). */
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
  withdrawal: 'Ne sera plus en ligne',
};

type Exchange = Pick<SyncState, 'isFollowing' | 'fault' | 'error'>;

/** What the bar says; null when nothing waits and nothing is on its way. */
export function publishWords(
  { waiting, unsent, unconfirmed }: Pick<Publishing, 'waiting' | 'unsent' | 'unconfirmed'>,
  { isFollowing, fault, error }: Exchange,
): string | null {
  if (waiting.length > 0) return `${counted(waiting.length)} à publier`;
  if (unsent > 0) {
    if (!isFollowing) return null;
    if (fault === 'offline') return `Hors ligne : ${counted(unsent)} à envoyer`;
    return error === null ? `Envoi de ${counted(unsent)}…` : `${counted(unsent)} à envoyer`;
  }
  return unconfirmed > 0 ? `${counted(unconfirmed)} bientôt en ligne` : null;
}

/** The same at length, for what was published already. */
export function onTheirWay(
  { unsent, unconfirmed, hasSite }: Pick<Publishing, 'unsent' | 'unconfirmed' | 'hasSite'>,
  { isFollowing, error }: Exchange,
): readonly string[] {
  const arrived = unconfirmed === 1 ? 'est arrivé' : 'sont arrivés';
  return [
    ...(isFollowing ? [] : [NO_REMOTE]),
    ...(isFollowing && unsent > 0
      ? [`${counted(unsent)} à envoyer. ${error ?? 'L’envoi est en cours.'}`]
      : []),
    ...(unconfirmed > 0 && hasSite
      ? [`${counted(unconfirmed)} ${arrived} : le site ne les montre pas encore.`]
      : []),
  ];
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
