import type { SyncConflict, SyncState } from '#content/contract/sync-operations.ts';

/** What the bar says, and how it looks: all is well, something waits, something is for the author to do. */
export interface SyncWords {
  readonly text: string;
  readonly tone: 'well' | 'waiting' | 'asking';
}

/** How things stand with the repository that is followed, in a few words; `now` in milliseconds since 1970. */
export function syncWords(state: SyncState, now: number): SyncWords {
  if (state.conflicts > 0) return { text: `À vous de choisir : ${counted(state.conflicts)}`, tone: 'asking' };
  if (state.fault === 'offline')
    return { text: `Hors ligne, ${nextTry(state.retryAt, now)}`, tone: 'waiting' };
  if (state.error !== null) return { text: state.error, tone: 'asking' };
  if (state.unsent > 0) return { text: `${toSend(state.unsent)} à envoyer`, tone: 'waiting' };
  return { text: 'En ligne', tone: 'well' };
}

/** The question that a conflict asks. */
export function questionOf({ kind, path }: SyncConflict): string {
  switch (kind) {
    case 'text':
      return 'Modifié ici et ailleurs, au même endroit. La version d’ici est en ligne.';
    case 'deleted-here':
      return 'Supprimé ici, modifié ailleurs. Il a été gardé.';
    case 'deleted-there':
      return 'Modifié ici, supprimé ailleurs. Il a été gardé.';
    case 'renamed':
      return 'Chaque côté lui a donné une autre adresse. Celle d’ici est en ligne.';
    case 'same-address':
      return `Deux articles avaient la même adresse. Celui-ci est désormais dans ${path}.`;
    case 'file':
      return 'Ce fichier a été modifié ici et ailleurs. La version d’ici est en place.';
  }
}

/** What the two answers are called. */
export function answersOf(kind: SyncConflict['kind']): { readonly ours: string; readonly theirs: string } {
  switch (kind) {
    case 'deleted-here':
      return { ours: 'Supprimer', theirs: 'Garder' };
    case 'deleted-there':
      return { ours: 'Garder', theirs: 'Supprimer' };
    case 'renamed':
      return { ours: 'Garder cette adresse', theirs: 'Prendre l’autre adresse' };
    default:
      return { ours: 'Garder celle d’ici', theirs: 'Prendre l’autre' };
  }
}

function counted(count: number): string {
  return count === 1 ? '1 article' : `${count} articles`;
}

function toSend(count: number): string {
  return count === 1 ? '1 modification' : `${count} modifications`;
}

function nextTry(retryAt: string | null, now: number): string {
  const seconds = retryAt === null ? 0 : Math.ceil((Date.parse(retryAt) - now) / 1000);
  if (seconds <= 0) return 'nouvel essai en cours';
  return seconds < 60 ? `nouvel essai dans ${seconds} s` : `nouvel essai dans ${Math.ceil(seconds / 60)} min`;
}
