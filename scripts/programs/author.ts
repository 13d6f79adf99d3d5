import { type Client, createClient } from '#content/contract/client.ts';
import type { Operation } from '#content/contract/operation.ts';
import { operations } from '#content/contract/operations.ts';
import { errorOf, requestOf } from '#site/admin/api/http-transport.ts';
import { AUTHOR } from './server.ts';

const ROWS: Readonly<Record<string, Operation | undefined>> = operations;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The signed-in author at a server. A call rejects with what `fetch` throws when the server went away. */
export interface Author {
  readonly client: Client;
  /** What a page or address of a reader answers, whatever that is. */
  readonly get: (path: string) => Promise<Answer>;
  /** The same session, at another start of the server. */
  readonly at: (origin: string) => Author;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | Blob | null;
}

/** How long an answer may take, in milliseconds. */
const PATIENCE_MS = 120_000;

/** Signs in as the browser does. Throws when that is refused. */
export async function signIn(origin: string, patienceMs = PATIENCE_MS): Promise<Author> {
  const body = JSON.stringify(AUTHOR);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/api/login`, { method: 'POST', headers, body });
  if (answer.status !== 200)
    throw new Error(`signing in was answered ${answer.status}: ${await answer.text()}`);
  const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return authorAt(origin, set.join('; '), patienceMs);
}

function authorAt(origin: string, cookie: string, patienceMs: number): Author {
  const send = async (address: string, { headers = {}, ...sent }: Sent = {}): Promise<Answer> => {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(address, { ...sent, headers: { ...headers, cookie }, signal });
    return { status: answer.status, text: await answer.text() };
  };
  const client = createClient(async (name, input) => {
    const operation = ROWS[name];
    if (operation === undefined) throw new TypeError(`no server answers ${name}`);
    const { verb: method, address, headers, body } = requestOf(operation, input, origin);
    const { status, text } = await send(address, { method, headers, body });
    if (status < 200 || status >= 300) throw errorOf({ status, statusText: '', body: text });
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  });
  return {
    client,
    get: (path) => send(`${origin}${path}`),
    at: (other) => authorAt(other, cookie, patienceMs),
  };
}

/** Where git finds a server's repository, with a new application password that opens it. */
export async function remoteOf({ client }: Author): Promise<(port: number) => string> {
  const { password } = await client.createApplicationPassword({ name: 'Essais' });
  const { username } = AUTHOR;
  return (port) => `http://${username}:${encodeURIComponent(password)}@127.0.0.1:${port}/content.git`;
}
