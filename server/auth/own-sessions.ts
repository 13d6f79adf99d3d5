import { ContentError } from '#content/model/errors.ts';
import type { AccountHandlers } from './context.ts';
import { type AuthContext, requireSignedIn, requireUser } from './context.ts';

/** The sessions of whoever calls: seen, and ended one by one or all at once. */
export function sessionHandlers(
  context: AuthContext,
): Pick<AccountHandlers, 'listSessions' | 'endSession' | 'endAllSessions'> {
  const { users, sessions, cookie } = context;
  return {
    async listSessions(_input, call) {
      const { sessionId } = requireSignedIn(call);
      return sessions.of(await requireUser(users, call)).map((session) => ({
        id: session.id,
        createdAt: new Date(session.createdAt).toISOString(),
        lastSeenAt: new Date(session.lastSeenAt).toISOString(),
        userAgent: session.userAgent,
        ipAddress: session.ipAddress,
        isCurrent: session.id === sessionId,
      }));
    },
    async endSession({ id }, call) {
      const user = await requireUser(users, call);
      if (!sessions.of(user).some((session) => session.id === id)) {
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
