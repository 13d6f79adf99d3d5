import { ContentError } from '#content/model/errors.ts';
import { callerOf } from './caller.ts';
import type { AccountHandlers } from './context.ts';
import { type AuthContext, requireSignedIn, requireUser, updateUser } from './context.ts';
import { noteFailedSignIn } from './failed-sign-in.ts';
import { withPassword } from './new-user.ts';
import { checkPassword } from './password-rules.ts';
import { publicUser } from './stored-user.ts';

/** What a user sees and changes of itself. */
export function profileHandlers(
  context: AuthContext,
): Pick<AccountHandlers, 'getUser' | 'updateProfile' | 'changePassword'> {
  const { users, hasher, throttle, sessions, audit } = context;
  return {
    async getUser(_input, call) {
      return Promise.resolve(requireSignedIn(call).user);
    },
    async updateProfile({ displayName, email }, call) {
      const { id } = requireSignedIn(call).user;
      return publicUser(await updateUser({ users, id }, (user) => ({ ...user, displayName, email })));
    },
    async changePassword({ current, next }, call) {
      const user = await requireUser(users, call);
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
      const changed = await updateUser({ users, id: user.id }, (now) => {
        // Somebody set another one meanwhile: this one was checked against a password that is over.
        if (now.passwordHash !== user.passwordHash) throw new ContentError('unauthenticated', {});
        return withPassword(now, passwordHash);
      });
      await sessions.keepOnly(requireSignedIn(call).sessionId, changed);
    },
  };
}
