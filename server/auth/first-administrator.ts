import { DataFolderError } from '../data/data-folder.ts';
import type { AuthContext } from './context.ts';
import { readOrMakeFirstCode, removeFirstCode } from './first-code.ts';
import { addUser, newUser } from './new-user.ts';
import { passwordFault } from './password-rules.ts';

interface Administrator {
  readonly username: string;
  readonly password: string;
}

/**
 * Sees to it that there can be a first administrator: the one of the settings is created, or a one-time code is made.
 * The code, while there is no user; null otherwise, and where nobody can say whether there is one.
 */
export async function prepareFirst(
  context: AuthContext,
  { admin, say }: { readonly admin: Administrator | null; readonly say: (sentence: string) => void },
): Promise<string | null> {
  const { users, dataDir } = context;
  if (users.trouble() !== null) return null;
  if (admin !== null && users.known().length === 0) await createAdministrator(context, admin);
  if (users.known().length === 0) return readOrMakeFirstCode(dataDir, say);
  await removeFirstCode(dataDir);
  return null;
}

async function createAdministrator(
  { users, hasher, clock }: AuthContext,
  admin: Administrator,
): Promise<void> {
  const { username, password } = admin;
  const fault = passwordFault(password, username);
  if (fault !== null) throw new DataFolderError(`ADMIN_PASSWORD ne convient pas. ${fault}`);
  const passwordHash = await hasher.hash(password);
  const user = newUser({ username, displayName: '', email: '', passwordHash, now: clock() });
  await users.update((all) => (all.length > 0 ? all : addUser(all, user)));
}
