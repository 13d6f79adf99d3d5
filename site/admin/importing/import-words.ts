import type { ImportPlan, ImportState, PlannedText } from '#content/contract/import-operations.ts';
import { countOf } from '#content/contract/in-words.ts';

const STATE_WORDS: Readonly<Record<ImportState['state'], string>> = {
  uploading: 'Envoi incomplet',
  reading: 'Lecture',
  planned: 'Plan à lire',
  refused: 'Refusé',
  running: 'En cours',
  stopped: 'Arrêté',
  done: 'Importé, pas encore publié',
  publishing: 'Publication',
  published: 'Publié',
  undoing: 'Annulation',
  undone: 'Annulé',
};

/** Whether something is done in the background, so that it is asked after again and again. */
export function isAtWork(state: ImportState['state']): boolean {
  return state === 'reading' || state === 'running' || state === 'publishing' || state === 'undoing';
}

export const TEXT_STATES: Readonly<Record<PlannedText['state'], string>> = {
  published: 'Publié',
  scheduled: 'Programmé',
  draft: 'Brouillon',
  private: 'Privé, gardé en brouillon',
};

export const FATES: Readonly<Record<PlannedText['fate'], string>> = {
  new: 'Nouveau',
  there: 'Déjà importé',
  changed: 'Changé sur l’ancien site',
  edited: 'Modifié ici\u00a0: n’est pas touché',
};

/** What is said of the others, beside « Publier »; null where all are for readers. */
export function draftsInWords({ drafts, privates }: ImportPlan): string | null {
  const count = drafts + privates;
  if (count === 0) return null;
  return `${countOf(count, 'texte')} ${count === 1 ? 'reste' : 'restent'} en brouillon\u00a0: ${count === 1 ? 'il n’est pas publié' : 'ils ne sont pas publiés'} avec les autres.`;
}

/** What is said of those that are for later; null where there is none. */
export function scheduledInWords({ scheduled }: ImportPlan): string | null {
  if (scheduled === 0) return null;
  return `${countOf(scheduled, 'texte est programmé', 'textes sont programmés')}\u00a0: ${scheduled === 1 ? 'il paraîtra' : 'ils paraîtront'} à ${scheduled === 1 ? 'sa' : 'leur'} date.`;
}

/** What is said of an import that wrote all it had to. */
export function doneInWords({ written, updated, toPublish }: NonNullable<ImportState['report']>): string {
  if (toPublish > 0)
    return 'Tout est importé. Vos lecteurs n’en voient encore rien\u00a0: relisez vos textes, puis publiez-les.';
  if (written + updated > 0)
    return 'Tout est importé, et rien n’est à publier\u00a0: ce sont des brouillons, ou vos lecteurs les voient déjà.';
  return 'Rien de nouveau\u00a0: ces textes sont déjà ici, et rien n’est à publier.';
}

/** How an import stands, in a word or two. */
export function stateInWords({ state, report }: Pick<ImportState, 'state' | 'report'>): string {
  return state === 'done' && report?.toPublish === 0 ? 'Importé' : STATE_WORDS[state];
}

/** What becomes of the players of other sites that texts show, each of them counted. */
export function playersInWords(players: ImportPlan['players']): string {
  const count = players.reduce((sum, player) => sum + player.count, 0);
  return countOf(count, 'lecteur intégré devient un lien', 'lecteurs intégrés deviennent des liens');
}

/** What an import is called: by its site, else by its first file. */
export function importName({ siteTitle, files }: Pick<ImportState, 'files' | 'siteTitle'>): string {
  if (siteTitle !== null && siteTitle !== '') return siteTitle;
  const [first] = files;
  if (first === undefined) return 'Import';
  return files.length === 1
    ? first.name
    : `${first.name} et ${countOf(files.length - 1, 'autre fichier', 'autres fichiers')}`;
}
