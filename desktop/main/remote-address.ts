import { ContentError } from '#content/model/errors.ts';
import { isAllowedRemote } from '#content/remote/http-exchange.ts';

/**
 * Where the articles of a site are, from what an author writes: `monsite.fr`, `https://monsite.fr/`, or the address of a
 * repository itself. Throws ContentError 'invalid' (field `address`) for what cannot be talked to safely.
 */
export function contentAddress(written: string): string {
  const text = written.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(address)) throw refused(NO_ADDRESS);
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') throw refused(WITH_SECRET);
  if (!isAllowedRemote(url)) throw refused(url.protocol === 'http:' ? NOT_SAFE : NOT_WEB);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path === '' ? '/content.git' : path}`;
}

function refused(reason: string): ContentError {
  return new ContentError('invalid', { path: '', reason, field: 'address' });
}

const NO_ADDRESS = 'Cette adresse n’en est pas une\u00a0: écrivez par exemple monsite.fr.';
const WITH_SECRET = 'Écrivez l’adresse sans nom ni mot de passe\u00a0: ils ont leur propre champ.';
const NOT_SAFE =
  'Cette adresse commence par http\u00a0: votre mot de passe voyagerait en clair. Écrivez-la avec https.';
const NOT_WEB = 'Seules les adresses en https sont prises\u00a0: écrivez par exemple monsite.fr.';
