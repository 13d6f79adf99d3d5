import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import { sentenceOf } from '#content/contract/french.ts';
import { diskRefusal } from '#content/git/system-error.ts';
import type { Person } from '#content/model/change-set.ts';
import { hasCode } from '#content/model/errors.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { Service } from './git-environment.ts';

/** What is answered in place of git; `message` is in French, for git shows it to whoever runs it. */
export class GitRefusal extends Error {
  override readonly name = 'GitRefusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, headers: GitRefusal['headers'] = {}) {
    super(message);
    this.status = status;
    this.headers = { ...(status === 503 ? { 'Retry-After': '5' } : {}), ...headers };
  }
}

/** What is answered where the disk takes nothing; null for any other error. */
export function refusalByDisk(error: unknown): GitRefusal | null {
  const refused = diskRefusal(error);
  return refused === null ? null : new GitRefusal(503, `${sentenceOf(refused.code, refused.data)}\n`);
}

/** Ends an exchange whose body may not have been read to its end. */
export function refuse(response: ServerResponse, { status, message, headers }: GitRefusal): void {
  const own = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  for (const [name, value] of Object.entries({ ...own, ...headers })) response.setHeader(name, value);
  response.statusCode = status;
  response.end(message);
}

/** What a request of git's smart protocol asks for (gitprotocol-http(5)). */
export interface Wanted {
  readonly service: Service;
  /** `refs` tells which there are, `pack` moves objects. */
  readonly step: 'refs' | 'pack';
}

/** The programs of git's that answer, by the name that the protocol gives them. */
export const PROGRAM: Readonly<Record<Service, string>> = { fetch: 'upload-pack', push: 'receive-pack' };
const DUMB =
  'Ce dépôt ne se lit qu’avec le protocole «\u00a0smart HTTP\u00a0» de git\u00a0: mettez votre git à jour.\n';
const UNKNOWN = 'Cette adresse n’est pas de celles de git.\n';
const WRONG_TYPE = 'Ce n’est pas une demande de git.\n';

/** What git asks for. Throws {@link GitRefusal} for anything but its smart protocol, files of the repository above all. */
export function readWanted({ method, url, headers }: Pick<Request, 'method' | 'url' | 'headers'>): Wanted {
  const [path = '', query = ''] = url.split('?', 2);
  if (path === '/info/refs') {
    if (method !== 'GET') throw new GitRefusal(405, UNKNOWN);
    const service = serviceNamed(/^service=([a-z-]+)$/.exec(query)?.[1] ?? '');
    if (service === null) throw new GitRefusal(403, DUMB);
    return { service, step: 'refs' };
  }
  const service = serviceNamed(path.slice(1));
  if (service === null || query !== '') throw new GitRefusal(404, UNKNOWN);
  if (method !== 'POST') throw new GitRefusal(405, UNKNOWN);
  if (headers['content-type'] !== `application/x-git-${PROGRAM[service]}-request`)
    throw new GitRefusal(415, WRONG_TYPE);
  return { service, step: 'pack' };
}

function serviceNamed(name: string): Service | null {
  if (name === `git-${PROGRAM.fetch}`) return 'fetch';
  return name === `git-${PROGRAM.push}` ? 'push' : null;
}

/** Longest header taken: a name and a password are short. */
const MAX_LENGTH = 1024;
const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="Encrier", charset="UTF-8"' };
const ASKED =
  'Donnez votre nom d’utilisateur et un mot de passe d’application\u00a0: il se crée dans l’administration, sous «\u00a0Compte\u00a0».\n';
const WRONG = 'Ce nom et ce mot de passe d’application ne vont pas ensemble.\n';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Who fetches or pushes. */
export interface Pusher {
  readonly username: string;
  readonly person: Person;
}

/**
 * Who asks, by a name and an application password. Throws {@link GitRefusal}: 401 with what is needed, 429 after many tries, 503
 * while nobody can be known.
 */
export async function identify(
  accounts: Pick<Accounts, 'checkApplicationPassword'>,
  header: string | undefined,
  address: string,
): Promise<Pusher> {
  const given = readBasic(header);
  if (given === null) throw new GitRefusal(401, ASKED, CHALLENGE);
  const { username, password } = given;
  const asked = accounts.checkApplicationPassword(username, password, address);
  const person = await asked.catch((error: unknown) => {
    if (hasCode(error, 'accounts-closed'))
      throw new GitRefusal(503, `${sentenceOf(error.code, error.data)}\n`);
    if (!hasCode(error, 'throttled')) throw error;
    const headers = { 'Retry-After': String(error.data.retryAfter) };
    throw new GitRefusal(429, `${sentenceOf(error.code, error.data)}\n`, headers);
  });
  if (person === null) throw new GitRefusal(401, WRONG, CHALLENGE);
  return { username, person };
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
