import type { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from './caller.ts';
import type { StoredUser } from './stored-user.ts';

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
    ...{ eventType: 'sign-in-failed', resourceType: 'user', resourceId: user?.id ?? null, sessionId: null },
    ...caller,
    details: {
      ...(user === null ? {} : { username: user.username }),
      ...(by === undefined ? {} : { by }),
    },
  });
}
