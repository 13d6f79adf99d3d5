import * as z from 'zod';
import { AUTHOR } from './server-process.ts';

export interface Answer {
  readonly status: number;
  readonly value: unknown;
  readonly text: string;
}

/** Calls of the signed-in author. A call throws when the server went away, and resolves whatever it answered. */
export interface Author {
  readonly origin: string;
  readonly call: (route: string, body?: unknown) => Promise<Answer>;
  /** The same session, at another start of the server. */
  readonly at: (origin: string) => Author;
}

const PATIENCE_MS = 30_000;

/** Signs in as the browser does. Throws when that is refused. */
export async function signIn(origin: string): Promise<Author> {
  const answer = await send(origin, 'POST /api/login', AUTHOR, '');
  if (answer.status !== 200) throw new Error(`signing in was answered ${answer.status}: ${answer.text}`);
  return authorAt(origin, answer.cookie);
}

function authorAt(origin: string, cookie: string): Author {
  return {
    origin,
    call: (route, body) => send(origin, route, body, cookie),
    at: (other) => authorAt(other, cookie),
  };
}

async function send(origin: string, route: string, body: unknown, cookie: string) {
  const [method = 'GET', path = '/'] = route.split(' ');
  const isForm = body instanceof FormData;
  const headers = { cookie, ...(isForm ? {} : { 'content-type': 'application/json' }) };
  const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(`${origin}${path}`, { method, headers, signal, ...sent });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const value: unknown = isJson ? JSON.parse(text) : null;
  const set = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { status: response.status, text, value, cookie: set.join('; ') };
}

const passwordSchema = z.object({ password: z.string() });

/** A new application password, for git. */
export async function makeApplicationPassword(author: Author): Promise<string> {
  const { value } = await author.call('POST /api/account/application-passwords', { name: 'Pannes' });
  return passwordSchema.parse(value).password;
}
