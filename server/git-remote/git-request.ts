import { sentenceOf } from '#content/contract/french.ts';
import type { Person } from '#content/model/change-set.ts';
import { hasCode } from '#content/model/errors.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { Service } from './git-environment.ts';

/** What a request of git's smart protocol asks for (gitprotocol-http(5)). */
export interface Wanted {
  readonly service: Service;
  /** `refs` tells which there are, `pack` moves objects. */
  readonly step: 'refs' | 'pack';
  /** As http-backend is to see it, below the repository. */
  readonly path: string;
  readonly query: string;
  readonly contentType: string;
}

export type Reading =
  | { readonly kind: 'wanted'; readonly wanted: Wanted }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string };

const PROGRAM: Readonly<Record<Service, string>> = { fetch: 'git-upload-pack', push: 'git-receive-pack' };
const DUMB = 'Ce dépôt ne se lit qu’avec le protocole « smart HTTP » de git : mettez votre git à jour.\n';
const UNKNOWN = 'Cette adresse n’est pas de celles de git.\n';
const WRONG_TYPE = 'Ce n’est pas une demande de git.\n';

interface AskedFor {
  readonly method: string;
  /** Below /content.git, with the query. */
  readonly url: string;
  readonly contentType: string;
}

/** What git asks for; anything but its smart protocol is refused, files of the repository above all. */
export function readWanted({ method, url, contentType }: AskedFor): Reading {
  const [path = '', query = ''] = url.split('?', 2);
  if (path === '/info/refs') {
    if (method !== 'GET') return refused(405, UNKNOWN);
    const service = serviceNamed(/^service=([a-z-]+)$/.exec(query)?.[1] ?? '');
    if (service === null) return refused(403, DUMB);
    return { kind: 'wanted', wanted: { service, step: 'refs', path, query, contentType: '' } };
  }
  const service = serviceNamed(path.slice(1));
  if (service === null || query !== '') return refused(404, UNKNOWN);
  if (method !== 'POST') return refused(405, UNKNOWN);
  const expected = `application/x-${PROGRAM[service]}-request`;
  if (contentType !== expected) return refused(415, WRONG_TYPE);
  return { kind: 'wanted', wanted: { service, step: 'pack', path, query: '', contentType } };
}

function serviceNamed(name: string): Service | null {
  if (name === PROGRAM.fetch) return 'fetch';
  return name === PROGRAM.push ? 'push' : null;
}

function refused(status: number, text: string): Reading {
  return { kind: 'refused', status, text };
}

/** Longest header taken: a name and a password are short. */
const MAX_LENGTH = 1024;
const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="Encrier", charset="UTF-8"' };
const ASKED =
  'Donnez votre nom d’utilisateur et un mot de passe d’application : il se crée dans l’administration, sous « Compte ».\n';
const WRONG = 'Ce nom et ce mot de passe d’application ne vont pas ensemble.\n';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Who fetches or pushes. */
export interface Pusher {
  readonly kind: 'known';
  readonly username: string;
  readonly person: Person;
}

interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Who asks, by a name and an application password; else what to answer: 401 with what is needed, 429 after many
 * tries, 503 while nobody can be known.
 */
export async function identify(
  accounts: Pick<Accounts, 'checkApplicationPassword'>,
  header: string | undefined,
  address: string,
): Promise<Pusher | Refused> {
  const given = readBasic(header);
  if (given === null) return { kind: 'refused', status: 401, text: ASKED, headers: CHALLENGE };
  try {
    const person = await accounts.checkApplicationPassword(given.username, given.password, address);
    if (person !== null) return { kind: 'known', username: given.username, person };
    return { kind: 'refused', status: 401, text: WRONG, headers: CHALLENGE };
  } catch (error) {
    if (hasCode(error, 'accounts-closed'))
      return { kind: 'refused', status: 503, text: `${sentenceOf(error.code, error.data)}\n`, headers: {} };
    if (!hasCode(error, 'throttled')) throw error;
    const headers = { 'Retry-After': String(error.data.retryAfter) };
    return { kind: 'refused', status: 429, text: `${sentenceOf('throttled', error.data)}\n`, headers };
  }
}

/** What an Authorization header of the Basic kind says (RFC 7617), in UTF-8; null when it says nothing of the sort. */
function readBasic(header: string | undefined): Credentials | null {
  if (header === undefined || header.length > MAX_LENGTH) return null;
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // A NUL cannot be handed to a program.
  if (colon < 0 || /\p{Cc}/u.test(text)) return null;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
