import { expect } from 'vitest';
import type { TestServer } from './running-server.ts';

/** Settings of a test server whose first administrator is there. */
export const AUTHOR_ENV = { ADMIN_USERNAME: 'camille', ADMIN_PASSWORD: 'seize-loutres-vertes' } as const;

export type AuthorAnswer = Readonly<Record<string, unknown>> & readonly Readonly<Record<string, unknown>>[];

/** Signs in on a test server that was started with {@link AUTHOR_ENV}; makes calls from then on, which must succeed. */
export async function signIn(server: Pick<TestServer, 'port'>) {
  const send = (method: string, path: string, body: unknown, cookie = '') =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(cookie === '' ? {} : { Cookie: cookie }) },
      ...(method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = AUTHOR_ENV;
  const signedIn = await send('POST', '/api/login', { username, password });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

  /** The answer of a call, which must succeed. */
  return async (method: string, path: string, body?: unknown): Promise<AuthorAnswer> => {
    const response = await send(method, path, body, cookie);
    const text = await response.text();
    expect(`${response.status} ${text}`).toMatch(/^2/);
    return JSON.parse(text === '' ? '{}' : text) as AuthorAnswer; // a parser: the answers of this program
  };
}
