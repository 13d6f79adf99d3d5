import type { Handlers } from '#content/contract/operation.ts';
import type { AccountOperations } from '#content/contract/operations.ts';
import { ContentError } from '#content/model/errors.ts';
import type { HttpCall, SignedIn } from '../api/http-call.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { KnownDevice } from './known-device.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';
import type { StoredUser } from './stored-user.ts';
import type { Throttle } from './throttle.ts';
import type { Users } from './users.ts';

export type AccountHandlers = Pick<
  Handlers<AccountOperations, HttpCall>,
  | 'getUser'
  | 'login'
  | 'logout'
  | 'getRegistration'
  | 'register'
  | 'updateProfile'
  | 'changePassword'
  | 'listSessions'
  | 'endSession'
  | 'endAllSessions'
  | 'listApplicationPasswords'
  | 'createApplicationPassword'
  | 'deleteApplicationPassword'
  | 'listAuditEvents'
>;

/** What the calls about accounts work with. */
export interface AuthContext {
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly hasher: PasswordHasher;
  readonly throttle: Throttle;
  readonly devices: KnownDevice;
  readonly audit: AuditLog;
}

/** Who calls. Throws ContentError 'unauthenticated' when nobody is signed in. */
export function requireSignedIn({ signedIn }: HttpCall): SignedIn {
  if (signedIn === null) throw new ContentError('unauthenticated', {});
  return signedIn;
}

/** The stored user of a call. Throws ContentError 'unauthenticated' when there is none, or no longer. */
export async function requireUser(users: Users, call: HttpCall): Promise<StoredUser> {
  const { user } = requireSignedIn(call);
  return pickUser(await users.list(), user.id);
}

/** Replaces one user by what `change` makes of it. Throws ContentError 'unauthenticated' when it is gone. */
export async function updateUser(
  { users, id }: { readonly users: Users; readonly id: string },
  change: (user: StoredUser) => StoredUser,
): Promise<StoredUser> {
  await users.update((all) => {
    const changed = change(pickUser(all, id));
    return all.map((user) => (user.id === id ? changed : user));
  });
  return pickUser(users.known(), id);
}

function pickUser(users: readonly StoredUser[], id: string): StoredUser {
  const user = users.find((one) => one.id === id);
  if (user === undefined) throw new ContentError('unauthenticated', {});
  return user;
}
