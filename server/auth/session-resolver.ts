import type { Request, RequestHandler } from 'express';
import { hasCode } from '#content/model/errors.ts';
import type { SignedIn } from '../api/http-call.ts';
import type { AuthContext } from './context.ts';
import { authorOf, publicUser, type StoredUser } from './stored-user.ts';

/** Finds out who makes a request: cookie → living session → user. */
export function createResolver({ cookie, sessions, users }: AuthContext) {
  const found = new WeakMap<Request, SignedIn>();

  async function resolve(request: Request): Promise<void> {
    const token = cookie.read(request);
    const session = token === null ? null : sessions.find(token);
    if (session === null) return;
    const user = (await knownUsers()).find(({ id }) => id === session.userId);
    // The operator's command or a new password ended it.
    if (user === undefined || user.sessionStamp !== session.stamp) return;
    sessions.touch(session);
    found.set(request, { sessionId: session.id, user: publicUser(user), author: authorOf(user) });
  }

  /** Nobody while the accounts are closed: what is public goes on. */
  async function knownUsers(): Promise<readonly StoredUser[]> {
    return users.list().catch((error: unknown) => {
      if (hasCode(error, 'accounts-closed')) return [];
      throw error;
    });
  }

  const middleware: RequestHandler = (request, response, next) => {
    cookie.middleware(request, response, (error?: unknown) => {
      if (error === undefined) resolve(request).then(() => next(), next);
      else next(error);
    });
  };
  return { middleware, signedIn: (request: Request): SignedIn | null => found.get(request) ?? null };
}
