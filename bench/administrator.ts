import * as z from 'zod';

/** Who signs in during a benchmark: the server is started with these as ADMIN_USERNAME and ADMIN_PASSWORD. */
export const ADMINISTRATOR = {
  ADMIN_USERNAME: 'banc',
  ADMIN_PASSWORD: 'une longue phrase pour le banc',
} as const;

/** Calls of a signed-in administrator. */
export interface Administrator {
  call(route: string, body?: unknown): Promise<Response>;
}

/** Signs in over HTTP, as a browser would. Throws when that is refused. */
export async function signIn(port: number): Promise<Administrator> {
  const origin = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMINISTRATOR.ADMIN_USERNAME, password: ADMINISTRATOR.ADMIN_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`signing in was answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    call(route, body) {
      const [method = 'GET', path = '/'] = route.split(' ');
      const isForm = body instanceof FormData;
      const headers = { cookie, ...(isForm ? {} : { 'content-type': 'application/json' }) };
      const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
      return fetch(`${origin}${path}`, { method, headers, ...sent });
    },
  };
}

const passwordSchema = z.object({ password: z.string() });

/** An application password for `/content.git`, made as the account page does. */
export async function makeApplicationPassword({ call }: Administrator): Promise<string> {
  const answer = await call('POST /api/account/application-passwords', { name: 'Banc' });
  return passwordSchema.parse(await answer.json()).password;
}
