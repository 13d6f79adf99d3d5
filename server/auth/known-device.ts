import { createHmac, randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { isSameDigest } from './digest.ts';
import type { StoredUser } from './stored-user.ts';

const PATH = '/api/login';
const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * Knows again a browser that signed in to an account: its wrong tries are counted apart, so that whoever shares the
 * owner's address, or floods the sign-in from everywhere, does not lock the owner out. The cookie opens nothing.
 */
export interface KnownDevice {
  /** What names the browser, when it signed in to this account before. */
  read(request: Request, user: StoredUser | null): string | null;
  /** Makes the browser known to the account, unless it is. */
  remember(exchange: { readonly request: Request; readonly response: Response }, user: StoredUser): void;
}

/** Cookies signed with `secret`, sent to the sign-in only. */
export function createKnownDevice(origin: string, secret: string): KnownDevice {
  const secure = origin.startsWith('https:');
  const cookieName = secure ? '__Secure-encrier-appareil' : 'encrier-appareil';
  const cookieOptions = { path: PATH, maxAge: YEAR_MS, httpOnly: true, sameSite: 'strict', secure } as const;
  const shape = new RegExp(`(?:^|; *)${cookieName}=([0-9a-f-]{36})\\.([0-9a-f]{64})(?:;|$)`);
  const sign = (device: string, user: StoredUser) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['known device', device, user.id]))
      .digest('hex');

  function read(request: Request, user: StoredUser | null): string | null {
    const [, device, signature] = shape.exec(request.headers.cookie ?? '') ?? [];
    if (user === null || device === undefined || signature === undefined) return null;
    return isSameDigest(signature, sign(device, user)) ? `device ${device}` : null;
  }
  return {
    read,
    remember({ request, response }, user) {
      if (read(request, user) !== null) return;
      const device = randomUUID();
      response.cookie(cookieName, `${device}.${sign(device, user)}`, cookieOptions);
    },
  };
}
