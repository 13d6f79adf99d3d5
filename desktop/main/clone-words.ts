import { sentenceOf } from '#content/contract/french.ts';
import { diskRefusal } from '#content/git/system-error.ts';
import { ContentError, hasCode, type RemoteFault } from '#content/model/errors.ts';
import { CLONE_FIELDS, type CloneSource } from '#desktop/host/clone-calls.ts';

/** Why a copy did not come to its end, for the author: what to do, and the field it is about. */
export interface CloneFault {
  readonly text: string;
  readonly field: (typeof CLONE_FIELDS)[number] | null;
}

type Kind = CloneSource['kind'];

/** What to tell of an error; null for a bug. */
export function cloneFault(error: unknown, kind: Kind): CloneFault | null {
  const known = knownError(error);
  if (known === null || hasCode(known, 'internal')) return null;
  if (hasCode(known, 'remote')) return REMOTE[known.data.fault](kind);
  if (hasCode(known, 'disk-full')) return { text: DISK_FULL, field: 'folder' };
  if (hasCode(known, 'read-only')) return { text: NOT_WRITABLE, field: 'folder' };
  if (!hasCode(known, 'invalid')) return { text: sentenceOf(known.code, known.data), field: null };
  const field = CLONE_FIELDS.find((one) => one === known.data.field);
  return { text: known.data.reason, field: field ?? (isSite(kind) ? 'address' : 'repository') };
}

function knownError(error: unknown): ContentError | null {
  if (error instanceof ContentError) return error;
  return diskRefusal(error);
}

const isSite = (kind: Kind): boolean => kind === 'site';
const onAddress = (text: string) => (kind: Kind) => ({
  ...{ text, field: isSite(kind) ? ('address' as const) : ('repository' as const) },
});
const ofNetwork = (text: string) => () => ({ text, field: null });

const REMOTE: Readonly<Record<RemoteFault, (kind: Kind) => CloneFault>> = {
  offline: (kind) =>
    isSite(kind)
      ? {
          text: 'Le site ne répond pas\u00a0: vérifiez l’adresse et votre connexion, puis réessayez.',
          field: 'address',
        }
      : { text: 'GitHub ne répond pas\u00a0: vérifiez votre connexion, puis réessayez.', field: null },
  untrusted: onAddress(
    'Le certificat de ce site n’est pas digne de confiance\u00a0: rien ne lui a été envoyé.',
  ),
  refused: (kind) =>
    isSite(kind)
      ? {
          text: 'Ce nom et ce mot de passe d’application ne vont pas ensemble\u00a0: créez-en un sur votre site, sous «\u00a0Réglages\u00a0», «\u00a0Mots de passe d’application\u00a0».',
          field: 'username',
        }
      : {
          text: 'GitHub refuse ce jeton\u00a0: il est faux, périmé, ou n’a pas le droit d’écrire dans vos dépôts.',
          field: 'token',
        },
  'not-a-repository': (kind) =>
    isSite(kind)
      ? {
          text: 'Il y a bien un site à cette adresse, mais ce n’est pas un site Encrier\u00a0: vérifiez l’adresse.',
          field: 'address',
        }
      : { text: 'Ce dépôt est introuvable, ou ce jeton ne permet pas de le voir.', field: 'repository' },
  'no-branch': onAddress('Ce dépôt ne dit pas quelle branche porte vos articles.'),
  redirected: onAddress(
    'Cette adresse renvoie vers un autre site, qui n’a pas reçu votre mot de passe\u00a0: écrivez l’adresse finale.',
  ),
  unrelated: onAddress('Ce dossier contient déjà une autre histoire que celle de ce site.'),
  behind: ofNetwork('Le site a changé pendant la copie\u00a0: réessayez.'),
  rejected: onAddress('Ce dépôt n’accepte pas d’envoi\u00a0: ses règles de protection l’interdisent.'),
  corrupt: ofNetwork('Ce qui est arrivé était incomplet ou abîmé, rien n’en a été gardé\u00a0: réessayez.'),
  'too-large': ofNetwork('Ce dépôt est trop volumineux pour être copié ici.'),
};

const DISK_FULL =
  'Le disque de cet ordinateur est plein\u00a0: libérez de la place, puis réessayez\u00a0; la copie reprendra.';
const NOT_WRITABLE = 'Encrier n’a pas le droit d’écrire dans ce dossier\u00a0: choisissez-en un autre.';
