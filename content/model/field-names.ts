import { ALL_FIELDS, fieldRow } from './post-fields.ts';

/** What other forms call theirs (site/admin/settings, images, post-form). */
const OF_FORMS: ReadonlyMap<string, string> = new Map([
  ['username', 'Nom d’utilisateur'],
  ['password', 'Mot de passe'],
  ['displayName', 'Nom affiché'],
  ['email', 'Adresse e-mail'],
  ['current', 'Mot de passe actuel'],
  ['next', 'Nouveau mot de passe'],
  ['name', 'Nom'],
  ['days', 'Durée en jours'],
  ['readerNote', 'Dire aux lecteurs ce qui a changé'],
]);

/** How a sentence to a person names a field of a call or a file: as the form does, by its key where no form shows it. */
export function calledField(key: string): string {
  const ofPost = ALL_FIELDS.find((field) => field === key || key.startsWith(`${field}.`));
  const label = ofPost === undefined ? OF_FORMS.get(key) : fieldRow(ofPost).label;
  return `Le champ «\u00a0${label ?? key}\u00a0»`;
}
