import { ContentError } from '#content/model/errors.ts';
import { callerOf, type HttpCall } from '../api/http-call.ts';
import {
  type AccountHandlers,
  type AuthContext,
  noteFailedSignIn,
  requireSignedIn,
  requireUser,
} from './context.ts';
import { checkPassword } from './passwords.ts';
import { publicUser, updateUser, withPassword } from './users.ts';

/** What a user sees and changes of itself. */
export function profileHandlers(
  context: AuthContext,
): Pick<AccountHandlers, 'getUser' | 'updateProfile' | 'changePassword'> {
  const { state, hasher, throttle, sessions, audit } = context;
  return {
    async getUser(_input, call) {
      return Promise.resolve(requireSignedIn(call).user);
    },
    async updateProfile({ displayName, email }, call) {
      const { id } = requireSignedIn(call).user;
      return publicUser(await updateUser(state, id, (user) => ({ ...user, displayName, email })));
    },
    async changePassword({ current, next }, call) {
      const user = await requireUser(state, call);
      checkPassword({ password: next, username: user.username, field: 'next' });
      const caller = callerOf(call.request);
      const made = { target: `#password ${user.id}`, address: caller.ipAddress };
      const isRight = await throttle.attempt(made, async () =>
        (await hasher.matches(current, user.passwordHash)) ? true : null,
      );
      if (isRight === null) {
        noteFailedSignIn(audit, { user, caller, by: 'password change' });
        throw new ContentError('refused', { reason: 'Le mot de passe actuel est incorrect.' });
      }
      const passwordHash = await hasher.hash(next);
      const { sessionId } = requireSignedIn(call);
      await updateUser(state, user.id, (now, tables) => {
        // Somebody set another one meanwhile: this one was checked against a password that is over.
        if (now.passwordHash !== user.passwordHash) throw new ContentError('unauthenticated', {});
        const changed = withPassword(now, passwordHash);
        sessions.keepOnly(tables, sessionId, changed);
        return changed;
      });
    },
  };
}

/** The sessions of whoever calls: seen, and ended one by one or all at once. */
export function sessionHandlers(
  context: AuthContext,
): Pick<AccountHandlers, 'listSessions' | 'endSession' | 'endAllSessions'> {
  const { state, sessions, cookie } = context;
  const mine = async (call: HttpCall) => sessions.of(await state.known(), await requireUser(state, call));
  return {
    async listSessions(_input, call) {
      const { sessionId } = requireSignedIn(call);
      return (await mine(call)).map((session) => ({
        id: session.id,
        createdAt: new Date(session.createdAt).toISOString(),
        lastSeenAt: new Date(session.lastSeenAt).toISOString(),
        userAgent: session.userAgent,
        ipAddress: session.ipAddress,
        isCurrent: session.id === sessionId,
      }));
    },
    async endSession({ id }, call) {
      if (!(await mine(call)).some((session) => session.id === id)) {
        throw new ContentError('not-found', { what: 'Cette session' });
      }
      await sessions.end((session) => session.id === id);
      if (id === requireSignedIn(call).sessionId) cookie.remove(call.request);
    },
    async endAllSessions(_input, call) {
      const { user } = requireSignedIn(call);
      cookie.remove(call.request);
      await sessions.end((session) => session.userId === user.id);
    },
  };
}
