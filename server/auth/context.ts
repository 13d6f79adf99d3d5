import { ContentError } from '#content/model/errors.ts';
import type { Caller, HttpCall, SignedIn } from '../api/http-call.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { State } from '../data/state.ts';
import type { StoredUser } from '../data/state-tables.ts';
import type { PasswordHasher } from './passwords.ts';
import type { KnownDevice, SessionCookie, Sessions } from './sessions.ts';
import type { Throttle } from './throttle.ts';
import { pickUser } from './users.ts';

/** What the calls about accounts work with. */
export interface AuthContext {
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly state: State;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly hasher: PasswordHasher;
  readonly throttle: Throttle;
  readonly devices: KnownDevice;
  readonly audit: AuditLog;
}

/** Who calls. Throws ContentError 'unauthenticated' when nobody is signed in. */
export function requireSignedIn({ signedIn }: Pick<HttpCall, 'signedIn'>): SignedIn {
  if (signedIn === null) throw new ContentError('unauthenticated', {});
  return signedIn;
}

/** The stored user of a call. Throws ContentError 'unauthenticated' when there is none, or no longer. */
export async function requireUser(state: State, call: HttpCall): Promise<StoredUser> {
  const { user } = requireSignedIn(call);
  return pickUser((await state.known()).users, user.id);
}

interface FailedSignIn {
  /** Whose password was wrong; null when the name is nobody's. */
  readonly user: StoredUser | null;
  readonly caller: Caller;
  /** What was wrong, when it is not the password on the sign-in page. */
  readonly by?: 'git' | 'first code' | 'password change';
}

/** Notes a wrong try. The name that was typed is kept only when it is a user's: people type passwords there by mistake. */
export function noteFailedSignIn(audit: AuditLog, { user, caller, by }: FailedSignIn): void {
  audit.write({
    eventType: 'sign-in-failed',
    resourceType: 'user',
    resourceId: user?.id ?? null,
    sessionId: null,
    ...caller,
    details: {
      ...(user === null ? {} : { username: user.username }),
      ...(by === undefined ? {} : { by }),
    },
  });
}
