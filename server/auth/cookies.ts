import { createHmac, randomUUID } from 'node:crypto';
import cookieSession from 'cookie-session';
import type { Request, RequestHandler, Response } from 'express';
import type { StoredUser } from '../data/state-tables.ts';
import { isSameDigest } from './secrets.ts';
import { MAX_AGE_MS } from './sessions.ts';

const DEVICE_PATH = '/api/login';
const YEAR_MS = 365 * 24 * 3600 * 1000;

/** The cookie that carries a session's token, signed. What it is worth is the table's to say (docs/design.md, Sessions). */
export interface SessionCookie {
  readonly middleware: RequestHandler;
  read(request: Request): string | null;
  write(request: Request, token: string): void;
  remove(request: Request): void;
}

/** HttpOnly, SameSite=Lax, and behind https `Secure` and `__Host-` (docs/design.md, Sessions). */
export function createSessionCookie(origin: string, secret: string): SessionCookie {
  const isSecure = origin.startsWith('https:');
  const parseCookie = cookieSession({
    name: isSecure ? '__Host-encrier' : 'encrier',
    keys: [secret],
    ...{ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure, maxAge: MAX_AGE_MS },
  });
  return {
    middleware: (request, response, next) => {
      // Browsers come by https, whatever lies between: without this the library would silently send no cookie.
      if (isSecure) Object.defineProperty(request, 'protocol', { value: 'https', configurable: true });
      parseCookie(request, response, next);
    },
    read(request) {
      const token: unknown = request.session?.['token'];
      return typeof token === 'string' ? token : null;
    },
    write(request, token) {
      request.session = { token };
    },
    remove(request) {
      request.session = null;
    },
  };
}

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
  const cookieOptions = {
    path: DEVICE_PATH,
    maxAge: YEAR_MS,
    httpOnly: true,
    sameSite: 'strict',
    secure,
  } as const;
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
