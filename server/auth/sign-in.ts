import type { Request } from 'express';
import { ContentError } from '#content/model/errors.ts';
import { type AccountHandlers, callerOf, type HttpCall } from '../api/http-call.ts';
import type { StoredUser } from '../data/state-tables.ts';
import { type AuthContext, noteFailedSignIn } from './context.ts';
import { findByName, foldName, publicUser } from './users.ts';

const WRONG = 'Nom d’utilisateur ou mot de passe incorrect.';

/** Signing in and out. Both write their own audit events: who is concerned is known only here. */
export function signInHandlers(context: AuthContext) {
  const { state, hasher, throttle, devices, audit } = context;
  return {
    async login({ username, password }, call) {
      const caller = callerOf(call.request);
      const user = findByName((await state.known()).users, username);
      const device = devices.read(call.request, user);
      const made = { target: foldName(username), address: caller.ipAddress, device };
      const signedIn = await throttle.attempt(made, async () => {
        const isRight = await hasher.matches(password, user?.passwordHash ?? null);
        return isRight ? user : null;
      });
      if (signedIn === null) {
        noteFailedSignIn(audit, { user, caller });
        throw new ContentError('refused', { reason: WRONG });
      }
      await beginSession(context, { user: signedIn, call });
      return publicUser(signedIn);
    },
    async logout(_input, { request, signedIn }) {
      // Whoever it is: it ends even while nobody can be known.
      await endFormer(context, request);
      if (signedIn !== null) {
        const { user, sessionId } = signedIn;
        audit.write({
          eventType: 'sign-out',
          resourceType: 'user',
          resourceId: user.id,
          sessionId,
          ...callerOf(request),
          details: { username: user.username },
        });
      }
      return { message: 'Vous avez été déconnecté' };
    },
  } satisfies Partial<AccountHandlers>;
}

/** Begins a session of `user` and sets its cookie; the session the browser had before ends. */
export async function beginSession(
  context: AuthContext,
  { user, call }: { readonly user: StoredUser; readonly call: HttpCall },
): Promise<void> {
  const { sessions, cookie, devices, audit } = context;
  const caller = callerOf(call.request);
  const { token, session } = await sessions.begin(user, caller);
  await endFormer(context, call.request);
  cookie.write(call.request, token);
  devices.remember(call, user);
  audit.write({
    eventType: 'sign-in',
    resourceType: 'user',
    resourceId: user.id,
    sessionId: session.id,
    ...caller,
    details: { username: user.username },
  });
}

async function endFormer({ sessions, cookie }: AuthContext, request: Request): Promise<void> {
  const token = cookie.read(request);
  cookie.remove(request);
  if (token !== null) await sessions.endOf(token);
}
