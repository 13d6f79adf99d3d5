import type {
  ImportPlan,
  ImportProgress,
  ImportState,
  PlannedText,
} from '#content/contract/import-operations.ts';
import { countOf, sizeInWords } from '../in-words.ts';

/** How an import stands, in a word or two. */
export const STATE_WORDS: Readonly<Record<ImportState['state'], string>> = {
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

/** « 12 articles sur 340 », « 1,2 Mo sur 30 Mo ». */
export function progressInWords({ done, total, unit }: Omit<ImportProgress, 'label'>): string {
  const said = unit === 'octets' ? sizeInWords(done) : countOf(done, unit === 'articles' ? 'texte' : 'image');
  if (total === null) return done === 0 ? '' : said;
  return `${said} sur ${unit === 'octets' ? sizeInWords(total) : total.toLocaleString('fr-FR')}`;
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

/** How many texts readers are to see: those that the old site showed, and those that it was about to. */
export function countForReaders({ articles, pages, drafts, privates }: ImportPlan): number {
  return articles + pages - drafts - privates;
}

/** What is said of the others, beside « Publier »; null where all are for readers. */
export function draftsInWords({ drafts, privates }: ImportPlan): string | null {
  const count = drafts + privates;
  if (count === 0) return null;
  return `${countOf(count, 'texte')} ${count === 1 ? 'reste' : 'restent'} en brouillon\u00a0: ${count === 1 ? 'il n’est pas publié' : 'ils ne sont pas publiés'} avec les autres.`;
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
