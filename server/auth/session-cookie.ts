import cookieSession from 'cookie-session';
import type { Request, RequestHandler } from 'express';
import { MAX_AGE_MS } from './sessions.ts';

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
