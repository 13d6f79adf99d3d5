import type { AuditEvent } from '#content/contract/account-operations.ts';
import type { AuditEventType, AuditResourceType } from '#content/contract/operation.ts';
import { quoted } from '#content/model/french-spaces.ts';

/** What each kind of event is called. */
export const EVENT_NAMES: Readonly<Record<AuditEventType, string>> = {
  'sign-in': 'Connexion',
  'sign-in-failed': 'Connexion refusée',
  'sign-out': 'Déconnexion',
  create: 'Création',
  update: 'Modification',
  publish: 'Publication',
  unpublish: 'Retrait de la publication',
  delete: 'Suppression',
  restore: 'Restauration',
  upload: 'Envoi d’image',
  settings: 'Réglages du site',
  account: 'Compte',
  maintenance: 'Maintenance',
  export: 'Export',
};

export const SEVERITY_NAMES: Readonly<Record<AuditEvent['severity'], string>> = {
  info: 'Information',
  warning: 'Avertissement',
  error: 'Erreur',
};

/** What a call did, where the kind of event alone does not say it. */
const CALL_WORDS: Readonly<Record<string, string>> = {
  register: 'compte créé',
  updateProfile: 'profil modifié',
  changePassword: 'mot de passe changé',
  endSession: 'une session fermée',
  endAllSessions: 'toutes les sessions fermées',
  createApplicationPassword: 'mot de passe d’application créé',
  deleteApplicationPassword: 'mot de passe d’application révoqué',
  createPreviewLink: 'adresse d’aperçu',
  revokePreviewLink: 'adresse d’aperçu révoquée',
  savePendingVersion: 'gardée en attente',
  applyPendingVersion: 'modification en attente mise en ligne',
  dropPendingVersion: 'modification en attente abandonnée',
  mendLinks: 'liens corrigés',
  updateSite: 'textes et liens',
  updateCapacitySettings: 'disponibilité',
  initPosts: 'articles de départ écrits',
  fixImages: 'adresses d’images réparées',
  fixIronman: 'article de départ rétabli',
  exportAll: 'articles, pages, images et réglages',
  createImport: 'import d’un blog commencé',
  startImport: 'import d’un blog\u00a0: textes écrits',
  retryImportPictures: 'import d’un blog\u00a0: images réessayées',
  publishImport: 'import d’un blog\u00a0: textes publiés',
  undoImport: 'import d’un blog annulé',
  deleteImport: 'import d’un blog oublié',
  resolveSyncConflict: 'désaccord avec le dépôt distant réglé',
  // What it was called when events were noted before.
  settleSyncConflict: 'désaccord avec le dépôt distant réglé',
  dismissSyncBackup: 'sauvegarde du dépôt distant réécrit, lue',
};

/** By what a sign-in failed, when it is not the password of the login page. */
const WAYS: Readonly<Record<string, string>> = {
  git: 'par git',
  'first code': 'par le code à usage unique',
  'password change': 'au changement de mot de passe',
};

const RESOURCE_NAMES: Readonly<Record<AuditResourceType, string>> = {
  post: 'd’un texte',
  image: 'd’une image',
  site: '',
  user: '',
  session: '',
  content: '',
};

/** What an event was about, as far as it says. */
export function subjectOf({ details, resourceType }: AuditEvent): string {
  const named = textOf(details['title']) || textOf(details['filename']);
  const done = CALL_WORDS[textOf(details['call'])] ?? '';
  if (named !== '') return done === '' ? quoted(named) : `${quoted(named)}, ${done}`;
  if (done !== '') return `: ${done}`;
  return WAYS[textOf(details['by'])] ?? (resourceType === null ? '' : RESOURCE_NAMES[resourceType]);
}

/** The user name an event states, or ''. */
export function userOf({ details }: AuditEvent): string {
  return textOf(details['user']) || textOf(details['username']);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
