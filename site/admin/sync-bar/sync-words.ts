import { countOf } from '#content/contract/in-words.ts';
import type { SyncBackup, SyncConflict, SyncState } from '#content/contract/sync-operations.ts';
import { CAPACITY_FILE, isPagePath, SITE_FILE } from '#content/model/paths.ts';
import { capitalized, postWords } from '#content/model/post-words.ts';
import { momentInWords } from '../in-words.ts';

/** What the bar says, and how it looks: all is well, something waits, something is for the author to do. */
export interface SyncWords {
  readonly text: string;
  /** For a narrow screen; null where the dot says enough. */
  readonly short: string | null;
  readonly tone: 'well' | 'waiting' | 'asking';
}

/** Faults that say nothing of the repository elsewhere. */
const OF_THIS_MACHINE: ReadonlySet<string> = new Set(['read-only', 'disk-full', 'locked', 'internal']);

/** How things stand with the repository that is followed, in a few words that do not change by the second. */
export function syncWords(state: SyncState): SyncWords {
  const { conflicts, backups, error, fault, unsent, refusedPending } = state;
  if (conflicts > 0)
    return {
      text: `À vous de choisir\u00a0: ${countOf(conflicts, 'question')}`,
      short: `${conflicts} choix`,
      tone: 'asking',
    };
  if (fault !== null && OF_THIS_MACHINE.has(fault))
    return { text: 'Échange en pause', short: 'En pause', tone: 'asking' };
  if ((error !== null && fault !== 'offline') || refusedPending === 'foreign')
    return { text: 'Dépôt distant à vérifier', short: 'À vérifier', tone: 'asking' };
  const [backup] = backups;
  if (backup !== undefined) return { text: newsOf(backup), short: 'À lire', tone: 'asking' };
  if (fault === 'offline') {
    const waiting = unsent === 0 ? '' : `, ${countOf(unsent, 'modification')} à envoyer`;
    return { text: `Hors ligne${waiting}`, short: null, tone: 'waiting' };
  }
  if (unsent > 0)
    return { text: `${countOf(unsent, 'modification')} à envoyer`, short: null, tone: 'waiting' };
  return { text: 'Synchronisé', short: null, tone: 'well' };
}

/** What a sentence depends on beside the state. */
interface Told {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether readers are served what is committed here, or what the other repository has. */
  readonly readersSee: 'this' | 'other';
}

/** The same at length, in sentences. */
export function syncSentences(state: SyncState, { now, readersSee }: Told): readonly string[] {
  const { error, fault, unsent, refusedPending, syncedAt, retryAt } = state;
  return [
    ...(error === null ? [] : [error]),
    ...(unsent === 0 ? [] : [waitingToBeSent(unsent, readersSee)]),
    ...(refusedPending === null ? [] : [REFUSED[refusedPending]]),
    ...(fault === 'offline' ? [nextTry(retryAt, now)] : []),
    ...(error === null && unsent === 0 && refusedPending === null
      ? ['Tout est envoyé, et rien de nouveau n’attend ailleurs.']
      : []),
    ...(syncedAt === null ? [] : [`Dernier échange réussi\u00a0: ${momentInWords(syncedAt)}.`]),
  ];
}

/** What the author is to give anew for exchanges to go on; null when nothing of that kind is wrong. */
export function accessWords(fault: string | null): string | null {
  if (fault === 'refused') return 'Donner un autre mot de passe';
  // A host tells nobody who may not see a repository that there is one.
  return fault === 'not-a-repository' ? 'Revoir l’adresse et le mot de passe' : null;
}

/** What a conflict is about, as the admin calls it. */
export function subjectOf({ path, title }: Pick<SyncConflict, 'path' | 'title'>): string {
  if (path === SITE_FILE) return 'Textes du site';
  return path === CAPACITY_FILE ? 'Disponibilité' : title;
}

/** Where the version comes from that stands while a question is open. */
export type Standing = 'here' | 'elsewhere';

/** The two versions, `ours` being the one that stands. */
export function sidesOf(standing: Standing): { readonly ours: string; readonly theirs: string } {
  const [ours, theirs] = standing === 'here' ? (['d’ici', 'd’ailleurs'] as const) : ['d’ailleurs', 'd’ici'];
  return { ours, theirs };
}

export function questionOf({ kind, path }: SyncConflict, standing: Standing): string {
  const { ours } = sidesOf(standing);
  const { e, it, other, that } = postWords({ isPage: isPagePath(path) });
  switch (kind) {
    case 'text':
      return `Modifié${e} ici et ailleurs, au même endroit. La version ${ours} est en ligne.`;
    case 'apart':
      return `Modifié${e} sur deux appareils, au même endroit. L’une des deux versions attend\u00a0; l’autre est gardée pour vous.`;
    case 'deleted-here':
    case 'deleted-there':
      return (kind === 'deleted-here') === (standing === 'here')
        ? `Supprimé${e} ici, modifié${e} ailleurs. ${capitalized(it)} a été gardé${e}.`
        : `Modifié${e} ici, supprimé${e} ailleurs. ${capitalized(it)} a été gardé${e}.`;
    case 'renamed':
      return `Chaque côté lui a donné une autre adresse. ${capitalized(it)} est pour l’instant dans ${path}.`;
    case 'same-address':
      return `Sa place est prise par ${other}, ou par un dossier. ${capitalized(that)} est désormais dans ${path}.`;
    case 'file':
      return `Ce fichier a été modifié ici et ailleurs. La version ${ours} est en place.`;
  }
}

/** What the two answers are called. */
export function answersOf(
  kind: SyncConflict['kind'],
  standing: Standing,
): { readonly ours: string; readonly theirs: string } {
  switch (kind) {
    case 'apart':
      return { ours: 'Garder celle qui attend', theirs: 'Prendre l’autre' };
    case 'deleted-here':
      return { ours: 'Supprimer', theirs: 'Garder' };
    case 'deleted-there':
      return { ours: 'Garder', theirs: 'Supprimer' };
    case 'renamed':
      return { ours: 'Garder cette adresse', theirs: 'Prendre l’autre adresse' };
    default:
      return { ours: `Garder celle ${sidesOf(standing).ours}`, theirs: 'Prendre l’autre' };
  }
}

function newsOf({ kind }: SyncBackup): string {
  return kind === 'branch' ? 'Dépôt distant réécrit\u00a0: à lire' : 'Version gardée à part\u00a0: à lire';
}

const REFUSED: Readonly<Record<NonNullable<SyncState['refusedPending']>, string>> = {
  refused:
    'Le dépôt distant n’a pas pris toutes les modifications en attente\u00a0: elles restent ici, et un nouvel essai suivra.',
  foreign:
    'Sur le dépôt distant, la branche de ce qui attend (travail, sauf réglage) est une autre, sans rien de commun avec ce site\u00a0: Encrier n’y touche pas, et ce qui attend reste ici. Renommez-la ou supprimez-la là-bas (git push --delete)\u00a0: tout y sera envoyé.',
};

function waitingToBeSent(count: number, readersSee: Told['readersSee']): string {
  const where = readersSee === 'this' ? ', et déjà sur le site.' : '.';
  return count === 1
    ? `Une modification attend d’être envoyée\u00a0: elle est en sûreté ici${where}`
    : `${count} modifications attendent d’être envoyées\u00a0: elles sont en sûreté ici${where}`;
}

function nextTry(retryAt: string | null, now: number): string {
  const seconds = retryAt === null ? 0 : Math.ceil((Date.parse(retryAt) - now) / 1000);
  if (seconds <= 0) return 'Un nouvel essai est en cours.';
  return seconds < 60
    ? `Prochain essai dans ${seconds} s.`
    : `Prochain essai dans ${Math.ceil(seconds / 60)} min.`;
}
