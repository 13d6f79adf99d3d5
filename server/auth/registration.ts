import { ContentError } from '#content/model/errors.ts';
import { type Caller, callerOf } from './caller.ts';
import type { AccountHandlers, AuthContext } from './context.ts';
import { noteFailedSignIn } from './failed-sign-in.ts';
import { isFirstCode, removeFirstCode } from './first-code.ts';
import { addUser, newUser } from './new-user.ts';
import { checkPassword } from './password-rules.ts';
import { beginSession } from './sign-in.ts';
import { publicUser } from './stored-user.ts';

type Registration = Parameters<AccountHandlers['register']>[0];

/** What the one-time code's tries are counted under; a user name has no such sign. */
const CODE_TARGET = '#code';

interface CodeTry {
  readonly firstCode: string | null;
  readonly typed: string;
  readonly caller: Caller;
}

/** The first administrator by the one-time code; others by an administrator (docs/design.md, HTTP). */
export function registrationHandlers(
  context: AuthContext,
  firstCode: string | null,
): Pick<AccountHandlers, 'getRegistration' | 'register'> {
  const { users, hasher, clock, dataDir } = context;

  async function create(input: Registration, isFirst: boolean) {
    const { username, password, displayName = '', email = '' } = input;
    checkPassword({ password, username, field: 'password' });
    const passwordHash = await hasher.hash(password);
    const user = newUser({ username, displayName, email, passwordHash, now: clock() });
    await users.update((all) => {
      if (isFirst && all.length > 0) throw tooLate();
      return addUser(all, user);
    });
    return user;
  }

  return {
    async getRegistration() {
      return { isFirst: (await users.list()).length === 0 };
    },
    async register(input, call) {
      if ((await users.list()).length > 0) {
        if (call.signedIn === null) throw new ContentError('unauthenticated', {});
        return publicUser(await create(input, false));
      }
      await checkCode(context, { firstCode, typed: input.code ?? '', caller: callerOf(call.request) });
      const user = await create(input, true);
      await removeFirstCode(dataDir);
      // The door writes what a signed-in user does; nobody was signed in yet.
      context.audit.write({
        ...{ eventType: 'account', resourceType: 'user', resourceId: user.id, sessionId: null },
        ...callerOf(call.request),
        details: { call: 'register', user: user.username },
      });
      await beginSession(context, { user, call });
      return publicUser(user);
    },
  };
}

async function checkCode(
  { throttle, audit }: AuthContext,
  { firstCode, typed, caller }: CodeTry,
): Promise<void> {
  const isRight = firstCode !== null && isFirstCode(firstCode, typed);
  const made = { target: CODE_TARGET, address: caller.ipAddress };
  if ((await throttle.attempt(made, () => Promise.resolve(isRight ? true : null))) !== null) return;
  noteFailedSignIn(audit, { user: null, caller, by: 'first code' });
  throw new ContentError('refused', {
    reason: 'Code à usage unique incorrect : il est affiché au démarrage du serveur.',
  });
}

function tooLate(): ContentError {
  return new ContentError('refused', { reason: 'Un administrateur vient d’être créé : connectez-vous.' });
}
