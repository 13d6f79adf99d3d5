import type { Request, RequestHandler } from 'express';
import type { SignedIn } from '../api/http-call.ts';
import type { AuthContext } from './context.ts';
import { authorOf, publicUser } from './stored-user.ts';

/** Finds out who makes a request: cookie → living session → user. */
export function createResolver({ cookie, sessions, users }: AuthContext) {
  const found = new WeakMap<Request, SignedIn>();

  async function resolve(request: Request): Promise<void> {
    const token = cookie.read(request);
    const session = token === null ? null : sessions.find(token);
    if (session === null) return;
    const user = (await users.list()).find(({ id }) => id === session.userId);
    // The operator's command or a new password ended it.
    if (user === undefined || user.sessionStamp !== session.stamp) return;
    sessions.touch(session);
    found.set(request, { sessionId: session.id, user: publicUser(user), author: authorOf(user) });
  }

  const middleware: RequestHandler = (request, response, next) => {
    cookie.middleware(request, response, (error?: unknown) => {
      if (error === undefined) resolve(request).then(() => next(), next);
      else next(error);
    });
  };
  return { middleware, signedIn: (request: Request): SignedIn | null => found.get(request) ?? null };
}
