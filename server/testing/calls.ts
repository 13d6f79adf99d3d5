import { AUTHOR_ENV } from './author.ts';
import type { Answer } from './exchange.ts';
import type { TestServer } from './running-server.ts';

type Headers = Readonly<Record<string, string>>;

/** The cookie of a new session on a server that was started with {@link AUTHOR_ENV}. */
export async function sessionCookie({ get }: Pick<TestServer, 'get'>): Promise<string> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = AUTHOR_ENV;
  const answer = await get('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
}

/** Makes calls, right and wrong ones, in a session: the body goes exactly as given. */
export function createCalls({ get }: Pick<TestServer, 'get'>, cookie: string) {
  return (route: string, body?: string | Uint8Array, headers: Headers = {}): Promise<Answer> => {
    const [method = '', path = ''] = route.split(' ');
    return get(path, {
      method,
      headers: { 'content-type': 'application/json', cookie, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  };
}
