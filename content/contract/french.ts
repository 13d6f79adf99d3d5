import type { ErrorCode, ErrorData, RemoteFault } from '#content/model/errors.ts';

type Sentences = { readonly [Code in ErrorCode]: (data: ErrorData[Code]) => string };

/** What a browser says by itself, where nobody answers: it has none of the other sentences. */
export const OFFLINE = 'Le serveur ne répond pas\u00a0: vérifiez votre connexion.';

/** What a person is told. Every code has its sentence; no path, stack or library message is in any. */
const SENTENCES: Sentences = {
  'not-found': ({ what }) => NOT_FOUND[what] ?? `${what} est introuvable.`,
  gone: ({ what }) => `${what} n’est plus en ligne.`,
  invalid: ({ reason }) => reason,
  conflict: () => 'Ce texte a été modifié entre-temps\u00a0: rien n’a été écrasé, les deux versions sont là.',
  'slug-taken': ({ slug, by }) =>
    `L’adresse «\u00a0${slug}\u00a0» est déjà prise par ${by === undefined ? 'un autre article' : HOLDERS[by]}.`,
  done: ({ reason }) => reason,
  locked: ({ lock }) => {
    const busy = 'Le dépôt est occupé par un autre programme\u00a0: réessayez dans un instant.';
    if (!lock.endsWith('.lock')) return busy;
    return `${busy} Si cela dure et qu’aucun git n’y travaille plus, supprimez le fichier «\u00a0${lock}\u00a0» du dépôt.`;
  },
  'read-only': ({ reason }) => reason,
  'disk-full': () => 'Le disque où sont vos articles est plein\u00a0: rien n’a été enregistré.',
  corrupt: () => 'Le dépôt est abîmé à cet endroit\u00a0: rien n’a été enregistré.',
  'accounts-closed': () =>
    'Les comptes sont fermés\u00a0: le fichier des utilisateurs (state.sqlite) ne peut pas être lu. Le site reste en ligne. Remettez ce fichier depuis une sauvegarde, ou prévenez qui s’occupe du serveur.',
  unauthenticated: () => 'Connectez-vous pour continuer.',
  forbidden: ({ reason }) => reason,
  refused: ({ reason }) => reason,
  'too-large': ({ limit }) => `C’est trop volumineux\u00a0: ${limit} au plus.`,
  unsupported: ({ reason }) => reason,
  throttled: ({ retryAfter }) => `Trop d’essais\u00a0: réessayez dans ${inWords(retryAfter)}.`,
  starting: () => 'Les articles sont encore en cours de lecture\u00a0: réessayez dans un instant.',
  preparing: () => 'La recherche se prépare\u00a0: réessayez dans un instant.',
  'method-not-allowed': () => 'Cet appel ne se fait pas par cette méthode.',
  offline: () => OFFLINE,
  remote: ({ fault }) => REMOTE[fault],
  internal: () => 'Une erreur est survenue\u00a0: elle a été notée, réessayez plus tard.',
};

const HOLDERS: Readonly<Record<NonNullable<ErrorData['slug-taken']['by']>, string>> = {
  article: 'un article',
  page: 'une page',
  'other page': 'une autre page',
  'waiting text': 'un autre texte, qui attend\u00a0: donnez-lui d’abord une autre adresse',
};

const REMOTE: Readonly<Record<RemoteFault, string>> = {
  offline: 'Le dépôt distant ne répond pas\u00a0: vos textes sont en sûreté ici, un nouvel essai suivra.',
  untrusted: 'Le certificat du dépôt distant n’est pas digne de confiance\u00a0: rien ne lui a été envoyé.',
  refused:
    'Le dépôt distant refuse le jeton ou le mot de passe donné, ou ne lui permet pas d’écrire\u00a0: vos textes sont en sûreté ici.',
  'not-a-repository': 'Il n’y a pas de dépôt git à l’adresse donnée, ou ce jeton ne permet pas de le voir.',
  'no-branch':
    'Le dépôt distant n’a pas la branche suivie ici. Si elle y a changé de nom, donnez-lui le même ici\u00a0: git branch -m ANCIEN NOUVEAU, puis git config encrier.branch NOUVEAU (sur un serveur, CONTENT_BRANCH).',
  redirected: 'Le dépôt distant renvoie vers un autre serveur\u00a0: le jeton ne lui a pas été donné.',
  unrelated: 'Le dépôt distant n’a aucune histoire commune avec celui-ci\u00a0: rien n’a été mélangé.',
  behind: 'Le dépôt distant a reçu d’autres modifications entre-temps\u00a0: elles vont être reprises.',
  rejected: 'Le dépôt distant n’accepte pas cet envoi\u00a0: ses règles de protection l’interdisent.',
  corrupt: 'Ce que le dépôt distant a envoyé est abîmé ou incomplet\u00a0: rien n’en a été gardé.',
  'too-large': 'L’échange avec le dépôt distant est trop volumineux.',
};

/** Articles have a wording of their own (docs/product.md, Article page). */
const NOT_FOUND: Readonly<Record<string, string>> = {
  Article: 'Article non trouvé',
  call: 'Cet appel n’existe pas.',
  '': 'Introuvable.',
};

/** The French sentence of an error. */
export function sentenceOf<Code extends ErrorCode>(code: Code, data: ErrorData[Code]): string {
  return SENTENCES[code](data);
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`;
  return `${Math.ceil(seconds / 60)} min`;
}
