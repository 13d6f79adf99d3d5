import type { Person } from '#content/model/change-set.ts';
import { applicationDigest } from './application-passwords.ts';
import { type AuthContext, updateUser } from './context.ts';
import { isSameDigest } from './digest.ts';
import { noteFailedSignIn } from './failed-sign-in.ts';
import {
  authorOf,
  findByName,
  foldName,
  type StoredApplicationPassword,
  type StoredUser,
} from './stored-user.ts';

/** When a password was last used is written this often at most, in milliseconds. */
const WRITE_USED_EVERY_MS = 10 * 60 * 1000;

interface Used {
  readonly user: StoredUser;
  readonly password: StoredApplicationPassword;
}

/**
 * Checks a user name and an application password: the person, or null. Only wrong ones count against the address: such
 * a password cannot be guessed, and programs that have the right one are never kept out by those that have not.
 */
export function createApplicationSignIn(context: AuthContext, onError: (error: unknown) => void) {
  const { users, throttle, audit, clock } = context;

  async function noteUse({ user, password }: Used): Promise<void> {
    const last = password.lastUsedAt === null ? 0 : Date.parse(password.lastUsedAt);
    if (clock() - last < WRITE_USED_EVERY_MS) return;
    const lastUsedAt = new Date(clock()).toISOString();
    await updateUser({ users, id: user.id }, (now) => ({
      ...now,
      applicationPasswords: now.applicationPasswords.map((one) =>
        one.id === password.id ? { ...one, lastUsedAt } : one,
      ),
    }));
  }

  return async (username: string, password: string, address: string): Promise<Person | null> => {
    const user = findByName(await users.list(), username);
    const used = findPassword(user, applicationDigest(password));
    if (used !== null) {
      await noteUse(used).catch(onError);
      return authorOf(used.user);
    }
    const made = { target: `#application ${foldName(username)}`, address };
    await throttle.attempt(made, () => Promise.resolve(null));
    noteFailedSignIn(audit, { user, caller: { ipAddress: address, userAgent: null }, by: 'git' });
    return null;
  };
}

/** Every password is compared, whichever fits. */
function findPassword(user: StoredUser | null, digest: string): Used | null {
  const fitting = user?.applicationPasswords.filter((one) => isSameDigest(one.digest, digest)) ?? [];
  const [password] = fitting;
  return user === null || password === undefined ? null : { user, password };
}
